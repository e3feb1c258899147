/* Chases against the equation that they solve, written down anew with the rules; the experts and ghosts that
 * search against a plain recursion over all lines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "asked.h"
#include "games/pacman/escape.h"
#include "games/pacman/eval.h"
#include "games/pacman/pacman.h"
#include "hra/player.h"

extern const hra_rules hra_rules_pacman;

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef union state_room {
    pac_state s;
    unsigned char bytes[sizeof(pac_state) + PAC_WORDS * sizeof(uint64_t)];
} state_room;

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, &files, &hra_rules_pacman, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static hra_game *open_drawn(const char *drawing) {
    char path[] = "/tmp/hra-pacman-XXXXXX", spec[128];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, drawing, strlen(drawing)), (long)strlen(drawing));
    close(file);
    (void)snprintf(spec, sizeof spec, "pacman:layout=%s", path);
    hra_game *game = open_game(spec);
    unlink(path);
    return game;
}

static void read_state(const hra_game *game, const char *position, state_room *out) {
    hra_error why = {0};
    if (hra_game_read_position(game, position, out, &why))
        fail_msg("%s: %s", position, why.text);
}

/* Some random moves from the start, until `mover` is to move; false where the play ended before. */
static bool wander(const hra_game *game, uint64_t seed, int moves, int mover, state_room *out) {
    hra_rng rng;
    hra_move list[PAC_MOVES];
    hra_rng_init(&rng, seed);
    game->rules->init(game, out);
    while (out->s.end == PAC_PLAYING && (moves-- > 0 || out->s.mover != mover)) {
        int n = game->rules->moves(game, out, list);
        game->rules->apply(game, out, list[hra_rng_below(&rng, (uint32_t)n)]);
    }
    return out->s.end == PAC_PLAYING;
}

/* ---- chases -----------------------------------------------------------------------------------*/

typedef struct foe {
    const hra_model *model; /* NULL: at random */
    bool worst;
} foe;

/* The ghosts that are still to move, and then what the tables say. */
static double after_ghosts(const hra_game *game, const pac_escape *e, foe f, const state_room *s) {
    hra_move list[PAC_MOVES];
    double p[PAC_MOVES], sum = 0, least = 1;
    if (s->s.mover <= 0)
        return pac_escape_chance(e, &s->s);
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n; i++)
        p[i] = 1.0 / n;
    if (f.model)
        f.model->probabilities(game, s, list, n, p);
    for (int i = 0; i < n; i++) {
        state_room child = *s;
        game->rules->apply(game, &child, list[i]);
        double x = after_ghosts(game, e, f, &child);
        sum += p[i] * x;
        least = x < least ? x : least;
    }
    return f.worst ? least : sum;
}

static bool is_scared(const pac_maze *maze, const pac_state *s) {
    for (int k = 1; k <= maze->ghosts; k++)
        if (s->agent[k].timer)
            return true;
    return false;
}

/* Where Pacman is to move, the best of its moves is worth 1 % of 1 and 99 % of what comes of it. */
static int check_equation(const hra_game *game, const pac_escape *e, foe f, const state_room *s) {
    hra_move list[PAC_MOVES];
    double best = 0;
    int n = game->rules->moves(game, s, list);
    if (is_scared(game->data, &s->s) || s->s.food < 2)
        return 0;
    for (int i = 0; i < n; i++) {
        state_room child = *s;
        game->rules->apply(game, &child, list[i]);
        if (is_scared(game->data, &child.s))
            return 0; /* capsules are no part of a chase */
        double x = after_ghosts(game, e, f, &child);
        best = x > best ? x : best;
    }
    double is = pac_escape_chance(e, &s->s), should = 0.01 + 0.99 * best;
    if (fabs(is - should) > 0.0025)
        fail_msg("%s: a chance of %.4f, but what follows says %.4f", game->spec, is, should);
    return 1;
}

static void chases_solve_their_equation(void **state) {
    static const char *const games[] = {"pacman:layout=corridor", "pacman:layout=gallery",
                                        "pacman:layout=crossroads"};
    const foe foes[] = {{&pac_models[0], false}, {NULL, false}, {NULL, true}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (size_t f = 0; f < (g < 2 ? sizeof foes / sizeof *foes : 1); f++) { /* the last takes long */
            hra_game *game = open_game(games[g]);
            pac_escape *e = NULL;
            state_room s;
            int checked = 0;
            assert_int_equal(pac_escape_open(&e, game, foes[f].model, foes[f].worst, NULL, NULL, NULL), 0);
            for (uint64_t seed = 0; seed < 400; seed++)
                if (wander(game, seed, (int)(seed % 40), 0, &s))
                    checked += check_equation(game, e, foes[f], &s);
            assert_true(checked > 50);
            pac_escape_close(e);
            hra_game_close(game);
        }
}

static double chance(const hra_game *game, const char *position) {
    pac_escape *e = NULL;
    state_room s;
    read_state(game, position, &s);
    assert_int_equal(pac_escape_open(&e, game, &pac_models[0], false, NULL, NULL, NULL), 0);
    double x = pac_escape_chance(e, &s.s);
    pac_escape_close(e);
    return x;
}

/* A ghost that came in cannot turn, so Pacman at the end of the lane is caught in the third round; each
 * round survived is worth 1 % of what is left. */
static void a_dead_end_is_a_dead_end(void **state) {
    hra_game *game = open_drawn("%%%%%%%%%\n"
                                "%P  G ..%\n"
                                "%%%%%%%%%\n");
    assert_true(fabs(chance(game, "pacman=1,1 ghosts=4,1W") - (1 - pow(0.99, 3))) < 0.001);
    assert_true(chance(game, "pacman=1,1 ghosts=4,1E") > chance(game, "pacman=1,1 ghosts=4,1W"));
    hra_game_close(game);
}

/* In a ring one ghost is run away from for ever; two from both sides are not. */
static void two_close_a_ring(void **state) {
    hra_game *game = open_drawn("%%%%%%%%%\n"
                                "%1.....2%\n"
                                "%.%%%%%.%\n"
                                "%...P...%\n"
                                "%%%%%%%%%\n");
    assert_true(chance(game, "pacman=4,1 ghosts=1,1W:40/7,1W") > 0.99); /* it is behind, and cannot turn */
    assert_true(chance(game, "pacman=4,1 ghosts=6,1W/2,1E") < 0.03);
    assert_true(chance(game, "pacman=4,1 ghosts=6,1W/7,1S") > 0.9); /* both behind */
    hra_game_close(game);
}

/* Stops a solution that begins with the pairs. */
static void stop_at_pairs(void *self, const char *what, double done) {
    if (strcmp(what, "solving the chases") == 0)
        hra_stop_set(self);
}

/* Against four ghosts single chases say too little: every built-in maze, the largest too, has its pairs
 * solved. To solve them takes seconds, so they are only begun here. */
static void all_mazes_have_their_pairs(void **state) {
    char spec[64];
    for (const pac_named_layout *l = pac_layouts; l->name; l++) {
        (void)snprintf(spec, sizeof spec, "pacman:layout=%s", l->name);
        hra_game *game = open_game(spec);
        hra_stop stop = {0};
        const hra_progress progress = {.self = &stop, .report = stop_at_pairs, .stop = &stop};
        pac_escape *e = NULL;
        hra_err err = pac_escape_open(&e, game, &pac_models[0], false, NULL, &progress, NULL);
        if (hra_stop_is_set(&stop) != (game->seats > 2) || err != (game->seats > 2 ? HRA_ESTOPPED : HRA_OK))
            fail_msg("%s: %s", l->name, hra_err_text(err));
        pac_escape_close(e);
        hra_game_close(game);
    }
}

/* With three the chance is put together: the product of the pairs by that of the single ones. A ghost that
 * is scared for long counts for nothing, so each part can be asked for alone. */
static void three_are_put_together_from_pairs(void **state) {
    enum { ALL = 7 };
    hra_game *game = open_drawn("%%%%%%%%%\n"
                                "%1.....2%\n"
                                "%.%%.%%.%\n"
                                "%.%P...3%\n"
                                "%%%%%%%%%\n");
    pac_escape *e = NULL;
    double of[ALL + 1];
    state_room s;
    assert_int_equal(pac_escape_open(&e, game, &pac_models[0], false, NULL, NULL, NULL), 0);
    assert_true(pac_escape_pairs(e));
    read_state(game, "pacman=3,1 ghosts=4,3S/6,3W/5,1W", &s);
    for (int set = 0; set <= ALL; set++) {
        for (int k = 0; k < 3; k++)
            s.s.agent[k + 1].timer = set >> k & 1 ? 0 : 40;
        of[set] = pac_escape_chance(e, &s.s);
    }
    assert_true(of[0] == 1);
    assert_true(of[4] < 0.9 && of[3] < 0.9 && of[ALL] > 0.001); /* nothing of it is certain */
    double should = of[3] * of[5] * of[6] / (of[1] * of[2] * of[4]);
    assert_true(fabs(of[ALL] - fmin(should, 1)) < 1e-6);
    pac_escape_close(e);
    hra_game_close(game);
}

/* ---- experts ----------------------------------------------------------------------------------*/

/* Every line below the moves of the root, in which Pacman stands still only where nothing else is left. */
static double naive(const hra_game *game, const pac_eval *j, const state_room *s, int depth) {
    hra_move list[PAC_MOVES];
    double p[PAC_MOVES], sum = 0, low = INFINITY, high = -INFINITY;
    if (s->s.mover == HRA_OVER || (s->s.mover == 1 && depth <= 1))
        return pac_eval_value(j, game, &s->s);
    int n = game->rules->moves(game, s, list), mover = s->s.mover;
    for (int i = 0; i < n; i++)
        p[i] = 1.0 / n;
    if (j->model)
        j->model->probabilities(game, s, list, n, p);
    for (int i = 0; i < n; i++) {
        state_room child = *s;
        if (mover == 0 && n > 1 && list[i] == PAC_STOP)
            continue;
        game->rules->apply(game, &child, list[i]);
        double x = naive(game, j, &child, depth - (mover == game->seats - 1));
        sum += p[i] * x;
        low = fmin(low, x);
        high = fmax(high, x);
    }
    return mover == 0 ? high : j->foe == PAC_FOE_MINIMAX ? low : sum;
}

static void the_expert_finds_what_all_lines_say(void **state) {
    static const char *const models[] = {"directional", "random", "minimax"};
    hra_game *game = open_game("pacman:layout=gallery");
    for (int m = 0; m < 3; m++) {
        char spec[96], text[48];
        hra_options options;
        pac_eval judge;
        hra_player *player = NULL;
        hra_agent *agent = NULL;
        asked_move moves[PAC_MOVES];
        state_room s;
        int asked = 0;
        (void)snprintf(text, sizeof text, "model=%s", models[m]);
        (void)snprintf(spec, sizeof spec, "expert:depth=3,min-probability=0,%s", text);
        assert_int_equal(
            hra_options_read(&options, pac_escape_options, NULL, "escape", text, strlen(text), 0, NULL), 0);
        assert_int_equal(pac_eval_open(&judge, game, &options, NULL, NULL, NULL), 0);
        assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, NULL), 0);
        assert_int_equal(hra_agent_open(&agent, player), 0);
        for (uint64_t seed = 0; seed < 60; seed++) {
            int mover = (int)(seed % 3);
            asked_list advice = {.moves = moves};
            if (!wander(game, seed, (int)(seed % 50), mover, &s))
                continue;
            assert_int_equal(asked_advice(agent, &(hra_question){.state = &s}, &advice), 0);
            for (int i = 0; advice.count > 1 && i < advice.count;
                 i++) { /* a single move is not thought about */
                state_room child = s;
                game->rules->apply(game, &child, moves[i].move);
                double should = naive(game, &judge, &child, 3 - (mover == game->seats - 1));
                assert_true(fabs(moves[i].value - (mover == 0 ? should : -should)) < 1e-6);
            }
            asked += advice.count > 1;
        }
        assert_true(asked > 20);
        hra_agent_close(agent);
        hra_player_close(player);
        pac_eval_close(&judge);
    }
    hra_game_close(game);
}

static hra_move ask(const hra_game *game, const char *spec, const char *position) {
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_move move = PAC_MOVES;
    state_room s;
    read_state(game, position, &s);
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &move), 0);
    hra_agent_close(agent);
    hra_player_close(player);
    return move;
}

static void a_reflex_eats_flees_and_hunts(void **state) {
    hra_game *game = open_drawn("%%%%%%%%%\n"
                                "%. P    %\n"
                                "% %%%%% %\n"
                                "%      G%\n"
                                "%%%%%%%%%\n");
    assert_int_equal(ask(game, "reflex", "pacman=3,3"), PAC_WEST);                /* to the food */
    assert_int_equal(ask(game, "reflex", "pacman=3,3 ghosts=2,3E"), PAC_EAST);    /* away */
    assert_int_equal(ask(game, "reflex", "pacman=5,3 ghosts=6,3W:20"), PAC_EAST); /* after it */
    assert_int_equal(ask(game, "reflex:ghost-penalty=0", "pacman=4,3 ghosts=2,3E"), PAC_WEST);
    hra_game_close(game);
}

/* Only Pacman moves: the best order is the short end first. */
static void the_expert_is_alone_too(void **state) {
    static const hra_move best[] = {PAC_WEST, PAC_EAST, PAC_EAST, PAC_EAST, PAC_EAST};
    hra_game *game = open_drawn("%%%%%%%\n"
                                "%.P...%\n"
                                "%%%%%%%\n");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    state_room s;
    game->rules->init(game, &s);
    assert_int_equal(hra_player_open(&player, game, "expert", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (size_t i = 0; i < sizeof best / sizeof *best; i++) {
        hra_move move = PAC_MOVES;
        assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &move), 0);
        assert_int_equal(move, best[i]);
        game->rules->apply(game, &s, move);
    }
    assert_int_equal(s.s.end, PAC_WON);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

static void the_expert_stops_where_it_is_told(void **state) {
    hra_game *game = open_game("pacman:layout=gallery");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    asked_decision thought;
    hra_move move;
    hra_stop stop = {0};
    state_room s;
    game->rules->init(game, &s);
    assert_int_equal(hra_player_open(&player, game, "expert:nodes=3000", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &move), 0);
    assert_int_equal(asked_recall(agent, &thought), 0);
    assert_in_range(thought.nodes, 100, 3001);
    assert_true(thought.depth >= game->seats);
    hra_stop_set(&stop); /* it still answers: the first round is always searched */
    assert_int_equal(asked_choose(agent, &(hra_question){.state = &s, .stop = &stop}, &move), 0);
    assert_int_equal(asked_recall(agent, &thought), 0);
    assert_in_range(thought.nodes, 4, 3000);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- ghosts that search -----------------------------------------------------------------------*/

typedef enum others { OTHERS_MINIMISE, OTHERS_RANDOM } others;

/* The score after DEPTH rounds: Pacman and the seat that is asked play best, the ghosts together; in
 * expectimax all others move at random. */
static double score_after(const hra_game *game, const state_room *s, int depth, int seat, others how) {
    hra_move list[PAC_MOVES];
    double sum = 0, low = INFINITY, high = -INFINITY;
    int mover = s->s.mover;
    if (mover == HRA_OVER || depth == 0)
        return s->s.score;
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n; i++) {
        state_room child = *s;
        game->rules->apply(game, &child, list[i]);
        double x = score_after(game, &child, depth - (mover == game->seats - 1), seat, how);
        sum += x / n;
        low = fmin(low, x);
        high = fmax(high, x);
    }
    if (how == OTHERS_RANDOM && mover != seat)
        return sum;
    return mover == 0 ? high : low;
}

static void check_ghost(const hra_game *game, hra_agent *search, const char *spec, const state_room *s,
                        others how) {
    hra_analysis result;
    int seat = s->s.mover;
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = s}, &result), 0);
    double should = score_after(game, s, 2, seat, how);
    if (fabs(result.value[seat] + should) > 1e-9)
        fail_msg("%s in seat %d finds %g, all lines say %g", spec, seat, result.value[seat], -should);
    state_room child = *s;
    game->rules->apply(game, &child, result.move);
    double chosen = score_after(game, &child, 2 - (seat == game->seats - 1), seat, how);
    assert_true(fabs(chosen - should) < 1e-9);
    hra_analysis_release(&result);
}

static void searching_ghosts_minimise_together(void **state) {
    static const struct {
        const char *spec;
        others how;
    } methods[] = {
        {"minimax:depth=2,eval=score", OTHERS_MINIMISE},
        {"alphabeta:depth=2,eval=score", OTHERS_MINIMISE},
        {"expectimax:depth=2,eval=score", OTHERS_RANDOM},
    };
    hra_game *game = open_game("pacman:layout=gallery");
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        hra_agent *search = NULL;
        state_room s;
        int checked = 0;
        assert_int_equal(hra_agent_open_spec(&search, game, methods[m].spec, NULL), 0);
        for (uint64_t seed = 0; seed < 200; seed++)
            if (wander(game, seed, (int)(seed % 60), 1 + (int)(seed % 2), &s)) {
                check_ghost(game, search, methods[m].spec, &s, methods[m].how);
                checked++;
            }
        assert_true(checked > 60);
        hra_agent_close(search);
    }
    hra_game_close(game);
}

/* ---- Monte Carlo ------------------------------------------------------------------------------*/

static double value_of_east(const hra_game *game, const char *spec, const state_room *s) {
    hra_agent *search = NULL;
    hra_analysis result;
    double value = NAN;
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_open_spec(&search, game, spec, NULL), 0);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = s}, &result), 0);
    for (int i = 0; i < result.move_count; i++)
        if (result.moves[i].move == PAC_EAST)
            value = result.moves[i].value[0];
    hra_agent_close(search);
    hra_analysis_release(&result);
    return value;
}

/* Running into the ghost is worth what an evaluation that was named says of it, so that it is not
 * better than the penalties of all that is left; where none was named it is worth its score. */
static void named_evaluations_judge_ends(void **state) {
    static const char *const methods[] = {"mcts:playouts=200", "montecarlo:playouts=20"};
    hra_game *game = open_drawn("%%%%%%%%\n"
                                "% PG ..%\n"
                                "%%%%%%%%\n");
    state_room s, lost;
    hra_options options;
    pac_eval judge;
    assert_int_equal(hra_options_read(&options, pac_escape_options, NULL, "escape", "", 0, 0, NULL), 0);
    assert_int_equal(pac_eval_open(&judge, game, &options, NULL, NULL, NULL), 0);
    game->rules->init(game, &s);
    game->rules->init(game, &lost);
    game->rules->apply(game, &lost, PAC_EAST);
    double should = pac_eval_value(&judge, game, &lost.s);
    assert_true(should < -3500);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        char spec[64];
        (void)snprintf(spec, sizeof spec, "%s,plies=4,eval=escape", methods[m]);
        assert_true(fabs(value_of_east(game, spec, &s) - should) < 1e-6);
        assert_true(fabs(value_of_east(game, methods[m], &s) - lost.s.score) < 1e-6);
    }
    pac_eval_close(&judge);
    hra_game_close(game);
}

/* What a review rests on: the best move of Pacman costs nothing, and an end is worth its score. */
static void the_expert_tells_the_score_to_come(void **state) {
    hra_game *game = open_game("pacman:layout=gallery"), *alone = open_drawn("%%%%%%%\n"
                                                                             "%.P ..%\n"
                                                                             "%%%%%%%\n");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    double before[PAC_AGENTS], after[PAC_AGENTS];
    int asked = 0;
    assert_int_equal(hra_player_open(&player, game, "expert:depth=2", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (uint64_t seed = 0; seed < 40; seed++) {
        hra_move list[PAC_MOVES];
        double high = -INFINITY;
        state_room s;
        if (!wander(game, seed, (int)(seed % 50), 0, &s))
            continue;
        assert_int_equal(asked_value(agent, &s, before), 0);
        int n = game->rules->moves(game, &s, list);
        for (int i = 0; i < n; i++) {
            state_room child = s;
            game->rules->apply(game, &child, list[i]);
            assert_int_equal(asked_value(agent, &child, after), 0);
            assert_true(child.s.mover != HRA_OVER || after[0] == child.s.score);
            high = fmax(high, after[0]);
        }
        assert_true(fabs(before[0] - high) < 1e-9);
        assert_true(before[1] == -before[0]);
        asked++;
    }
    assert_true(asked > 20);
    hra_agent_close(agent);
    hra_player_close(player);

    state_room s; /* one step to the left, four to the right: three foods in five steps */
    alone->rules->init(alone, &s);
    assert_int_equal(hra_player_open(&player, alone, "expert:depth=8", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    assert_int_equal(asked_value(agent, &s, before), 0);
    assert_true(before[0] == 3 * 10 - 5 + 500);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(alone);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expert_tells_the_score_to_come),
        cmocka_unit_test(chases_solve_their_equation),
        cmocka_unit_test(a_dead_end_is_a_dead_end),
        cmocka_unit_test(two_close_a_ring),
        cmocka_unit_test(all_mazes_have_their_pairs),
        cmocka_unit_test(three_are_put_together_from_pairs),
        cmocka_unit_test(the_expert_finds_what_all_lines_say),
        cmocka_unit_test(a_reflex_eats_flees_and_hunts),
        cmocka_unit_test(the_expert_is_alone_too),
        cmocka_unit_test(the_expert_stops_where_it_is_told),
        cmocka_unit_test(searching_ghosts_minimise_together),
        cmocka_unit_test(named_evaluations_judge_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
