/* Errors in words that only the library needs. */
#ifndef HRA_CORE_ERROR_H
#define HRA_CORE_ERROR_H

#include "hra/base.h"

/* The word for a failure 0..HRA_FAILURES-1 (hra_failure): "ended", "hung", "illegal", "protocol"; else "".
 * hra_translate gives it to people. Static. */
const char *hra_failure_name(int failure);

/* hra_fail_unknown without the list of names. */
hra_err hra_fail_guess(hra_error *why, int at, const char *word, const char *const *names, const char *format,
                       ...) HRA_PRINTF(5, 6);

#endif
