/* The protocols that are built in: see rules/registry.h. */
#ifndef HRA_PROTOCOL_KNOWN_H
#define HRA_PROTOCOL_KNOWN_H

#include "hra/protocol.h"

extern const hra_protocol_kind *const hra_builtin_protocols[];

/* What a game offers to the protocol of this name; NULL: it is not offered. */
const hra_protocol_offer *hra_protocol_offered(const hra_rules *rules, const char *name);

/* In the work of a kind: lets the owner know at once that lines are due. */
void hra_protocol_ring(hra_protocol *p);

#endif
