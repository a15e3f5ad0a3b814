# How each part is built, and when it need not be. Sourced by the commands that build.
# shellcheck shell=bash disable=SC2154,SC2034

cmake_preset() {
  local preset=$1 flags=()
  shift
  uses_host_toolchain && flags+=("-DSCONCE_CATCH2_SOURCE=$catch2_source")
  if [[ ! -f "$build/$preset/build.ninja" || "$repo/CMakePresets.json" -nt "$build/$preset/CMakeCache.txt" ]]; then
    (enter_toolchain cmake --preset "$preset" "${flags[@]}")
  fi &&
    (enter_toolchain cmake --build "$build/$preset" "$@")
}

# engine PRESET TARGET...: Ninja knows what is out of date.
build_engine() {
  local preset=$1
  shift
  step "build the engine ($preset)" cmake_preset "$preset" --target "$@"
}

# build_web TARGET: a target of web/build.mjs, built again only when something it may read has changed.
build_web() {
  inputs=("$repo/web" "$repo/lessons" "$repo/package-lock.json" "$build"/{wasm,wasm-relaxed}/sconce-engine.{mjs,wasm})
  # The site's page of names tells which tests name them, its page of speed what was measured.
  [[ $1 == site ]] && inputs+=("$repo/tests"/{python,conformance,engine,data} "$repo/tests/bench/results.json")
  once "web-$1" step "build web ($1)" npm --prefix "$repo" run --silent "build:$1"
}

build_headless() {
  build_engine wasm sconce_engine_wasm
  # Where Node has relaxed SIMD behind a flag only, as version 20 does, it never loads that flavour.
  node --v8-options | grep -- --experimental-wasm-relaxed-simd >/dev/null || build_engine wasm-relaxed sconce_engine_wasm
  build_web node
}

build_all() {
  build_headless
  build_engine wasm-relaxed sconce_engine_wasm
  build_web site
}
