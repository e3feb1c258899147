/* The other end of a dialogue in a protocol, for tests: says lines, hears lines, and goes by scripts. */
#ifndef HRA_TESTS_DIALOGUE_H
#define HRA_TESTS_DIALOGUE_H

#include "hra/author.h"
#include "hra/hra.h"

typedef struct other {
    hra_protocol *dialogue;
    hra_text heard;
    size_t at; /* how far it has looked at that */
} other;

/* Opens a dialogue with this setup, but for where its lines go. */
void other_meet(other *o, hra_protocol_setup setup);
void other_part(other *o);
void other_tell(other *o, const char *line);
/* The next line that was heard, without its end; false: there is none yet. */
bool other_take(other *o, char line[512]);
/* The next line that is no report on the way ("info" with numbers), as soon as it comes; false: none will
 * come by itself. */
bool other_await(other *o, char line[512]);
/* "> line" is said, "< beginning" is what the next line begins with, "." waits until nothing is under way and
 * nothing more is said. The script ends with NULL. */
void other_lead(other *o, const char *const *script);
/* The script with a job in the background, and once more without. */
void other_lead_both(hra_protocol_setup setup, const char *const *script);

#endif
