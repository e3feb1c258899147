/* What a match counts: whole numbers and distinct values, so that the order of adding does not matter. */
#ifndef HRA_MATCH_MATCH_COUNTS_H
#define HRA_MATCH_MATCH_COUNTS_H

#include "hra/match.h"

/* An empty result; nothing is written to one of another size. HRA_EINPUT, HRA_EVERSION. */
hra_err hra_match_clear(hra_match_result *out, hra_error *why);
/* Sets what a player is called, where the result has room for it. HRA_ENOMEM. */
hra_err hra_match_set_name(hra_match_result *r, int p, const char *name);
/* The forfeits of a player; NULL: none, or a result that ends before them. */
const uint64_t *hra_match_forfeits(const hra_match_result *r, int p);
/* {"ended","hung","illegal","protocol"} */
void hra_json_forfeits(hra_json *json, const char *key, const uint64_t *forfeits);
void hra_match_add_forfeits(hra_match_result *to, int p, const uint64_t *from); /* from: may be NULL */
/* Adds games from..to-1 to those that were played. HRA_EINPUT: one is among them already; HRA_ENOMEM. */
hra_err hra_match_add_range(hra_match_result *result, uint64_t from, uint64_t to);
/* Works out all that follows from ranges, shares and counts. */
void hra_match_finish(hra_match_result *result);
/* How many of the games in the ranges player p of `count` played in `seat`. */
uint64_t hra_match_games_in(const hra_match_result *result, int p, int seat);

#endif
