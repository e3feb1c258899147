/* Features of backgammon: the raw inputs of Tesauro's TD-Gammon, and the dice.
 *
 *       0..95   own checkers, four for each of the points 1 to 24: at least one, two, three; (n - 3) / 2
 *      96..191  the same of the other side, on the points as it counts them
 *     192, 193  own checkers on the bar, the other side's: n / 2
 *     194, 195  own checkers off, the other side's: n / all
 *     196, 197  own turn, the other side's; neither before the opening throw and at the end
 *     198..203  a die shows 1 to 6 and is not yet played: 0.5, both: 1
 *
 * With the cube or a match there are ten more, named below, and after all of them what players count
 * (net_inputs.c).
 *
 * The first 198 are those of TD-Gammon (Tesauro, Practical issues in temporal difference learning, 1992, with
 * the units of 1995); positions after a play, before the next throw, need no more.
 *
 * Plays have no number that means the same in every state: four checkers by different dice would take 26^4 of
 * them, nearly all without any use. Learners evaluate the positions that plays lead to. */
#include <string.h>

#include "core/built_in.h"
#include "net_inputs.h"
#include "terms.h"

extern const hra_built_in bg_learnt; /* backgammon.learnt */

enum {
    UNITS = BG_UNITS,
    OTHER = BG_OTHER_UNITS,
    BAR = BG_ON_BAR,
    OFF = BG_BORNE_OFF,
    TURN = BG_TURN,
    DICE = TURN + 2,
    FEATURES = BG_BARE_FEATURES,
    /* with the cube or a match: */
    CUBE = FEATURES, /* its logarithm / 4 */
    OWNER,           /* own, the other side's, neither's */
    NEED = OWNER + 3,
    ASKED = NEED + 2, /* in the order of the phases from BG_DOUBLING on */
    WIDE_FEATURES = ASKED + 4,
};

static bool is_wide(const hra_game *game) {
    const bg_setup *setup = game->data;
    return setup->cube || setup->match;
}

static int bare_count(const hra_game *game) {
    return is_wide(game) ? WIDE_FEATURES : FEATURES;
}

static int feature_count(const hra_game *game) {
    return bare_count(game) + BG_EXPERT;
}

/* No checker makes more than one unit not 0, be it on a point, the bar or off; a turn; two dice; the cube,
 * its owner, what is asked, two scores; what players count. */
static int feature_room(const hra_game *game) {
    return 2 * ((const bg_setup *)game->data)->checkers + (is_wide(game) ? 8 : 3) + BG_EXPERT;
}

static inline hra_feature *put(hra_feature *at, uint32_t index, float value) {
    *at = (hra_feature){index, value};
    return at + 1;
}

/* Writes all four units of a point; those that are 0 are overwritten by what follows, since unpredictable
 * branches would cost more. So behind the units of all checkers, one each, there is room for four. */
static inline hra_feature *put_points(const bg_side *s, uint32_t first, hra_feature *at) {
    bg_set two = bg_several(s), many = s->bit[2] | s->bit[3], three = many | (s->bit[0] & s->bit[1]);
    for (bg_set rest = bg_some(s) & BG_POINTS; rest; rest &= rest - 1) {
        int point = bg_lowest(rest);
        uint32_t unit = first + UNITS * (uint32_t)(point - 1);
        put(at, unit, 1);
        put(at + 1, unit + 1, 1);
        put(at + 2, unit + 2, 1);
        put(at + 3, unit + 3, (float)(bg_count(s, point) - 3) / 2);
        at += 1 + (two >> point & 1) + (three >> point & 1) + (many >> point & 1);
    }
    return at;
}

static inline hra_feature *put_count(const bg_side *s, int place, uint32_t index, float by, hra_feature *at) {
    return bg_some(s) >> place & 1 ? put(at, index, (float)bg_count(s, place) * by) : at;
}

/* Of a match what each side still lacks, as a part of the whole. */
static hra_feature *put_cube(const bg_setup *setup, const bg_state *s, int seat, hra_feature *at) {
    if (s->cube)
        at = put(at, CUBE, (float)s->cube / 4);
    if (s->owner != BG_MIDDLE)
        at = put(at, s->owner == BG_NOBODY ? OWNER + 2 : OWNER + (s->owner != seat), 1);
    for (int i = 0; i < 2; i++) {
        int need = setup->match - s->score[i ? !seat : seat];
        if (need > 0)
            at = put(at, NEED + (uint32_t)i, (float)need / (float)setup->match);
    }
    return s->phase >= BG_DOUBLING ? put(at, ASKED + (uint32_t)(s->phase - BG_DOUBLING), 1) : at;
}

/* Of one side, for as long as it stays the same. */
typedef struct listed {
    bg_counted counted; /* no checkers: nothing yet */
    int count;
    hra_feature units[BG_CHECKERS + UNITS]; /* of the points; of the other side from OTHER on */
} listed;

static void list_side(listed *l, const bg_side *s, uint32_t first) {
    if (memcmp(&l->counted.side, s, sizeof *s) == 0)
        return;
    bg_count_side(&l->counted, s);
    l->count = (int)(put_points(s, first, l->units) - l->units);
}

static hra_feature *put_side(const listed *l, hra_feature *at) {
    memcpy(at, l->units, (size_t)l->count * sizeof *at);
    return at + l->count;
}

static hra_feature *put_expert(const hra_game *game, const bg_state *s, int seat, const listed sides[2],
                               hra_feature *at) {
    float number[BG_EXPERT];
    const uint32_t first = (uint32_t)bare_count(game);
    bg_expert_of(game->data, s, seat, &sides[0].counted, &sides[1].counted, number);
    for (uint32_t i = 0; i < BG_EXPERT; i++) { /* without an unpredictable branch */
        put(at, first + i, number[i]);
        at += number[i] != 0;
    }
    return at;
}

/* sides: what was listed for the state before, own side first. */
static int list_features(const hra_game *game, const bg_state *s, int seat, listed sides[2],
                         hra_feature *out) {
    const bg_side *own = &s->board.side[seat], *other = &s->board.side[!seat];
    const float all = 1.0F / (float)((const bg_setup *)game->data)->checkers;
    list_side(&sides[0], own, 0);
    list_side(&sides[1], other, OTHER);
    hra_feature *at = put_side(&sides[1], put_side(&sides[0], out));
    at = put_count(own, BG_BAR, BAR, 0.5F, at);
    at = put_count(other, BG_BAR, BAR + 1, 0.5F, at);
    at = put_count(own, BG_OFF, OFF, all, at);
    at = put_count(other, BG_OFF, OFF + 1, all, at);
    if (bg_is_on(s))
        at = put(at, TURN + (s->turn != seat), 1);
    if (s->high && s->low != s->high)
        at = put(at, DICE + s->low - 1U, 0.5F);
    if (s->high)
        at = put(at, DICE + s->high - 1U, s->low == s->high ? 1 : 0.5F);
    if (is_wide(game))
        at = put_cube(game->data, s, seat, at);
    at = put_expert(game, s, seat, sides, at);
    return (int)(at - out);
}

static int features(const hra_game *game, const void *state, int seat, hra_feature *out) {
    listed sides[2];
    sides[0].counted.side = sides[1].counted.side = (bg_side){{0}};
    return list_features(game, state, seat, sides, out);
}

static void features_many(const hra_game *game, const void *const *states, int count, int seat,
                          hra_feature *out, int *counts) {
    listed sides[2];
    sides[0].counted.side = sides[1].counted.side = (bg_side){{0}};
    for (int i = 0; i < count; out += counts[i++])
        counts[i] = list_features(game, states[i], seat, sides, out);
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const rest[] = {"own checkers on the bar",
                                       "other's checkers on the bar",
                                       "own checkers off",
                                       "other's checkers off",
                                       "own turn",
                                       "other's turn"};
    static const char *const units[] = {"one checker", "two checkers", "three checkers", "more checkers"};
    static const char *const cube[] = {
        "the cube",   "own cube", "other's cube", "no cube", "own points to go", "other's points to go",
        "may double", "doubled",  "beavered",     "dropped"};
    if (index >= bare_count(game)) {
        bool own;
        const char *name = bg_expert_name(index - bare_count(game), &own);
        hra_text_addf(out, "%s%s", own ? "" : "other's ", name);
    } else if (index >= CUBE)
        hra_text_add(out, cube[index - CUBE]);
    else if (index >= DICE)
        hra_text_addf(out, "a die shows %d", index - DICE + 1);
    else if (index >= BAR)
        hra_text_add(out, rest[index - BAR]);
    else
        hra_text_addf(out, "%s on %s %d", units[index % UNITS], index < OTHER ? "own" : "other's",
                      index % OTHER / UNITS + 1);
}

/* ---- phases ---------------------------------------------------------------------------------*/

static int phase_count(const hra_game *game) {
    return BG_KINDS;
}

static int phase(const hra_game *game, const void *state) {
    const bg_board *b = &((const bg_state *)state)->board;
    int left[2];
    for (int seat = 0; seat < 2; seat++)
        left[seat] = bg_count_checkers(&b->side[seat], BG_ON_BOARD & ~(bg_set)6);
    return bg_kind_of(bg_in_contact(b), left[0], left[1]);
}

/* Who is to throw next, or has thrown; before the opening throw and at the end the sides are alike. */
static int viewer(const hra_game *game, const void *state) {
    const bg_state *s = state;
    return bg_is_on(s) ? s->turn : -1;
}

/* A cube that can be turned may go as high as it does; a match is won or lost. */
static void possible(const hra_game *game, const void *state, int seat, double *least, double *most) {
    const bg_setup *setup = game->data;
    const bg_state *s = state;
    const bool turns = setup->cube && s->owner != BG_NOBODY;
    const int cube = turns ? setup->limit : s->cube;
    *least = setup->match ? -1 : -((setup->gammons ? bg_most_worth(&s->board, !seat) : 1) << cube);
    *most = setup->match ? 1 : (setup->gammons ? bg_most_worth(&s->board, seat) : 1) << cube;
}

const hra_rules_encoding bg_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = bg_term_names,
    .term = bg_term,
    .phase_count = phase_count,
    .phase = phase,
    .perspective = viewer,
    .possible = possible,
    .features_many = features_many,
};

/* The built-in nets: for fifteen checkers from any start position, since training covered positions that a
 * game does not reach. They know no cube, and distinguish gammons from single games. */
bool bg_is_learnt(const hra_game *game) {
    const bg_setup *setup = game->data;
    return setup->checkers == BG_CHECKERS && setup->gammons && !is_wide(game);
}

hra_learnt_bytes bg_learnt_of(const hra_game *game, hra_error *why) {
    if (!bg_is_learnt(game))
        return (hra_learnt_bytes){0};
    const unsigned char *bytes = hra_built_in_bytes(&bg_learnt, why);
    return (hra_learnt_bytes){bytes, bytes ? bg_learnt.length : 0};
}
