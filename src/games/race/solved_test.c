/* Three seats with a piece each, solved: the general solver against a value iteration that knows no more than the
 * rules of one piece. Two seats with two pieces: what a search loses by the solution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/solve.h"
#include "race.h"

extern const hra_rules hra_rules_race;

/* With one piece there is nothing to choose: a piece that can move has to. So all that a seat has is the chance to win
 * before each throw, and three linear equations a position say what it is. */
enum { SEATS = 3, RING = 8, PLACES = RING + 1, TRIES = 3 };

typedef struct chances {
    int faces, enter, tries; /* a die 1..faces; this face brings a piece on, and throws again */
    double win[SEATS][TRIES][PLACES][PLACES][PLACES][SEATS]; /* [to throw][failed tries][places] */
} chances;

static int square(int seat, int place) {
    return (place - 1 + seat * RING / 4) % RING;
}

/* The chances after a throw; NULL: `seat` has won. */
static const double *after(const chances *c, int seat, int failed, const int place[SEATS], int face) {
    int at[SEATS] = {place[0], place[1], place[2]}, to = place[seat];
    bool again = face == c->enter;
    if (to == 0)
        to = face == c->enter ? 1 : 0;
    else if (to + face <= RING + 1) /* home only by an exact throw */
        to += face;
    if (to > RING)
        return NULL;
    bool moved = to != place[seat];
    at[seat] = to;
    for (int other = 0; moved && other < SEATS; other++)
        if (other != seat && at[other] && square(other, at[other]) == square(seat, to))
            at[other] = 0;
    bool tries_on = !again && !moved && to == 0 && failed + 1 < c->tries;
    int next = again || tries_on ? seat : (seat + 1) % SEATS;
    return c->win[next][tries_on ? failed + 1 : 0][at[0]][at[1]][at[2]];
}

static double improve(chances *c, int seat, int failed, const int place[SEATS]) {
    double fresh[SEATS] = {0}, change = 0, *old = c->win[seat][failed][place[0]][place[1]][place[2]];
    for (int face = 1; face <= c->faces; face++) {
        const double *next = after(c, seat, failed, place, face);
        for (int k = 0; k < SEATS; k++)
            fresh[k] += (next ? next[k] : k == seat) / c->faces;
    }
    for (int k = 0; k < SEATS; k++) {
        change = fmax(change, fabs(fresh[k] - old[k]));
        old[k] = fresh[k];
    }
    return change;
}

static double sweep(chances *c) {
    double most = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int failed = 0; failed < c->tries; failed++)
            for (int i = 0; i < PLACES * PLACES * PLACES; i++) {
                const int place[SEATS] = {i % PLACES, i / PLACES % PLACES, i / PLACES / PLACES};
                most = fmax(most, improve(c, seat, failed, place));
            }
    return most;
}

/* Positions that no play reaches, two pieces on one square for example, are in the twin only. */
static int compare(const chances *c, const hra_solution *solution) {
    int compared = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int failed = 0; failed < c->tries; failed++)
            for (int i = 0; i < PLACES * PLACES * PLACES; i++) {
                const int place[SEATS] = {i % PLACES, i / PLACES % PLACES, i / PLACES / PLACES};
                race_state r = {.turn = (uint8_t)seat, .failed = (uint8_t)failed};
                double value[SEATS];
                for (int k = 0; k < SEATS; k++)
                    r.place[k][0] = (uint8_t)place[k];
                if (hra_solution_value(solution, &r, value))
                    continue;
                compared++;
                for (int k = 0; k < SEATS; k++) /* won is 1, lost -1 */
                    assert_true(fabs(2 * c->win[seat][failed][place[0]][place[1]][place[2]][k] - 1 -
                                     value[k]) < 1e-9);
            }
    return compared;
}

static void three_seats_are_solved(void **state) {
    static const struct {
        const char *spec;
        int faces, tries, least; /* least: positions that are compared */
    } cases[] = {
        {"race:seats=3,pieces=1,track=8,faces=1-2-3", 3, 3, 1000},
        {"race:seats=3,pieces=1,track=8,faces=1-2,entry-rolls=1", 2, 1, 1000},
    };
    chances *c = malloc(sizeof *c);
    assert_non_null(c);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_solution *solution = NULL;
        *c = (chances){.faces = cases[i].faces, .enter = cases[i].faces, .tries = cases[i].tries};
        while (sweep(c) > 1e-13)
            continue;
        assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_race, cases[i].spec, NULL), 0);
        assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
        int compared = compare(c, solution);
        if (compared < cases[i].least)
            fail_msg("%s: only %d positions compared", cases[i].spec, compared);
        hra_solution_close(solution);
        hra_game_close(game);
    }
    free(c);
}

/* What the mover of a position with a choice loses by a move: the best exact value after any move less that
 * after this one. */
static double loss_of(const hra_game *game, const hra_solution *solution, const race_state *r, hra_move made,
                      int *choices) {
    hra_move moves[RACE_MOVES];
    double best = -INFINITY, own = 0, value[2];
    int n = game->rules->moves(game, r, moves);
    for (int i = 0; i < n; i++) {
        race_state child = *r;
        game->rules->apply(game, &child, moves[i]);
        assert_int_equal(hra_solution_value(solution, &child, value), 0);
        best = fmax(best, value[r->turn]);
        own = moves[i] == made ? value[r->turn] : own;
    }
    *choices += n > 1;
    return best - own;
}

/* The mean loss of a choice when the search plays with itself. */
static double mean_loss(const hra_game *game, const hra_solution *solution, const char *spec) {
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    double sum = 0;
    int choices = 0;
    hra_rng_init(&rng, 49);
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    while (choices < 200) {
        race_state r;
        game->rules->init(game, &r);
        for (int mover; (mover = game->rules->to_move(game, &r)) != HRA_OVER;) {
            hra_move move = (hra_move)(1 + hra_rng_below(&rng, 3)); /* a throw */
            if (mover != HRA_CHANCE) {
                assert_int_equal(asked_choose(agent, &(hra_question){.state = &r}, &move), 0);
                sum += loss_of(game, solution, &r, move, &choices);
            }
            game->rules->apply(game, &r, move);
        }
    }
    hra_agent_close(agent);
    hra_player_close(player);
    return sum / choices;
}

/* A hundredth of the games that are won is 0.02 between -1 and 1. */
static void a_search_is_within_a_hundredth(void **state) {
    static const char spec[] = "race:seats=2,pieces=2,track=8,faces=1-2-3";
    hra_game *game = NULL;
    hra_solution *solution = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_race, spec, NULL), 0);
    assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
    double one = mean_loss(game, solution, "expectiminimax:depth=1"),
           three = mean_loss(game, solution, "expectiminimax:depth=3");
    assert_true(three < 0.02 && three < one);
    hra_solution_close(solution);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_seats_are_solved),
        cmocka_unit_test(a_search_is_within_a_hundredth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
