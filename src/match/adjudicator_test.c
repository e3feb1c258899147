/* Games that are ended early, against the same games played to their end and judged afterwards, all at once.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/solve.h"
#include "played.h"

enum { GAMES = 12, MOST_PLIES = 400 };

typedef struct hall {
    hra_game *game;
    hra_player *opened[2];
    hra_text records; /* of all games */
    hra_match_game over[GAMES];
    int count;
} hall;

static void enter(hall *h, const char *game, const char *first, const char *second) {
    *h = (hall){0};
    assert_int_equal(hra_game_open(&h->game, NULL, game, NULL), 0);
    assert_int_equal(hra_player_open(&h->opened[0], h->game, first, NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&h->opened[1], h->game, second, NULL, NULL, NULL), 0);
    hra_text_init(&h->records);
}

static void leave(hall *h) {
    for (int i = 0; i < 2; i++)
        hra_player_close(h->opened[i]);
    hra_game_close(h->game);
    hra_text_release(&h->records);
}

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static hra_err keep(void *self, const hra_match_game *game) {
    hall *h = self;
    h->over[h->count++] = *game;
    return HRA_OK;
}

/* Plays; how NULL: to the end. */
static void play(hall *h, const hra_adjudicator *how, int threads) {
    hra_match_result r = {.size = sizeof r};
    hra_error why = {0};
    played_setup setup = {.game = h->game,
                          .players = (const hra_player *const *)h->opened,
                          .count = 2,
                          .games = GAMES,
                          .seed = 3,
                          .threads = threads,
                          .rotate = true,
                          .sink = add_text,
                          .sink_self = &h->records,
                          .ended = keep,
                          .ended_self = h,
                          .adjudicator = how};
    hra_text_clear(&h->records);
    h->count = 0;
    if (played_match(&setup, &r, &why) != 0)
        fail_msg("%s", why.text);
    assert_int_equal(h->count, GAMES);
    hra_match_release(&r);
}

/* What was said in a game that was played to its end: of each ply the score of who moved; not a number of
 * chance, and of who says nothing. */
typedef struct story {
    hra_record *record;
    int plies;
    double score[MOST_PLIES];
} story;

/* What the players say of their moves when the game is gone through once more. */
static void ask_again(const hall *h, uint64_t game, story *out) {
    const hra_player *players[2] = {h->opened[game % 2], h->opened[1 - game % 2]};
    hra_play *play = NULL;
    hra_play_setup setup = {
        .size = sizeof setup, .game = h->game, .players = players, .count = 2, .seed = 3, .number = game / 2};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int ply = 0; ply < out->plies; ply++) {
        int seat = hra_play_at(play, ply).mover;
        hra_agent *agent = NULL;
        hra_question question;
        hra_analysis result;
        hra_analysis_init(&result);
        hra_play_question(play, &question);
        assert_int_equal(hra_agent_open(&agent, players[seat]), 0);
        asked_decision thought;
        hra_move move;
        assert_int_equal(asked_choose(agent, &question, &move), 0);
        bool mute = asked_recall(agent, &thought) != 0;
        assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
        out->score[ply] = mute ? NAN : result.value[seat];
        hra_analysis_release(&result);
        hra_agent_close(agent);
        assert_int_equal(hra_play_apply(play, hra_record_at(out->record, ply).move), 0);
    }
    hra_play_close(play);
}

static void read_story(const hall *h, size_t *at, uint64_t game, bool scores, story *out) {
    size_t used = 0;
    *out = (story){0};
    assert_int_equal(hra_record_parse(&out->record, NULL, hra_text_string(&h->records) + *at,
                                      h->records.length - *at, &used, 1, NULL),
                     0);
    *at += used;
    out->plies = hra_record_info(out->record)->plies;
    assert_in_range(out->plies, 1, MOST_PLIES);
    if (scores)
        ask_again(h, game, out);
}

/* Whether the last `count` scores of this seat up to a ply lie in low..high. */
static bool all_within(const story *s, int ply, int seat, int count, double low, double high) {
    int seen = 0;
    for (; ply >= 0 && seen < count; ply--) {
        if (hra_record_at(s->record, ply).mover != seat)
            continue;
        if (!(s->score[ply] >= low && s->score[ply] <= high))
            return false;
        seen++;
    }
    return seen == count;
}

static int moves_of(const story *s, int ply, int seat) {
    int moves = 0;
    for (; ply >= 0; ply--)
        moves += hra_record_at(s->record, ply).mover == seat;
    return moves;
}

/* How the game ends behind this ply, if it does. */
static hra_adjudication judge(const story *s, const hra_adjudicator *how, int ply, double *first) {
    const double r = how->resign_score;
    double value[HRA_MAX_SEATS];
    *first = 0;
    if (how->tablebases &&
        hra_solution_value(how->tablebases, hra_record_at(s->record, ply + 1).state, value) == 0) {
        *first = value[0];
        return HRA_ADJUDICATION_TABLES;
    }
    for (int loser = 0; loser < 2 && how->resign_moves; loser++) {
        bool agreed = all_within(s, ply, !loser, how->resign_moves, r, INFINITY);
        *first = loser ? 1 : -1;
        if (all_within(s, ply, loser, how->resign_moves, -INFINITY, -r) && (agreed || !how->resign_twosided))
            return HRA_ADJUDICATION_RESIGN;
    }
    *first = 0;
    bool drawn = how->draw_moves > 0;
    for (int seat = 0; seat < 2; seat++)
        drawn = drawn && moves_of(s, ply, seat) >= how->draw_after &&
                all_within(s, ply, seat, how->draw_moves, -how->draw_score, how->draw_score);
    if (drawn)
        return HRA_ADJUDICATION_DRAW;
    return how->max_plies && ply + 1 >= how->max_plies ? HRA_ADJUDICATION_LENGTH : HRA_ADJUDICATION_NONE;
}

/* A game that was ended early, as its record has it, against the story of the same game. */
static hra_adjudication compare(const story *whole, const hra_adjudicator *how, const story *ended,
                                const hra_match_game *over) {
    double first = 0, value[HRA_MAX_SEATS];
    hra_adjudication why = HRA_ADJUDICATION_NONE;
    int plies = 0;
    while (plies < whole->plies && !why) {
        plies++;
        if (plies < whole->plies) /* a game that is over anyway is not adjudicated */
            why = judge(whole, how, plies - 1, &first);
    }
    assert_int_equal(ended->plies, plies);
    assert_true(hra_record_info(ended->record)->finished);
    assert_int_equal(hra_record_info(ended->record)->adjudication, why);
    assert_int_equal(over->adjudication, why);
    assert_int_equal(over->plies, plies);
    assert_int_equal(hra_record_info(ended->record)->version, why ? 3 : 1);
    memcpy(value, hra_record_info(ended->record)->returns, sizeof value);
    if (why) {
        assert_int_equal(hra_record_info(ended->record)->outcome, HRA_OUTCOME_ADJUDICATED);
        assert_int_equal(over->outcome, HRA_OUTCOME_ADJUDICATED);
    } else {
        double own[HRA_MAX_SEATS];
        memcpy(own, hra_record_info(whole->record)->returns, sizeof own);
        first = own[0];
    }
    assert_true(value[0] == first && value[1] == -first);
    assert_true(over->value[0] == first && over->value[1] == -first);
    assert_int_equal(over->winners, first > 0 ? 1 : first < 0 ? 2 : 3);
    return why;
}

/* ---- against whole games --------------------------------------------------------------------*/

typedef struct trial {
    const char *game, *first, *second;
    hra_adjudicator how;
    bool solved;   /* tables are asked */
    unsigned seen; /* bit k: some game ended by reason k, 0: by none */
} trial;

static void ends_as_told(const trial *t) {
    hall whole, ended;
    hra_adjudicator how = t->how;
    hra_solution *solution = NULL;
    unsigned seen = 0;
    enter(&whole, t->game, t->first, t->second);
    enter(&ended, t->game, t->first, t->second);
    if (t->solved)
        assert_int_equal(hra_solution_open(&solution, ended.game, NULL, NULL), 0);
    how.tablebases = solution;
    play(&whole, NULL, 1);
    play(&ended, &how, 1);
    size_t at = 0, ended_at = 0;
    for (uint64_t g = 0; g < GAMES; g++) {
        story a, b;
        read_story(&whole, &at, g, how.draw_moves || how.resign_moves, &a);
        read_story(&ended, &ended_at, g, false, &b);
        seen |= 1U << compare(&a, &how, &b, &ended.over[g]);
        hra_record_close(a.record);
        hra_record_close(b.record);
    }
    play(&whole, &how, 2); /* the same for any number of threads */
    assert_string_equal(hra_text_string(&whole.records), hra_text_string(&ended.records));
    if (seen != t->seen)
        fail_msg("%s, %s: ended by %x, not %x", t->game, t->second, seen, t->seen);
    leave(&whole);
    leave(&ended);
    hra_solution_close(solution);
}

enum { END = 1, TABLES = 2, DRAW = 4, RESIGN = 8, LENGTH = 16 };

static void games_end_when_they_are_to(void **state) {
    static const trial trials[] = {
        {"tictactoe", "random", "greedy", {.max_plies = 6}, false, END | LENGTH},
        {"tictactoe", "random", "random", {0}, true, TABLES},
        {"tictactoe",
         "minimax",
         "minimax:depth=3",
         {.draw_moves = 2, .draw_score = 0, .draw_after = 3},
         false,
         END | DRAW},
        {"tictactoe", "minimax", "random", {.draw_moves = 1, .draw_score = 1}, false, END}, /* one says
  nothing */
        {"nim:rows=7-9",
         "alphabeta:depth=7",
         "mcts:playouts=30,memory=1M",
         {.resign_moves = 2, .resign_score = 0.5},
         false,
         END | RESIGN},
        {"nim:rows=7-9",
         "alphabeta:depth=7",
         "mcts:playouts=30,memory=1M",
         {.resign_moves = 2, .resign_score = 0.5, .resign_twosided = true},
         false,
         END | RESIGN},
        {"checkers:ballot=all",
         "alphabeta:depth=2",
         "alphabeta:depth=1",
         {.draw_moves = 5,
          .draw_score = 0.1,
          .draw_after = 15,
          .resign_moves = 2,
          .resign_score = 0.3,
          .max_plies = 50},
         false,
         DRAW | RESIGN | LENGTH},
        {"checkers:ballot=all,tablebase-pieces=2",
         "random",
         "greedy",
         {.max_plies = 120},
         true,
         END | TABLES | LENGTH},
    };
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        ends_as_told(&trials[i]);
}

/* The exact value of tic-tac-toe, by walking through all of it. */
static int negamax(const hra_game *game, const void *s) {
    hra_move moves[16];
    double value[HRA_MAX_SEATS];
    int best = -1, seat = game->rules->to_move(game, s);
    if (seat == HRA_OVER) {
        game->rules->returns(game, s, value);
        return (int)value[0];
    }
    int count = game->rules->moves(game, s, moves);
    for (int i = 0; i < count; i++) {
        unsigned char next[256];
        memcpy(next, s, game->state_size);
        game->rules->apply(game, next, moves[i]);
        int own = negamax(game, next) * (seat ? -1 : 1);
        best = own > best ? own : best;
    }
    return best * (seat ? -1 : 1);
}

static void tables_tell_the_truth(void **state) {
    hall h;
    hra_solution *solution = NULL;
    enter(&h, "tictactoe", "random", "random");
    assert_true(h.game->state_size <= 256);
    assert_int_equal(hra_solution_open(&solution, h.game, NULL, NULL), 0);
    play(&h, &(hra_adjudicator){.tablebases = solution}, 1);
    size_t at = 0;
    for (uint64_t g = 0; g < GAMES; g++) {
        story s;
        read_story(&h, &at, g, false, &s);
        assert_int_equal(s.plies, 1);
        assert_int_equal((int)h.over[g].value[0], negamax(h.game, hra_record_at(s.record, 1).state));
        hra_record_close(s.record);
    }
    hra_solution_close(solution);
    leave(&h);
}

/* ---- what is refused ------------------------------------------------------------------------*/

static void what_makes_no_sense_is_refused(void **state) {
    static const struct {
        const char *game;
        hra_adjudicator how;
        bool tables;
        hra_err err;
        const char *said;
    } cases[] = {
        {"yahtzee", {.max_plies = 9}, false, HRA_EFIT, "needs a two-player zero-sum game, and Yahtzee"},
        {"race:seats=4", {.max_plies = 9}, false, HRA_EFIT, "needs a two-player zero-sum game"},
        {"backgammon", {.resign_moves = 2, .resign_score = 0.9}, false, HRA_EFIT, "a loss always costs 1"},
        {"backgammon", {.max_plies = 9}, false, HRA_OK, ""},
        {"backgammon",
         {.max_plies = 9},
         true,
         HRA_EFIT,
         "has chance: the value of a position does not decide a game"},
        {"tictactoe", {.max_plies = -1}, false, HRA_EINPUT, "must not be negative"},
        {"tictactoe", {.draw_moves = 1, .draw_score = NAN}, false, HRA_EINPUT, "at least 0"},
        {"tictactoe", {.resign_moves = 1, .resign_score = 0}, false, HRA_EINPUT, "above 0"},
    };
    hra_game *small = NULL;
    hra_solution *solution = NULL;
    assert_int_equal(hra_game_open(&small, NULL, "nim:rows=1", NULL), 0);
    assert_int_equal(hra_solution_open(&solution, small, NULL, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        hra_adjudicator how = cases[i].how;
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        how.tablebases = cases[i].tables ? solution : NULL;
        if (hra_adjudicator_check(&how, game, &why) != cases[i].err || !strstr(why.text, cases[i].said))
            fail_msg("case %zu: %s", i, why.text);
        hra_game_close(game);
    }
    hra_solution_close(solution);
    hra_game_close(small);
}

/* ---- records --------------------------------------------------------------------------------*/

#define HEAD "game tictactoe\nseed 3\nnumber 0\nseat 0 random\nseat 1 random\n"

static void records_say_how_it_ended(void **state) {
    static const struct {
        const char *text, *said; /* NULL: it is read */
        int plies;
        hra_adjudication why;
    } cases[] = {
        {"hra-record 3\n" HEAD "0 b2\nadjudicated tables -1\nresult -1 1\n", NULL, 1,
         HRA_ADJUDICATION_TABLES},
        {"hra-record 1\n" HEAD "0 b2\nversion 3\nadjudicated draw 0\n", NULL, 1, HRA_ADJUDICATION_DRAW},
        {"hra-record 2\n" HEAD "0 b2\ntime 1\nversion 3\nadjudicated resign 1\n", NULL, 1,
         HRA_ADJUDICATION_RESIGN},
        {"hra-record 3\n" HEAD "0 b2\nadjudicated length 0\nundo 0\n1 a1\n", NULL, 2, HRA_ADJUDICATION_NONE},
        {"hra-record 2\n" HEAD "0 b2\nadjudicated tables -1\n",
         "line 8, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'", 0, 0},
        {"hra-record 3\n" HEAD "adjudicated luck 1\n",
         "line 7, character 13: expected one of tables, draw, resign, length, and", 0, 0},
        {"hra-record 3\n" HEAD "adjudicated tables\n",
         "line 7, character 19: expected a number, found the end of the line", 0, 0},
        {"hra-record 3\n" HEAD "adjudicated tables 2\n", "line 7, character 1: the highest return here is 1",
         0, 0},
        {"hra-record 3\n" HEAD "adjudicated tables nan\n",
         "line 7, character 20: expected a number, found 'nan'", 0, 0},
        {"hra-record 3\n" HEAD "adjudicated draw 0\n0 b2\n", "since the game is over", 0, 0},
        {"hra-record 3\n" HEAD "adjudicated draw 0\nresult 1 -1\n",
         "line 8, character 8: expected 0 as the result of seat 0", 0, 0},
        {"hra-record 3\ngame yahtzee\nseed 1\nnumber 0\nseat 0 random\nadjudicated length 0\n",
         "adjudication is for games of two players", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        hra_err err = hra_record_parse(&record, NULL, cases[i].text, strlen(cases[i].text), &used, 1, &why);
        if (cases[i].said) {
            if (err != HRA_EINPUT || !strstr(why.text, cases[i].said))
                fail_msg("case %zu: %s", i, why.text);
            continue;
        }
        if (err)
            fail_msg("case %zu: %s", i, why.text);
        assert_int_equal(hra_record_info(record)->adjudication, cases[i].why);
        assert_int_equal(hra_record_info(record)->plies, cases[i].plies);
        assert_int_equal(hra_record_info(record)->outcome,
                         cases[i].why ? HRA_OUTCOME_ADJUDICATED : HRA_OUTCOME_NONE);
        hra_record_close(record);
    }
}

/* A play that goes on with such a record is over, and its end can be taken back. */
static void a_play_resumes_it(void **state) {
    static const char text[] = "hra-record 3\n" HEAD "0 b2\nadjudicated tables -1\n";
    hra_record *record = NULL;
    hra_player *player = NULL;
    hra_play *play = NULL;
    size_t used;
    double value[HRA_MAX_SEATS];
    assert_int_equal(hra_record_parse(&record, NULL, text, strlen(text), &used, 1, NULL), 0);
    const hra_game *game = hra_record_info(record)->game;
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    hra_text rest;
    hra_text_init(&rest);
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = (const hra_player *const[]){player, player},
                            .count = 2,
                            .seed = 3,
                            .sink = add_text,
                            .sink_self = &rest};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    assert_int_equal(hra_play_resume(play, record), 0);
    assert_int_equal(hra_play_snapshot(play)->outcome, HRA_OUTCOME_ADJUDICATED);
    assert_int_equal(hra_play_snapshot(play)->adjudication, HRA_ADJUDICATION_TABLES);
    memcpy(value, hra_play_snapshot(play)->returns, sizeof value);
    assert_true(value[0] == -1 && value[1] == 1);
    assert_int_equal(hra_play_adjudicate(play, HRA_ADJUDICATION_DRAW, 0), HRA_ESTATE);
    assert_int_equal(hra_play_undo(play, 0), 0);
    assert_int_equal(hra_play_snapshot(play)->outcome, HRA_OUTCOME_NONE);
    assert_int_equal(hra_play_adjudicate(play, HRA_ADJUDICATION_NONE, 0), HRA_EINPUT);
    assert_int_equal(hra_play_adjudicate(play, HRA_ADJUDICATION_DRAW, 1.5), HRA_EINPUT);
    assert_int_equal(hra_play_adjudicate(play, HRA_ADJUDICATION_RESIGN, 1), 0);
    assert_string_equal(hra_text_string(&rest), "undo 0\nadjudicated resign 1\n");
    hra_text_release(&rest);
    hra_play_close(play);
    hra_player_close(player);
    hra_record_close(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_when_they_are_to),
        cmocka_unit_test(tables_tell_the_truth),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(records_say_how_it_ended),
        cmocka_unit_test(a_play_resumes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
