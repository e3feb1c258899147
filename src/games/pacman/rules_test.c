/* The rules where they are easily got wrong, each as a maze, a position and moves; the estimates
 * against sums written down anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/pacman/pacman.h"
#include "hra/player.h"

extern const hra_rules hra_rules_pacman;

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

/* A game on a maze that is drawn in the test, or why there is none. */
static hra_err try_drawn(hra_game **game, const char *drawing, const char *options, hra_error *why) {
    char path[] = "/tmp/hra-pacman-XXXXXX", spec[128];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, drawing, strlen(drawing)), (long)strlen(drawing));
    close(file);
    snprintf(spec, sizeof spec, "pacman:layout=%s%s", path, options);
    hra_err err = hra_game_open_rules(game, &files, &hra_rules_pacman, spec, why);
    unlink(path);
    return err;
}

static hra_game *open_drawn(const char *drawing, const char *options) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (try_drawn(&game, drawing, options, &why) != 0)
        fail_msg("%s", why.text);
    return game;
}

static void *state_of(const hra_game *game, const char *position) {
    hra_error why = {0};
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    if (*position && hra_game_read_position(game, position, s, &why))
        fail_msg("%s: %s", position, why.text);
    return s;
}

/* ---- hunts and crowds -----------------------------------------------------------------------*/

static const char hunt[] = "%%%%%%%\n"
                           "%Po.GG%\n"
                           "%%%%%%%\n";

static bool refuses(const char *drawing, const char *options, const char *words) {
    hra_game *game = NULL;
    hra_error why = {0};
    hra_err err = try_drawn(&game, drawing, options, &why);
    hra_game_close(game);
    return err == HRA_EINPUT && strstr(why.text, words) != NULL;
}

/* Letters of moves; the game must have ended so. */
static void expect_end(const char *drawing, const char *options, const char *moves, pac_end end, int score) {
    static const char letters[] = "WXENS";
    hra_game *game = open_drawn(drawing, options);
    pac_state *s = state_of(game, "");
    double value[PAC_AGENTS];
    for (const char *m = moves; *m; m++) {
        hra_move move = (hra_move)(strchr(letters, *m) - letters);
        assert_true(hra_game_legal(game, s, move));
        assert_int_equal(s->end, PAC_PLAYING);
        game->rules->apply(game, s, move);
    }
    assert_int_equal(s->end, end);
    game->rules->returns(game, s, value);
    assert_true(value[0] == score && value[1] == -score);
    free(s);
    hra_game_close(game);
}

/* The maze of a hunt has no food: it cannot be won, and eaten ghosts bring their points. */
static void a_hunt_ends_by_the_limit_or_a_ghost(void **state) {
    char bare[sizeof hunt];
    memcpy(bare, hunt, sizeof bare);
    *strchr(bare, '.') = ' ';
    /* the capsule, then the ghost half-way to it: 200 for three steps */
    expect_end(bare, ",max-rounds=3,ghosts=1", "EWEEX", PAC_PLAYING, 197);
    expect_end(bare, ",max-rounds=3,ghosts=1", "EWEEXW", PAC_UNDECIDED, 197);
    expect_end("%%%%%%\n%P  G%\n%%%%%%\n", "", "XWXWXW", PAC_LOST, -503);
    assert_true(refuses("%%%%\n%P %\n%%%%\n", ",max-rounds=0", "needs max-rounds=1 or more"));
    hra_game *game = open_drawn("%%%%\n%P %\n%%%%\n", "");
    hra_error why;
    pac_state *s = state_of(game, "score=-5 round=5 food=none");
    assert_int_equal(hra_game_read_position(game, "turn=won", s, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "needs a maze with food"));
    free(s);
    hra_game_close(game);
}

/* As many ghosts as there are seats for: each has its turn, its place in a position, and its points. */
static void seven_ghosts_play(void **state) {
    static const char crowd[] = "%%%%%%%%%%%\n"
                                "%P.GGGG243%\n"
                                "%.........%\n"
                                "%%%%%%%%%%%\n";
    static const char start[] =
        "turn=pacman score=0 round=0 pacman=1,2 ghosts=3,2/4,2/5,2/6,2/7,2/9,2/8,2 food=all";
    hra_game *game = open_drawn(crowd, "");
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(game->seats, HRA_MAX_SEATS);
    pac_state *s = state_of(game, "");
    for (int seat = 0; seat < game->seats; seat++) {
        hra_move moves[PAC_MOVES];
        assert_int_equal(game->rules->to_move(game, s), seat);
        assert_non_null(game->rules->text->seat_names[seat]);
        assert_non_null(game->rules->scene->seat_colors[seat]);
        hra_text_clear(&text);
        pac_write_position(game, s, &text);
        if (seat == 0)
            assert_string_equal(hra_text_string(&text), start);
        pac_state *again = state_of(game, hra_text_string(&text));
        assert_memory_equal(s, again, game->state_size);
        free(again);
        assert_true(game->rules->moves(game, s, moves) > 0);
        game->rules->apply(game, s, PAC_SOUTH);
    }
    assert_int_equal(s->round, 1);
    assert_int_equal(game->rules->to_move(game, s), 0);
    free(s);
    hra_game_close(game);
    hra_text_release(&text);
}

/* ---- steps ------------------------------------------------------------------------------------*/

static const char lane[] = "%%%%%%%%%%\n"
                           "%P..oGG .%\n"
                           "%%%%%%%%%%\n"; /* Pacman 1,1; ghosts 5,1 and 6,1 */

static const struct {
    const char *what, *position, *moves, *after; /* moves: a letter each; after: what the text holds */
} steps[] = {
    {"a step costs one and food brings ten", "pacman=1,1", "E",
     "turn=1 score=9 round=0 pacman=2,1E ghosts=5,1/6,1 food=6"},
    {"standing still costs one, and the direction stays", "pacman=2,1E food=6", "X",
     "turn=1 score=-1 round=0 pacman=2,1E"},
    {"a cell whose food was eaten brings none", "pacman=3,1 food=6", "W", "turn=1 score=-1"},
    {"the last food wins", "pacman=1,1 food=8", "E", "turn=won score=509"},
    {"a live ghost there costs nothing then", "pacman=1,1 ghosts=2,1/6,1 food=8", "E", "turn=won score=509"},
    {"a scared one there still brings its 200", "pacman=1,1 ghosts=2,1W:9/6,1 food=8", "E",
     "turn=won score=709 round=0 pacman=2,1E ghosts=5,1/6,1"},
    {"a capsule scares all", "pacman=3,1 food=2", "E",
     "score=-1 round=0 pacman=4,1E ghosts=5,1:40/6,1:40 food=2 capsules=none"},
    {"a capsule on a ghost's cell eats it at once", "pacman=3,1 ghosts=4,1/6,1 food=2", "E",
     "score=199 round=0 pacman=4,1E ghosts=5,1/6,1:40"},
    {"two that catch together cost a thousand", "pacman=1,1 ghosts=2,1/2,1", "E", "turn=lost score=-991"},
    {"half a cell is touched", "pacman=1,1 ghosts=2.5,1W:9/6,1", "E",
     "turn=1 score=209 round=0 pacman=2,1E ghosts=5,1/6,1"},
    {"a scared ghost moves half a cell", "turn=1 pacman=1,1 ghosts=5,1W:40/6,1", "W", "ghosts=4.5,1W:39/6,1"},
    {"and the other half", "turn=1 pacman=1,1 ghosts=4.5,1W:39/6,1", "W", "ghosts=4,1W:38/6,1"},
    {"when fear ends between two cells, halves go up", "turn=1 pacman=1,1 ghosts=5,1W:1/6,1", "W",
     "ghosts=5,1W/6,1"},
    {"up to the east", "turn=1 pacman=1,1 ghosts=5,1E:1/6,1", "E", "ghosts=6,1E/6,1"},
    {"when fear ends, the ghost kills in that very step", "turn=1 pacman=4,1 ghosts=4.5,1W:1/6,1", "W",
     "turn=lost score=-500"},
    {"a ghost that meets Pacman while scared is eaten", "turn=1 pacman=4,1 ghosts=5,1W:2/6,1", "W",
     "turn=2 score=200 round=0 pacman=4,1 ghosts=5,1/6,1"},
    {"an eaten ghost is not tested again, even on Pacman's cell", "turn=2 pacman=6,1 ghosts=4,1/7,1W:9", "W",
     "turn=pacman score=200 round=1 pacman=6,1 ghosts=4,1/6,1"},
    {"the second ghost's turn comes only if the first has not ended it", "turn=1 pacman=4,1 ghosts=5,1W/6,1",
     "W", "turn=lost score=-500"},
    {"a round ends after the last ghost", "pacman=1,1", "XWE",
     "turn=pacman score=-1 round=1 pacman=1,1 ghosts=4,1W/7,1E"},
    {"who stands on food that was put there eats it", "pacman=2,1 food=e", "X",
     "score=9 round=0 pacman=2,1 ghosts=5,1/6,1 food=6"},
};

static void steps_do_what_the_rules_say(void **state) {
    static const char letters[] = "WXENS";
    hra_game *game = open_drawn(lane, "");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        void *s = state_of(game, steps[i].position);
        hra_text text;
        hra_text_init(&text);
        for (const char *m = steps[i].moves; *m; m++) {
            hra_move move = (hra_move)(strchr(letters, *m) - letters);
            assert_true(hra_game_legal(game, s, move));
            game->rules->apply(game, s, move);
        }
        game->rules->text->write_position(game, s, &text);
        if (!strstr(hra_text_string(&text), steps[i].after))
            fail_msg("%s: %s does not hold %s", steps[i].what, hra_text_string(&text), steps[i].after);
        hra_text_release(&text);
        free(s);
    }
    hra_game_close(game);
}

static const struct {
    const char *what, *position, *legal;
} choices[] = {
    {"Pacman may stand still", "pacman=3,1", "WXE"},
    {"not into walls", "pacman=1,1", "XE"},
    {"a ghost may go anywhere at the start", "turn=1 pacman=1,1 ghosts=5,1/6,1", "WE"},
    {"but not back", "turn=1 pacman=1,1 ghosts=5,1W/6,1", "W"},
    {"unless it is the only way", "turn=1 pacman=5,1 ghosts=1,1W/6,1", "E"},
    {"between two cells straight on", "turn=2 pacman=1,1 ghosts=5,1/3.5,1E:9", "E"},
    {"on a cell a scared ghost follows the same rule", "turn=2 pacman=1,1 ghosts=5,1/4,1W:9", "W"},
};

static void legal_moves_are_those_of_the_rules(void **state) {
    hra_game *game = open_drawn(lane, "");
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        void *s = state_of(game, choices[i].position);
        hra_move list[PAC_MOVES];
        char found[PAC_MOVES + 1] = "";
        int n = game->rules->moves(game, s, list);
        for (int k = 0; k < n; k++)
            found[k] = "WXENS"[list[k]];
        if (strcmp(found, choices[i].legal) != 0)
            fail_msg("%s: %s, not %s", choices[i].what, found, choices[i].legal);
        free(s);
    }
    hra_game_close(game);
}

static void a_limit_ends_it_undecided(void **state) {
    hra_game *game = open_drawn(lane, ",max-rounds=2,ghosts=0");
    pac_state *s = state_of(game, "");
    double value[HRA_MAX_SEATS];
    assert_int_equal(game->seats, 1);
    game->rules->apply(game, s, PAC_STOP);
    assert_int_equal(game->rules->to_move(game, s), 0);
    game->rules->apply(game, s, PAC_STOP);
    assert_int_equal(game->rules->to_move(game, s), HRA_OVER);
    assert_int_equal(s->end, PAC_UNDECIDED);
    game->rules->returns(game, s, value);
    assert_true(value[0] == -2);
    free(s);
    hra_game_close(game);
}

/* A position that is typed may hold ghosts that are scared already. What they bring stays within the
 * bounds of the game, and what is written on the way can be read. */
static void ghosts_scared_at_the_beginning_stay_in_bounds(void **state) {
    hra_game *game = open_drawn("%%%%%%%\n"
                                "%P o .%\n"
                                "%%%%%G%\n"
                                "%%%%%%%\n",
                                ",max-rounds=10");
    pac_state *s = state_of(game, "ghosts=2,2W:40"), *again = state_of(game, "");
    hra_move list[PAC_MOVES];
    double value[HRA_MAX_SEATS];
    for (int ply = 0; s->mover != HRA_OVER; ply++) {
        hra_text text;
        hra_text_init(&text);
        game->rules->text->write_position(game, s, &text);
        hra_error why = {0};
        if (hra_game_read_position(game, hra_text_string(&text), again, &why))
            fail_msg("%s: %s", hra_text_string(&text), why.text);
        assert_memory_equal(s, again, game->state_size);
        hra_text_release(&text);
        (void)game->rules->moves(game, s, list); /* of the ghost there is one */
        game->rules->apply(game, s, s->mover ? list[0] : PAC_EAST);
    }
    game->rules->returns(game, s, value);
    assert_true(value[0] == 10 + 500 + 2 * 200 - 4); /* one ghost, eaten before and after the capsule */
    assert_true(value[0] <= game->max_return && value[1] >= game->min_return);
    free(s);
    free(again);
    hra_game_close(game);
}

/* Where rounds are counted no position comes again; where Pacman looks counts for nothing.
 */
static void keys_tell_what_goes_on_alike(void **state) {
    hra_game *game = open_drawn(lane, ",max-rounds=9");
    pac_state *a = state_of(game, "pacman=2,1 round=8"), *b = state_of(game, "pacman=2,1W round=8"),
              *c = state_of(game, "pacman=2,1 round=7");
    assert_true(hra_game_key(game, a) == hra_game_key(game, b));
    assert_true(hra_game_key(game, a) != hra_game_key(game, c)); /* one round more is to come */
    free(a);
    free(b);
    free(c);
    hra_game_close(game);
}

/* ---- estimates --------------------------------------------------------------------------------*/

/* Steps to all places by relaxing them until nothing changes; between two cells half a step more. */
static void measure(const pac_maze *maze, unsigned from, double *d) {
    static const int beside[] = {-1, 1, -PAC_ROW, PAC_ROW};
    bool changed = true;
    for (unsigned i = 0; i < PAC_PLACES; i++)
        d[i] = i == from ? 0 : 1e6;
    while (changed) {
        changed = false;
        for (unsigned i = PAC_ROW; i < 2 * (unsigned)maze->height * PAC_ROW; i++)
            for (int k = 0; maze->ways[i] && k < 4; k++) {
                unsigned j = i + (unsigned)beside[k];
                if (maze->ways[j] && d[j] + 0.5 < d[i]) {
                    d[i] = d[j] + 0.5;
                    changed = true;
                }
            }
    }
}

/* The formula of src/games/pacman/rules.md, term by term. */
static double better_again(const pac_maze *maze, const pac_state *s, double pull) {
    static double from_pacman[PAC_PLACES], from_dot[PAC_PLACES];
    double x = s->score, nearest = 1e6, capsule = 1e6;
    measure(maze, s->agent[0].place, from_pacman);
    for (int i = 0; i < maze->dots; i++) {
        unsigned at = maze->place[maze->dot_cell[i]];
        bool guarded = false;
        if (!(s->dots[i / 64] >> i % 64 & 1))
            continue;
        if (i < maze->food) {
            nearest = fmin(nearest, from_pacman[at]);
            x -= 20;
            continue;
        }
        measure(maze, at, from_dot);
        for (int k = 1; k <= maze->ghosts; k++)
            guarded = guarded || from_dot[s->agent[k].place] <= 5;
        x -= guarded ? 800 : 500;
        capsule = guarded ? fmin(capsule, from_pacman[at]) : capsule;
    }
    x -= s->food ? nearest : 0;
    x -= capsule < 1e6 ? pull * capsule : 0;
    for (int k = 1; k <= maze->ghosts; k++) {
        double d = from_pacman[s->agent[k].place];
        if (s->agent[k].timer)
            x += d <= s->agent[k].timer ? 100 / (d + 1) : 0;
        else if (d <= 1 && s->end != PAC_WON)
            x -= 10000;
    }
    return x;
}

/* Along random plays, finished states too. */
static void better_is_the_sum_that_is_written_down(void **state) {
    static const char *const specs[] = {"pacman:layout=larder", "pacman:layout=comb", "pacman:layout=tour"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = NULL;
        hra_eval eval, pulled;
        hra_move list[PAC_MOVES];
        hra_rng rng;
        int scared = 0, drawn = 0;
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), 0);
        assert_int_equal(hra_eval_open(&eval, game, "better", NULL), 0);
        assert_int_equal(hra_eval_open(&pulled, game, "better:capsule-distance=3", NULL), 0);
        for (uint64_t seed = 0; seed < 6; seed++) {
            pac_state *s = state_of(game, seed % 2 && i == 0 ? "pacman=2,1 ghosts=4,1/6,1/13,5" : "");
            hra_rng_init(&rng, seed);
            for (int ply = 0; ply < 60; ply++) {
                double value[HRA_MAX_SEATS], other[HRA_MAX_SEATS];
                eval.kind->value(game, eval.self, NULL, s, value);
                pulled.kind->value(game, pulled.self, NULL, s, other);
                if (fabs(value[0] - better_again(game->data, s, 0)) > 1e-6 ||
                    fabs(other[0] - better_again(game->data, s, 3)) > 1e-6)
                    fail_msg("%s, seed %d, ply %d: %g and %g, not %g and %g", specs[i], (int)seed, ply,
                             value[0], other[0], better_again(game->data, s, 0),
                             better_again(game->data, s, 3));
                drawn += value[0] - other[0] > 1;
                if (s->mover == HRA_OVER)
                    break;
                scared += s->agent[1].timer > 0;
                int n = game->rules->moves(game, s, list);
                game->rules->apply(game, s, list[hra_rng_below(&rng, (uint32_t)n)]);
            }
            free(s);
        }
        assert_true(i > 0 || (scared > 0 && drawn > 0));
        hra_eval_close(&eval);
        hra_eval_close(&pulled);
        hra_game_close(game);
    }
}

/* Weights may be large and the food much; the numbers stay within what the evaluation promises. */
static void estimates_stay_in_their_bounds(void **state) {
    static const char *const specs[] = {"better:food=1e6", "near:ghost-penalty=-1e6", "escape:food=1e6",
                                        "score"};
    char drawing[36 * 35 + 1];
    for (int i = 0; i < 36 * 35; i++) {
        int x = i % 36, y = i / 36;
        bool wall = x == 0 || x == 34 || y == 0 || y == 34;
        drawing[i] = x == 35 ? '\n' : wall ? '%' : x == 1 && y == 1 ? 'P' : '.';
    }
    drawing[36 * 35] = '\0';
    hra_game *game = open_drawn(drawing, ",max-rounds=0");
    pac_state *s = state_of(game, "");
    assert_int_equal(s->food, 33 * 33 - 1);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_eval eval;
        double value[HRA_MAX_SEATS];
        assert_int_equal(hra_eval_open(&eval, game, specs[i], NULL), 0);
        bool own = eval.kind->min < eval.kind->max;
        eval.kind->value(game, eval.self, NULL, s, value);
        if (value[0] < (own ? eval.kind->min : game->min_return) ||
            value[0] > (own ? eval.kind->max : game->max_return))
            fail_msg("%s: %g is out of bounds", specs[i], value[0]);
        hra_eval_close(&eval);
    }
    free(s);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hunt_ends_by_the_limit_or_a_ghost),
        cmocka_unit_test(seven_ghosts_play),
        cmocka_unit_test(steps_do_what_the_rules_say),
        cmocka_unit_test(legal_moves_are_those_of_the_rules),
        cmocka_unit_test(a_limit_ends_it_undecided),
        cmocka_unit_test(ghosts_scared_at_the_beginning_stay_in_bounds),
        cmocka_unit_test(keys_tell_what_goes_on_alike),
        cmocka_unit_test(better_is_the_sum_that_is_written_down),
        cmocka_unit_test(estimates_stay_in_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
