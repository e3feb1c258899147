/* What the files of the engine share. */
#ifndef HRA_WASM_ENGINE_H
#define HRA_WASM_ENGINE_H

#include "hra/host.h"

#define export(name) __attribute__((export_name(name)))
#define import(name) __attribute__((import_module("hra"), import_name(name)))

/* What the page has written last, hra_engine_room. */
const char *engine_room(void);
/* The host of all that is opened here, with the files of the store; the same each time. */
hra_err engine_host(const hra_host **out, hra_error *why);

#endif
