/* What is saved of a work, as bytes (text.c tells their form). */
#ifndef HRA_WORK_TEXT_H
#define HRA_WORK_TEXT_H

#include "work/kind.h"

typedef enum hra_log_kind { HRA_LOG_SPEC, HRA_LOG_TASK, HRA_LOG_RESULT } hra_log_kind;

typedef struct hra_log_entry {
    hra_log_kind what;
    char task[HRA_WORK_TASK]; /* "" of a spec */
    const char *bytes;        /* of a spec or a result */
    size_t length;
} hra_log_entry;

void hra_log_spec(const char *spec, hra_text *out);
void hra_log_task(const char *task, hra_text *out);
void hra_log_result(const char *task, const char *bytes, size_t length, hra_text *out);
/* Reads what the bytes begin with; *used 0: it is not there as a whole. HRA_EDAMAGED. */
hra_err hra_log_read(const char *bytes, size_t length, hra_log_entry *out, size_t *used, hra_error *why);

#endif
