// The control plane: everything JavaScript may ask of the engine.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include "engine/bindings/call.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/ops/registry.hpp"

namespace {

emscripten::val& poll_function() {
    static emscripten::val function = emscripten::val::null();
    return function;
}

bool poll() { return poll_function()().as<bool>(); }

void set_poll(emscripten::val function) {
    poll_function() = function;
    sconce::set_poll(function.isNull() || function.isUndefined() ? nullptr : poll);
}

std::uintptr_t row_pointer() { return reinterpret_cast<std::uintptr_t>(sconce::bindings::row()); }
std::size_t row_capacity() { return sconce::bindings::row_slots; }
std::uintptr_t data_pointer(double handle) {
    return reinterpret_cast<std::uintptr_t>(sconce::bindings::data_pointer(handle));
}
std::string last_error() { return sconce::bindings::last_error(); }

}  // namespace

// The op path is a plain export: without dynamic code Embind's own wrapper costs as much as the rest of a small op.
extern "C" EMSCRIPTEN_KEEPALIVE double sconce_call() { return sconce::bindings::call(); }

EMSCRIPTEN_BINDINGS(sconce) {
    emscripten::function("schema", &sconce::schema_json);
    emscripten::function("row_pointer", &row_pointer);
    emscripten::function("row_capacity", &row_capacity);
    emscripten::function("last_error", &last_error);
    emscripten::function("stats", &sconce::bindings::stats_json);
    emscripten::function("reset", &sconce::bindings::reset);
    emscripten::function("data_pointer", &data_pointer);
    emscripten::function("data_bytes", &sconce::bindings::data_bytes);
    emscripten::function("grad_fn_name", &sconce::bindings::grad_fn_name);
    emscripten::function("grad_graph", &sconce::bindings::grad_graph);
    emscripten::function("set_poll", &set_poll);
}
