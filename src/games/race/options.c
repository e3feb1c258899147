/* The options of race. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "race.h"

const hra_option race_options[] = {
    {.name = "board",
     .type = HRA_OPTION_CHOICE,
     .fallback = "classic",
     .choices = "classic|lecture",
     .help = "lecture: track of 20, two pieces each, die 1-1-2-2-2-3"},
    {.name = "pieces",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 1,
     .max = RACE_PIECES,
     .help = "pieces per player"},
    {.name = "track",
     .type = HRA_OPTION_INT,
     .fallback = "40",
     .min = 8,
     .max = RACE_RING,
     .help = "squares of the track: a multiple of 4 (two seats: of 2)"},
    {.name = "lane",
     .type = HRA_OPTION_INT,
     .fallback = NULL,
     .min = 1,
     .max = RACE_HOME,
     .help = "squares per home lane, at least one per piece (default: pieces)"},
    {.name = "faces",
     .type = HRA_OPTION_TEXT,
     .fallback = "1-2-3-4-5-6",
     .help = "faces 1 to 24 joined by -, or weighted: 1x2-2x3-3; a 1 is required"},
    {.name = "dice",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 2,
     .help = "number of dice; each of two moves a piece, the same one or another"},
    {.name = "doubles",
     .type = HRA_OPTION_CHOICE,
     .fallback = "again",
     .choices = "plain|again|twice",
     .help = "two equal dice: nothing special, another roll, or each counts twice"},
    {.name = "enter-on",
     .type = HRA_OPTION_TEXT,
     .fallback = "highest",
     .help = "rolls that bring a piece into play: highest, any, or faces joined by -"},
    {.name = "extra-turn-on",
     .type = HRA_OPTION_TEXT,
     .fallback = "highest",
     .help = "rolls that give another roll: highest, none, any, or faces joined by -"},
    {.name = "entry-rolls",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 1,
     .max = 9,
     .help = "rolls per turn while no piece is on the track"},
    {.name = "exact-finish",
     .type = HRA_OPTION_FLAG,
     .fallback = "yes",
     .help = "a roll may not overshoot the lane"},
    {.name = "capture",
     .type = HRA_OPTION_CHOICE,
     .fallback = "may",
     .choices = "may|must",
     .help = "hits are optional (may) or compulsory (must)"},
    {.name = "win-value",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1000,
     .help = "value of a win; evaluations are in hundredths of it (lecture: 100)"},
    {0},
};

/* A number of one to four digits at text[*at], moved behind it; -1: none. */
static int read_int(const char *text, int *at) {
    int from = *at, x = 0;
    while (text[*at] >= '0' && text[*at] <= '9' && *at - from < 4)
        x = 10 * x + (text[(*at)++] - '0');
    return *at > from ? x : -1;
}

/* Faces with weights, "1x2-2x3-3". A face may stand more than once; its weights add up. */
static hra_err read_die(race_setup *setup, const char *text, hra_error *why) {
    int weight[RACE_FACE + 1] = {0}, total = 0, at = 0;
    for (;;) {
        int from = at, face = read_int(text, &at), times = 1;
        if (text[at] == 'x') {
            at++;
            times = read_int(text, &at);
        }
        if (face < 1 || face > RACE_FACE || times < 1 || times > 1000 || (text[at] && text[at] != '-'))
            return hra_fail(why, HRA_EINPUT, -1,
                            "game race: faces=%.40s: expected faces from 1 to %d joined by -, with weights "
                            "up to 1000 as in 1x2-2x3-3; found '%.20s'",
                            text, RACE_FACE, text + from);
        weight[face] += times;
        total += times;
        if (!text[at])
            break;
        at++;
    }
    if (!weight[1])
        return hra_fail(why, HRA_EINPUT, -1,
                        "game race: faces=%.40s: a 1 is required, because pieces could be stuck for ever",
                        text);
    setup->faces = 0;
    for (int face = 1; face <= RACE_FACE; face++)
        if (weight[face]) {
            setup->face[setup->faces] = face;
            setup->probability[setup->faces++] = (double)weight[face] / total;
        }
    return HRA_OK;
}

static hra_err read_faces(const race_setup *setup, const char *key, const char *text, uint32_t *out,
                          hra_error *why) {
    uint32_t all = 0, set = 0;
    for (int i = 0; i < setup->faces; i++)
        all |= UINT32_C(1) << setup->face[i];
    if (strcmp(text, "none") == 0 || strcmp(text, "any") == 0) {
        *out = *text == 'a' ? all : 0;
        return HRA_OK;
    }
    if (strcmp(text, "highest") == 0) {
        *out = UINT32_C(1) << setup->face[setup->faces - 1];
        return HRA_OK;
    }
    for (int at = 0;; at++) {
        int from = at, face = read_int(text, &at);
        if (face < 1 || face > RACE_FACE || !(all >> face & 1) || (text[at] && text[at] != '-'))
            return hra_fail(why, HRA_EINPUT, -1,
                            "game race: %s=%.40s: expected highest, any, %sor faces of the die joined by -, "
                            "found '%.20s'",
                            key, text, strcmp(key, "extra-turn-on") == 0 ? "none, " : "", text + from);
        set |= UINT32_C(1) << face;
        if (!text[at])
            break;
    }
    *out = set;
    return HRA_OK;
}

/* The lecture's board: what it fixes, and what it leaves open with other defaults. */
static hra_err open_lecture(race_setup *setup, const hra_options *chosen, hra_error *why) {
    static const struct {
        const char *key;
        int number;
    } fixed[] = {
        {"pieces", 2}, {"track", 20}, {"lane", 3}, {"seats", 2}, {"dice", 1},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (hra_options_given(chosen, fixed[i].key) &&
            hra_options_int(chosen, fixed[i].key) != fixed[i].number)
            return hra_fail(why, HRA_EINPUT, -1, "game race: board=lecture has %s=%d", fixed[i].key,
                            fixed[i].number);
    if (hra_options_given(chosen, "faces"))
        return hra_fail(why, HRA_EINPUT, -1, "game race: board=lecture has its own faces, 1-1-2-2-2-3");
    setup->lecture = true;
    setup->seats = setup->pieces = 2;
    setup->ring = 20;
    setup->home = 3;
    setup->tries = hra_options_given(chosen, "entry-rolls") ? setup->tries : 1;
    setup->win = hra_options_given(chosen, "win-value") ? setup->win : 100;
    return HRA_OK;
}

static hra_err read_numbers(race_setup *setup, const hra_options *chosen, hra_error *why) {
    setup->pieces = (int)hra_options_int(chosen, "pieces");
    setup->ring = (int)hra_options_int(chosen, "track");
    setup->home = hra_options_given(chosen, "lane") ? (int)hra_options_int(chosen, "lane") : setup->pieces;
    setup->tries = (int)hra_options_int(chosen, "entry-rolls");
    setup->win = (int)hra_options_int(chosen, "win-value");
    setup->dice = (int)hra_options_int(chosen, "dice");
    setup->doubles = (race_doubles)hra_options_choice(chosen, "doubles");
    if (setup->dice == 1 && hra_options_given(chosen, "doubles"))
        return hra_fail(why, HRA_EINPUT, -1, "game race: doubles=%s: there is one die; add dice=2",
                        hra_options_text(chosen, "doubles"));
    setup->exact = hra_options_flag(chosen, "exact-finish");
    setup->must_capture = hra_options_choice(chosen, "capture") == 1;
    if (hra_options_choice(chosen, "board") == 1)
        return open_lecture(setup, chosen, why);
    int arms = setup->seats == 2 ? 2 : 4;
    if (setup->ring % arms)
        return hra_fail(why, HRA_EINPUT, -1, "game race: track=%d: with %d seats it must be a multiple of %d",
                        setup->ring, setup->seats, arms);
    if (setup->home < setup->pieces)
        return hra_fail(why, HRA_EINPUT, -1,
                        "game race: lane=%d: a lane needs a square for each of the %d pieces", setup->home,
                        setup->pieces);
    return HRA_OK;
}

static hra_err read_throws(race_setup *setup, const hra_options *chosen, hra_error *why) {
    const char *again = hra_options_text(chosen, "extra-turn-on"),
               *enter = hra_options_text(chosen, "enter-on");
    if ((setup->lecture || setup->dice == 2) && !hra_options_given(chosen, "extra-turn-on"))
        again = "none";
    hra_err err = read_die(setup, setup->lecture ? "1-1-2-2-2-3" : hra_options_text(chosen, "faces"), why);
    if (!err)
        err = read_faces(setup, "enter-on", enter, &setup->enter, why);
    if (!err)
        err = read_faces(setup, "extra-turn-on", again, &setup->again, why);
    if (!err && !setup->enter)
        err = hra_fail(why, HRA_EINPUT, -1, "game race: enter-on=none: no piece would ever come into play");
    return err;
}

hra_err race_open(hra_game *game, const hra_options *chosen, hra_error *why) {
    race_setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return hra_no_memory(why);
    game->data = setup;
    setup->seats = game->seats;
    hra_err err = read_numbers(setup, chosen, why);
    if (!err)
        err = read_throws(setup, chosen, why);
    if (err)
        return err;
    /* Two seats sit opposite each other; three leave one side of four empty. On the lecture's board
     * the first seat comes on behind field 10. */
    for (int seat = 0; seat < setup->seats; seat++)
        setup->start[seat] =
            (seat * setup->ring / (setup->seats == 2 ? 2 : 4) + (setup->lecture ? 10 : 0)) % setup->ring;
    game->seats = setup->seats;
    game->state_size = setup->dice == 2 ? sizeof(race_state) : offsetof(race_state, other);
    game->max_moves = setup->pieces * setup->dice;
    game->max_chances = setup->dice == 2 ? setup->faces * (setup->faces + 1) / 2 : setup->faces;
    game->zero_sum = setup->seats == 2;
    game->integer_returns = true;
    game->min_return = -setup->win, game->max_return = setup->win;
    game->sum_bounded = true; /* by 0, which holds for the evaluations too */
    return HRA_OK;
}

void race_close(hra_game *game) {
    free(game->data);
}
