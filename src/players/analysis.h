/* For code that fills results. */
#ifndef HRA_PLAYERS_RESULT_H
#define HRA_PLAYERS_RESULT_H

#include "hra/json.h"
#include "hra/search.h"

/* Empties a result; its lists keep their room. */
void hra_analysis_clear(hra_analysis *result);
/* Entry i of advice: a move with its value for who moves. */
static inline hra_analysis_move *hra_analysis_tell(hra_analysis *out, int i, hra_move move, double value) {
    out->moves[i] = (hra_analysis_move){.move = move};
    out->moves[i].value[out->value_seat] = value;
    return &out->moves[i];
}

/* A failed run: fills result->why and returns the code. */
hra_err hra_analysis_fail(hra_analysis *result, hra_err code, const char *format, ...) HRA_PRINTF(3, 4);

/* Of sampled numbers: "visits", and where `error` is not negative "stderr". */
void hra_json_samples(hra_json *json, uint64_t visits, double error);

#endif
