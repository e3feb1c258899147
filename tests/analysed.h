/* Read before every file that tests/analyse.sh looks at, never compiled into anything: what an analyser that sees
 * one file at a time cannot know. Errors made by these are never 0, and a promise of a fuzz target that is broken
 * ends the process. */
#ifndef HRA_TESTS_ANALYSED_H
#define HRA_TESTS_ANALYSED_H

#include <stdlib.h>

#include "../fuzz/target.h"

#define hra_fail(why, code, ...) (hra_fail(why, code, __VA_ARGS__), (code))
#define hra_no_memory(why) (hra_no_memory(why), HRA_ENOMEM)
#define fuzz_expect(kept, promise, text) ((kept) ? (void)(text) : abort())

#endif
