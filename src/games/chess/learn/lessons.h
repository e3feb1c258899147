/* Positions with what they turned out to be worth. */
#ifndef CH_LEARN_LESSONS_H
#define CH_LEARN_LESSONS_H

#include "games/chess/chess.h"
#include "nets/bytes.h"

enum { CH_AIM = 65535 };

/* A position without rights to castle and to take en passant, which no evaluation counts. */
typedef struct ch_lesson {
    ch_set kind[CH_KINDS], white;
    uint8_t turn;
    uint16_t aim; /* the target: the expected result for White, in 1/CH_AIM */
} ch_lesson;

typedef struct ch_lessons {
    ch_lesson *list;
    int count, capacity;
} ch_lessons;

void ch_lessons_release(ch_lessons *lessons);
/* False: no memory. */
bool ch_lessons_add(ch_lessons *lessons, const ch_state *s);
ch_state ch_lesson_state(const ch_lesson *lesson);
/* Appends them, and appends what such bytes hold to a list. HRA_EDAMAGED: they hold none; HRA_ENOMEM. */
void ch_lessons_write(const ch_lessons *lessons, hra_text *out);
hra_err ch_lessons_read(const ch_game *g, ch_lessons *lessons, hra_bytes *from);

#endif
