/* The cube and the plays of small endings, against values that are computed here: plays by trying all orders
 * of dice and checkers, and both sides' best choices about the cube at every throw, to the end of the game.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"

enum {
    FEW = 3,    /* checkers of a side */
    SIDES = 84, /* C(FEW + 6, 6) ways in which they can stand at home; 0: all are off */
    LEVELS = 5, /* of the cube, 1 to 16; beyond that it stays where it is */
};

typedef struct ending {
    int on[7]; /* checkers on 1..6 */
} ending;

/* Whose the cube is, to who throws. */
enum { MIDDLE, OWN, OTHERS };

typedef struct twin {
    ending side[SIDES];
    int pips[SIDES], sides;
    bool after[SIDES][7][7][SIDES]; /* what can come of a roll, the higher die first */
    double chance[SIDES][SIDES];    /* of who throws, to win without a cube */
    /* To who throws before it throws or doubles, and of a double behind it: by the thrower, the cube and its
     * owner. */
    double value[2][LEVELS][3][SIDES][SIDES], thrown[2][LEVELS][3][SIDES][SIDES];
    const bg_setup *setup; /* of a match; else NULL */
    int need[2];           /* points to go */
} twin;

/* ---- plays ----------------------------------------------------------------------------------*/

static int find(const twin *t, const ending *e) {
    for (int i = 0; i < t->sides; i++)
        if (memcmp(&t->side[i], e, sizeof *e) == 0)
            return i;
    return -1;
}

static void list_sides(twin *t, ending e, int point, int left) {
    if (point == 7) {
        for (int p = 1; p < 7; p++)
            t->pips[t->sides] += p * e.on[p];
        t->side[t->sides++] = e;
        return;
    }
    for (int k = 0; k <= left; k++) {
        e.on[point] = k;
        list_sides(t, e, point + 1, left - k);
    }
}

static bool may_step(const ending *e, int point, int die) {
    bool behind = false;
    for (int p = point + 1; p < 7; p++)
        behind = behind || e->on[p];
    return e->on[point] && (die <= point || !behind); /* a high die bears off from the furthest point alone */
}

/* By these dice, one after the other. */
static void play(const twin *t, ending e, const int *dice, int count, bool *out) {
    bool stepped = false;
    for (int p = 1; p < 7 && count > 0; p++) {
        ending next = e;
        if (!may_step(&e, p, *dice))
            continue;
        next.on[p]--;
        if (*dice < p)
            next.on[p - *dice]++;
        play(t, next, dice + 1, count - 1, out);
        stepped = true;
    }
    if (!stepped)
        out[find(t, &e)] = true;
}

static void list_plays(twin *t) {
    for (int i = 1; i < SIDES; i++)
        for (int a = 1; a < 7; a++)
            for (int b = 1; b <= a; b++) {
                const int dice[4] = {a, b, a, a}, turned[2] = {b, a};
                play(t, t->side[i], dice, a == b ? 4 : 2, t->after[i][a][b]);
                if (a != b)
                    play(t, t->side[i], turned, 2, t->after[i][a][b]);
            }
}

/* ---- values ---------------------------------------------------------------------------------*/

/* What the game is worth to `winner`, and the negative to the other side. */
static double gain(const twin *t, int winner, int level) {
    if (!t->setup)
        return 1 << level;
    return 2 * bg_match_chance(t->setup, t->need[winner] - (1 << level), t->need[!winner]) - 1;
}

/* To who throws: the mean over its rolls of the best that it can leave. */
static double best_of_rolls(const twin *t, const double *of, double won, int own, int other, int sign) {
    double sum = 0;
    for (int a = 1; a < 7; a++)
        for (int b = 1; b <= a; b++) {
            double best = -INFINITY;
            for (int k = 0; k < SIDES; k++)
                if (t->after[own][a][b][k])
                    best = fmax(best, k ? sign * of[other * SIDES + k] : won);
            sum += (a == b ? 1 : 2) * best;
        }
    return sum / 36;
}

static double less_of(const twin *t, int own, int other) {
    double sum = 0;
    for (int a = 1; a < 7; a++)
        for (int b = 1; b <= a; b++) {
            double best = 0;
            for (int k = 0; k < SIDES; k++)
                if (t->after[own][a][b][k])
                    best = fmax(best, k ? 1 - t->chance[other][k] : 1);
            sum += (a == b ? 1 : 2) * best;
        }
    return sum / 36;
}

static bool may_double(const twin *t, int seat, int level, int owner) {
    return owner != OTHERS && level + 1 < LEVELS && (!t->setup || t->need[seat] > 1 << level);
}

static void judge(twin *t, int own, int other) {
    t->chance[own][other] = less_of(t, own, other);
    for (int level = LEVELS - 1; level >= 0; level--)
        for (int seat = 0; seat < 2; seat++)
            for (int owner = 0; owner < 3; owner++) {
                const int turned = owner == MIDDLE ? MIDDLE : owner == OWN ? OTHERS : OWN;
                const double *next = &t->value[!seat][level][turned][0][0];
                double v = best_of_rolls(t, next, gain(t, seat, level), own, other, -1);
                t->thrown[seat][level][owner][own][other] = v;
                if (may_double(t, seat, level, owner))
                    v = fmax(v, fmin(gain(t, seat, level), t->thrown[seat][level + 1][OTHERS][own][other]));
                t->value[seat][level][owner][own][other] = v;
            }
}

static void judge_all(twin *t) {
    for (int sum = 2; sum <= 2 * 6 * FEW; sum++)
        for (int own = 1; own < SIDES; own++)
            for (int other = 1; other < SIDES; other++)
                if (t->pips[own] + t->pips[other] == sum)
                    judge(t, own, other);
}

static twin *new_twin(const bg_setup *setup, int white, int black) {
    twin *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->setup = setup;
    t->need[BG_WHITE] = white;
    t->need[BG_BLACK] = black;
    list_sides(t, (ending){{0}}, 1, FEW);
    assert_int_equal(t->sides, SIDES);
    list_plays(t);
    judge_all(t);
    return t;
}

/* ---- asking ---------------------------------------------------------------------------------*/

static bg_state state_with(const hra_game *game, const ending *white, const ending *black) {
    const ending *sides[2] = {white, black};
    const bg_setup *setup = game->data;
    bg_state s;
    game->rules->init(game, &s);
    memset(&s.board, 0, sizeof s.board);
    for (int seat = 0; seat < 2; seat++) {
        int off = BG_CHECKERS;
        for (int p = 1; p < 7; p++)
            for (int i = 0; i < sides[seat]->on[p]; i++, off--)
                bg_put(&s.board.side[seat], p);
        while (off-- > 0)
            bg_put(&s.board.side[seat], BG_OFF);
    }
    s.turn = BG_WHITE;
    s.phase = setup->cube ? BG_DOUBLED : BG_PLAYING;
    return s;
}

static bg_state state_of(const twin *t, const hra_game *game, int white, int black) {
    return state_with(game, &t->side[white], &t->side[black]);
}

typedef struct asked {
    hra_agent *agent;
    hra_analysis result;
} asked;

static void open_asked(asked *a, const hra_game *game, const char *spec) {
    hra_error why = {0};
    if (hra_agent_open_spec(&a->agent, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    hra_analysis_init(&a->result);
}

static void close_asked(asked *a) {
    hra_analysis_release(&a->result);
    hra_agent_close(a->agent);
}

static void analyse(asked *a, const bg_state *s) {
    assert_int_equal(hra_agent_ask(a->agent, &(hra_question){.state = s}, &a->result), 0);
}

/* To White. */
static double value_of(const asked *a, hra_move m) {
    for (int i = 0; i < a->result.move_count; i++)
        if (a->result.moves[i].move == m)
            return a->result.moves[i].value[BG_WHITE];
    fail_msg("no such move");
    return 0;
}

/* How far decisions were from right, among endings that were certain and all others. */
typedef struct errors {
    int certain, decided, wrong;
    double most;
} errors;

/* White, who throws, has doubled; Black is asked. */
static void check_take(const twin *t, asked *a, const hra_game *game, int white, int black, errors *e) {
    const double drop = gain(t, BG_WHITE, 0), take = t->thrown[BG_WHITE][1][OTHERS][white][black];
    const double certain = t->chance[white][black];
    const bg_state s = state_of(t, game, white, black);
    analyse(a, &s);
    const bool took = a->result.move == BG_TAKE, right = take < drop;
    e->decided++;
    if (!(fabs(value_of(a, BG_DROP) - drop) < 1e-9))
        fail_msg("%d, %d: a drop is worth %g, not %g", white, black, value_of(a, BG_DROP), drop);
    if (certain > 1 - 1e-9) {
        e->certain++;
        if (fabs(value_of(a, BG_TAKE) - gain(t, BG_WHITE, 1)) > 1e-9 || took != right)
            fail_msg("%d, %d: the win is certain, a take is told as %g, not %g, and %s", white, black,
                     value_of(a, BG_TAKE), gain(t, BG_WHITE, 1), took ? "taken" : "dropped");
    }
    if (took != right) {
        e->wrong++;
        e->most = fmax(e->most, fabs(take - drop));
    }
}

static errors check_takes(const char *game_spec, const char *player, int white, int black) {
    hra_game *game = bg_test_open(game_spec);
    const bg_setup *setup = game->data;
    twin *t = new_twin(setup->match ? setup : NULL, white, black);
    errors e = {0};
    asked a;
    open_asked(&a, game, player);
    for (int i = 1; i < SIDES; i++)
        for (int k = 1; k < SIDES; k++)
            check_take(t, &a, game, i, k, &e);
    close_asked(&a);
    hra_game_close(game);
    free(t);
    return e;
}

/* Where the win is certain nothing may be wrong. Elsewhere Janowski's lines are near the truth but are not
 * the truth; with three checkers a side or fewer that costs this much at most, in points or in what a match
 * pays. */
static void small_endings_are_taken_and_dropped_rightly(void **state) {
    const struct {
        const char *game, *player;
        int white, black; /* points to go */
        double most;
    } cases[] = {
        {"backgammon:cube", "expert:plies=0", 0, 0, 0.14},
        {"backgammon:cube,max-cube=0", "expert:plies=1", 0, 0, 0.14},
        {"backgammon:match-length=5", "expert:plies=0", 5, 5, 0.027},
        {"backgammon:match-length=5,score=1-2", "expert:plies=0", 4, 3, 0.027},
        {"backgammon:match-length=7,score=3-5", "expert:plies=0", 4, 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const errors e = check_takes(cases[i].game, cases[i].player, cases[i].white, cases[i].black);
        assert_int_equal(e.certain, 415); /* of 83 * 83 */
        if (e.most > cases[i].most || e.wrong * 25 > e.decided)
            fail_msg("%s, %s: %d of %d are wrong, by up to %g", cases[i].game, cases[i].player, e.wrong,
                     e.decided, e.most);
    }
}

/* Of more checkers the tables of a side alone are asked, whose sums pass 1 by a rounding error: that once
 * made a loss of a win that no throw can miss. White has one or two checkers, which all throws bear off,
 * Black 5 to 10. */
static void a_win_that_cannot_be_missed_is_dropped(void **state) {
    static const ending sure[] = {{{0, 1}}, {{0, 0, 1}}, {{0, 0, 0, 1}}, {{0, 2}}};
    static const char *const games[] = {"backgammon:cube", "backgammon:match-length=7,score=4-5",
                                        "backgammon:match-length=5"};
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        hra_game *game = bg_test_open(games[g]);
        asked a;
        open_asked(&a, game, "expert:plies=0");
        for (int i = 0; i < 300; i++) {
            ending black = {{0}};
            const ending *white = &sure[i % 4];
            for (int n = 5 + i % 6; n > 0; n--)
                black.on[1 + hra_rng_below(&rng, 6)]++;
            const bg_state s = state_with(game, white, &black);
            analyse(&a, &s);
            const double drop = value_of(&a, BG_DROP), take = value_of(&a, BG_TAKE);
            if (a.result.move != BG_DROP || !(drop < take) ||
                (g == 0 && !(fabs(take - 2) < 1e-9 && drop == 1)))
                fail_msg("%s, %d: a drop is told as %g, a take as %g", games[g], i, drop, take);
        }
        close_asked(&a);
        hra_game_close(game);
    }
}

/* A throw of Black in the last game of a match, by hand: with two checkers off it wins where White misses
 * from its 6 and Black then throws doubles that bear off four; the other play leaves five, and no throw bears
 * off these. */
static void a_play_that_may_still_win_is_found(void **state) {
    hra_game *game = bg_test_open("backgammon:match-length=5");
    const bg_state s = bg_test_read(game, "white 6:1, black 4:2 3:1 1:3, black 36, cube 1, score 4-4");
    asked a;
    open_asked(&a, game, "expert:plies=0");
    analyse(&a, &s);
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, &s, a.result.move, &text);
    assert_string_equal(hra_text_string(&text), "4/off 3/off");
    assert_true(fabs(a.result.value[BG_BLACK] - (2 * 9.0 / 36 * 3 / 36 - 1)) < 1e-6);
    for (int i = 0; i < a.result.move_count; i++)
        assert_true(fabs(a.result.moves[i].value[BG_BLACK]) <= 1);
    hra_text_release(&text);
    close_asked(&a);
    hra_game_close(game);
}

/* What is left of the side after the move. */
static int left_by(const twin *t, const hra_game *game, const bg_state *s, hra_move m) {
    bg_board b = s->board;
    ending e = {{0}};
    (void)bg_play(&b, BG_WHITE, s->high, s->low, m);
    for (int p = 1; p < 7; p++)
        e.on[p] = bg_count(&b.side[BG_WHITE], p);
    return find(t, &e);
}

/* The last game of a match is played for the chance to win alone, which the tables of the expert know. */
static void plays_of_a_last_game_win_most(void **state) {
    hra_game *game = bg_test_open("backgammon:match-length=5,score=4-4");
    twin *t = new_twin(NULL, 0, 0);
    asked a;
    open_asked(&a, game, "expert:plies=0");
    for (int i = 1; i < SIDES; i++)
        for (int k = 1; k < SIDES; k += 7)
            for (int roll = 0; roll < 36; roll++) {
                bg_state s = state_of(t, game, i, k);
                const int die = roll / 6 + 1, other = roll % 6 + 1;
                double best = 0;
                if (other > die)
                    continue;
                s.phase = BG_PLAYING;
                s.high = (uint8_t)die;
                s.low = (uint8_t)other;
                for (int left = 0; left < SIDES; left++)
                    if (t->after[i][die][other][left])
                        best = fmax(best, left ? 1 - t->chance[k][left] : 1);
                analyse(&a, &s);
                const int left = left_by(t, game, &s, a.result.move);
                const double played = left ? 1 - t->chance[k][left] : 1;
                if (!(fabs(a.result.value[BG_WHITE] - (2 * best - 1)) < 1e-9) || !(best - played < 1e-9))
                    fail_msg("%d, %d, roll %d-%d: %g is told, and %g reached, of %g", i, k, die, other,
                             a.result.value[BG_WHITE], 2 * played - 1, 2 * best - 1);
            }
    close_asked(&a);
    hra_game_close(game);
    free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_endings_are_taken_and_dropped_rightly),
        cmocka_unit_test(a_win_that_cannot_be_missed_is_dropped),
        cmocka_unit_test(a_play_that_may_still_win_is_found),
        cmocka_unit_test(plays_of_a_last_game_win_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
