/* A table of match equities from a file: what others have found the points of a match to be worth.
 *
 * The file is numbers between blanks, chances from 0 to 1; a # begins a remark to the end of the line. First
 * a square: in row i, place j, the chance of who lacks i points of a match while the other side lacks j,
 * before the next game; where one side lacks one, that is the Crawford game. Then one row: the chance of who
 * lacks 1, 2, ... points against one, behind the Crawford game. So n points take n * n + n numbers; a match
 * needs a table of its length at least. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backgammon.h"
#include "core/lines.h"
#include "core/messages.h"
#include "rules/host.h"

enum {
    MOST_NUMBERS = BG_MOST_MATCH * BG_MOST_MATCH + BG_MOST_MATCH,
    MOST_BYTES = 64 * MOST_NUMBERS,
};

/* What both sides have may differ from 1 by rounding. */
static const double slack = 0.001;

typedef struct reading {
    const char *name;
    int count;
    double number[MOST_NUMBERS];
} reading;

static hra_err read_numbers(reading *r, hra_lines *l) {
    while (hra_lines_next(l)) {
        const char *remark = l->end > l->at ? memchr(l->at, '#', hra_lines_left(l)) : NULL;
        l->end = remark ? remark : l->end;
        for (hra_lines_blanks(l); !l->err && l->at < l->end; hra_lines_blanks(l)) {
            if (r->count == MOST_NUMBERS)
                return hra_lines_fail(l, HRA_ELIMIT, "a match has at most %d points", BG_MOST_MATCH);
            r->number[r->count++] = hra_lines_number(l, 0, 1);
        }
    }
    return l->err;
}

/* The length of the longest match for which a table of COUNT numbers is enough; 0 if no table has that
 * size. */
static int points_of(int count) {
    int points = 0;
    while ((points + 1) * (points + 2) <= count)
        points++;
    return points * (points + 1) == count ? points : 0;
}

static hra_err check(const reading *r, int points, int match, hra_error *why) {
    if (!points)
        return hra_fail(why, HRA_EINPUT, -1,
                        "'%s': %d numbers are not a match equity table: N points take N rows of N, and one "
                        "row after the Crawford game",
                        r->name, r->count);
    if (points < match)
        return hra_fail(why, HRA_EFIT, -1, "'%s': the table goes to %d points, but the match to %d", r->name,
                        points, match);
    for (int own = 0; own < points; own++)
        for (int other = own; other < points; other++)
            if (fabs(r->number[own * points + other] + r->number[other * points + own] - 1) > slack)
                return hra_fail(
                    why, HRA_EINPUT, -1,
                    "'%s': the probabilities at %d-away %d-away and %d-away %d-away do not sum to 1", r->name,
                    own + 1, other + 1, other + 1, own + 1);
    return HRA_OK;
}

/* As bg_open_chances lays them out. */
static double cell(const reading *r, int points, int own, int other) {
    if (other == 1)
        return r->number[points * points + own - 1];
    return r->number[own == 1 ? (other - 1) * points : (own - 1) * points + other - 1];
}

hra_err bg_read_chances(const hra_game *game, const char *name, bg_setup *setup, hra_error *why) {
    const int match = setup->match;
    hra_text bytes;
    reading *r = calloc(1, sizeof *r);
    hra_text_init(&bytes);
    setup->chances = calloc((size_t)match * (size_t)match, sizeof *setup->chances);
    hra_err err = r && setup->chances
                      ? hra_game_read_text(game, name, N_("match equity table"), MOST_BYTES, &bytes, why)
                      : hra_no_memory(why);
    if (!err) {
        hra_lines l;
        char label[120];
        (void)hra_snprintf(label, sizeof label, "'%.100s'", name);
        hra_lines_open(&l, hra_text_string(&bytes), bytes.length, 1, why);
        l.name = label;
        r->name = name;
        err = read_numbers(r, &l);
    }
    const int points = err ? 0 : points_of(r->count);
    if (!err)
        err = check(r, points, match, why);
    for (int own = 1; own <= match && !err; own++)
        for (int other = 1; other <= match; other++)
            setup->chances[(own - 1) * match + other - 1] = cell(r, points, own, other);
    hra_text_release(&bytes);
    free(r);
    return err;
}
