/* The other end of UGI and UBGI, and what UCI shares with them: programs that are asked for moves by `go` and answer `bestmove`. */
#ifndef HRA_PROTOCOL_UGI_COMMON_CLIENT_H
#define HRA_PROTOCOL_UGI_COMMON_CLIENT_H

#include "client.h"

/* `set` of hra_client_kind. */
hra_err hra_arena_client_set(hra_client *c, int name_length, const char *name, int value_length,
                             const char *value);
/* Notes the name in a line `id name NAME`, if the line that came last is one. */
void hra_arena_client_id(hra_client *c);
/* Says `go` and the limits, in the words that both interfaces have for them. */
hra_err hra_arena_client_go(hra_client *c, const char *go, const hra_limits *limits);
/* Hears until `bestmove`; depth and nodes of `info` go into the result, other lines are passed over, unless `complains`
 * (may be NULL) fails. */
hra_err hra_arena_client_hear(hra_client *c, hra_analysis *result, hra_err (*complains)(hra_client *));
/* Takes this text for a move in the state with which the past ends. */
hra_err hra_arena_client_take(hra_client *c, const void *state, const char *move, hra_past *past,
                              hra_analysis *result);

#endif
