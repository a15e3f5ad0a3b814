# Emscripten's own toolchain file lies at a different place on every system; emcc itself knows where.
find_program(EMCC NAMES emcc REQUIRED)
if(NOT EMSCRIPTEN_ROOT_PATH)
  execute_process(
    COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endif()
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")
