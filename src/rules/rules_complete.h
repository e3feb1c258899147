/* Complete copies of tables: with all parts and members, whichever the table lacks because it leaves them
 * out or is of an older header. Every opened game has one, so no code asks whether a part is there. */
#ifndef HRA_RULES_RULES_COMPLETE_H
#define HRA_RULES_RULES_COMPLETE_H

#include "hra/scene.h"

/* Copies a struct that begins with its size, where it was compiled, into one of `known` bytes; NULL: an empty
 * one. What it lacks becomes zero. `what` says in errors what it is: "game heap: its table of rules", in the
 * language of the process. HRA_EINPUT: no size; HRA_EVERSION: larger than `known`. */
hra_err hra_take_struct(void *out, size_t known, const void *given, const char *what, hra_error *why);

typedef struct hra_whole_rules {
    hra_rules rules; /* points to the parts below: not to be moved */
    hra_rules_text text;
    hra_rules_conduct conduct;
    hra_rules_hints hints;
    hra_rules_catalogue catalogue;
    hra_rules_scene scene;
    hra_rules_encoding encoding;
} hra_whole_rules;

/* `name` is for errors. HRA_EINPUT: no size, or a member is missing that every game needs;
 * HRA_EVERSION: larger than this library knows. */
hra_err hra_rules_whole(hra_whole_rules *out, const hra_rules *rules, const char *name, hra_error *why);
/* The same for what a host lends; NULL: a host of zeros. HRA_EINPUT: no size; HRA_EVERSION. */
hra_err hra_host_whole(hra_host *out, const hra_host *host, hra_error *why);

#endif
