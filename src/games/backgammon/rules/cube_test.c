/* The doubling cube and matches. A twin that knows nothing of states (it hears what is played, and keeps
 * score as people at a table do) walks beside the rules; IDs are those that GNU Backgammon shows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "opened.h"

static void expect_position(const hra_game *game, const bg_state *s, const char *text) {
    hra_text out;
    hra_text_init(&out);
    game->rules->text->write_position(game, s, &out);
    assert_string_equal(hra_text_string(&out), text);
    hra_text_release(&out);
}

/* ---- the twin -------------------------------------------------------------------------------*/

/* What lies on the table and stands on paper. */
typedef struct table {
    int value, stood; /* the cube; how often it was doubled by the dice of the opening */
    int holder;       /* a seat, -1: in the middle */
    int score[2];
    bool crawford_was, crawford_is;
    int doubler; /* -1: no side has just doubled */
    bool beavered, decided, over;
    int points[2]; /* of a single game, when it is over */
} table;

typedef struct terms {
    const char *spec;
    int match, limit, automatic, checkers;
    bool jacoby, beavers;
    int score[2];
    bool crawford_was; /* before the play; never, if that rule is not in use */
} terms;

static void lay_out(const terms *t, table *own) {
    own->value = 1;
    own->holder = own->doubler = -1;
    own->stood = 0;
    own->decided = own->beavered = false;
    own->crawford_is = false;
    if (t->match && !own->crawford_was && (own->score[0] == t->match - 1 || own->score[1] == t->match - 1))
        own->crawford_is = own->crawford_was = true;
}

static void score(const terms *t, table *own, int winner, int points) {
    own->points[winner] = points;
    own->points[!winner] = -points;
    own->score[winner] += points;
    own->over = !t->match || own->score[winner] >= t->match;
    if (!own->over)
        lay_out(t, own);
}

/* What the seat may say before it throws: whether to double. */
static bool may_double(const terms *t, const table *own, int seat) {
    if (own->crawford_is || own->holder == !seat || 2 * own->value > t->limit)
        return false;
    return !t->match || own->score[seat] + own->value < t->match; /* else it has enough already */
}

static void hear(const terms *t, table *own, const char *said, int seat) {
    if (strcmp(said, "roll") == 0) {
        own->decided = true;
    } else if (strcmp(said, "double") == 0) {
        own->doubler = seat;
    } else if (strcmp(said, "take") == 0 || strcmp(said, "beaver") == 0) {
        own->value *= 2;
        own->holder = own->beavered ? !own->doubler : seat;
        own->beavered = strcmp(said, "beaver") == 0;
        own->decided = !own->beavered;
        own->doubler = own->beavered ? own->doubler : -1;
    } else {
        assert_string_equal(said, "drop");
        score(t, own, !seat, own->value);
    }
}

/* The words for the moves of a cube decision, "" if there is none. */
static const char *list_words(const terms *t, const table *own, int turn) {
    bool beaver = t->beavers && !own->beavered && 4 * own->value <= t->limit;
    if (own->doubler >= 0)
        return beaver ? "take drop beaver" : "take drop";
    return !own->decided && may_double(t, own, turn) ? "roll double" : "";
}

static void compare_words(const hra_game *game, const bg_state *s, const hra_move *list, int n,
                          const char *words) {
    hra_text text;
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        hra_text_add(&text, i ? " " : "");
        game->rules->text->show_move(game, s, list[i], &text);
    }
    assert_string_equal(hra_text_string(&text), words);
    hra_text_release(&text);
}

/* What a throw or a play of checkers does to the table. */
static void look_at_checkers(const terms *t, table *own, const bg_state *before, hra_move m) {
    int seat = before->turn, throw_of[2] = {bg_first_die(m), bg_second_die(m)};
    if (before->phase == BG_OPENING && throw_of[0] == throw_of[1]) {
        own->value *= 2;
        own->stood++;
    }
    if (!before->high)
        return;
    bg_board b = before->board;
    (void)bg_play(&b, seat, before->high, before->low, m);
    own->decided = false;
    if (bg_count(&b.side[seat], BG_OFF) == t->checkers)
        score(t, own, seat, own->value * (t->jacoby && own->holder < 0 ? 1 : bg_worth(&b, seat)));
}

static void compare(const terms *t, const table *own, const hra_game *game, const bg_state *s) {
    double value[2];
    assert_int_equal(own->over, game->rules->to_move(game, s) == HRA_OVER);
    if (t->match)
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(s->score[seat], own->score[seat] < t->match ? own->score[seat] : t->match);
    if (own->over) {
        game->rules->returns(game, s, value);
        for (int seat = 0; seat < 2; seat++)
            assert_true(value[seat] == (t->match ? (own->points[seat] > 0 ? 1 : -1) : own->points[seat]));
        return;
    }
    assert_int_equal(1 << s->cube, own->value);
    assert_int_equal(s->owner, own->crawford_is ? BG_NOBODY : own->holder < 0 ? BG_MIDDLE : own->holder);
}

static void walk(const terms *t, uint64_t seed, int *asked, int *games) {
    hra_game *game = bg_test_open(t->spec);
    hra_move list[BG_MAX_PLAYS];
    double probability[BG_THROWS];
    bg_state s;
    hra_rng rng;
    table own = {.score = {t->score[0], t->score[1]}, .crawford_was = t->crawford_was};
    hra_text said;
    lay_out(t, &own);
    hra_text_init(&said);
    hra_rng_init(&rng, seed);
    game->rules->init(game, &s);
    compare(t, &own, game, &s);
    while (!own.over) {
        bg_state before = s;
        int mover = game->rules->to_move(game, &s);
        int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, &s, list, probability)
                                    : game->rules->moves(game, &s, list);
        const char *words = s.high || s.phase == BG_OPENING ? "" : list_words(t, &own, s.turn);
        hra_move m = list[hra_rng_below(&rng, (uint32_t)n)];
        if (*words) {
            assert_int_equal(mover, own.doubler < 0 || own.beavered ? s.turn : !s.turn);
            compare_words(game, &s, list, n, words);
            hra_text_clear(&said);
            game->rules->text->show_move(game, &s, m, &said);
            hear(t, &own, hra_text_string(&said), mover);
            ++*asked;
        } else {
            assert_int_equal(mover == HRA_CHANCE, !s.high);
        }
        if (s.phase == BG_OPENING)
            assert_int_equal(n, own.stood < t->automatic && own.value < t->limit ? 36 : 30);
        game->rules->apply(game, &s, m);
        if (!*words)
            look_at_checkers(t, &own, &before, m);
        compare(t, &own, game, &s);
        *games += s.phase == BG_OPENING && before.phase != BG_OPENING;
    }
    hra_text_release(&said);
    hra_game_close(game);
}

static void the_cube_goes_as_at_a_table(void **state) {
    static const terms all[] = {
        {"backgammon:checkers=3,cube", 0, 64, 0, 3, false, false, {0, 0}, false},
        {"backgammon:checkers=3,cube,max-cube=4,jacoby", 0, 4, 0, 3, true, false, {0, 0}, false},
        {"backgammon:checkers=2,cube,beavers,automatic-doubles=2,jacoby",
         0,
         64,
         2,
         2,
         true,
         true,
         {0, 0},
         false},
        {"backgammon:cube,beavers,max-cube=8", 0, 8, 0, 15, false, true, {0, 0}, false},
        {"backgammon:checkers=2,match-length=7", 7, 64, 0, 2, false, false, {0, 0}, false},
        {"backgammon:checkers=3,match-length=9,max-cube=2", 9, 2, 0, 3, false, false, {0, 0}, false},
        {"backgammon:checkers=1,match-length=5,score=4-2", 5, 64, 0, 1, false, false, {4, 2}, false},
        {"backgammon:checkers=1,match-length=5,score=4-2,crawford=post",
         5,
         64,
         0,
         1,
         false,
         false,
         {4, 2},
         true},
        {"backgammon:checkers=1,match-length=5,crawford=no", 5, 64, 0, 1, false, false, {0, 0}, true},
    };
    int asked = 0, games = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (uint64_t seed = 0; seed < (all[i].checkers == 15 ? 100 : 500); seed++)
            walk(&all[i], seed, &asked, &games);
    assert_true(asked > 20000 && games > 4000);
}

static void who_drops_loses_what_was_played_for(void **state) {
    static const struct {
        const char *spec, *position, *said;
        int value; /* of White */
    } cases[] = {
        {"backgammon:cube", "white 6:5, black 6:5, white doubles", "pass", 1},
        {"backgammon:cube", "white 6:5, black 6:5, black doubles, cube 4 black", "drop", -4},
        {"backgammon:cube,beavers", "white 6:5, black 6:5, black beavers, cube 2 black", "DROP", -2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i].spec);
        bg_state s = bg_test_read(game, cases[i].position);
        hra_move m;
        double value[2];
        assert_int_equal(hra_game_parse_move(game, &s, cases[i].said, &m, NULL), 0);
        game->rules->apply(game, &s, m);
        assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
        game->rules->returns(game, &s, value);
        assert_true(value[0] == cases[i].value && value[1] == -value[0]);
        hra_game_close(game);
    }
}

/* Who doubles lacks more than the cube shows, so a drop ends no match. */
static void a_drop_in_a_match_ends_a_game(void **state) {
    hra_game *game = bg_test_open("backgammon:match-length=5");
    bg_state s = bg_test_read(game, "white 6:5, black 6:5, black doubles, cube 2 black, score 1-2");
    game->rules->apply(game, &s, BG_DROP);
    expect_position(game, &s, BG_TEST_BOARD "opening, no cube, score 1-4");
    hra_game_close(game);
}

static void jacoby_counts_gammons_only_behind_a_double(void **state) {
    hra_game *game = bg_test_open("backgammon:cube,jacoby,automatic-doubles=1");
    static const struct {
        const char *position;
        int value;
    } cases[] = {
        {"white, black 18:15, white won", 1},
        {"white, black 18:15, white won, cube 2", 2}, /* only the dice have doubled */
        {"white, black 18:15, white won, cube 2 black", 4},
        {"white, black 19:1 18:14, white won, cube 4 white", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value[2];
        bg_state s = bg_test_read(game, cases[i].position);
        game->rules->returns(game, &s, value);
        assert_true(value[0] == cases[i].value);
    }
    bg_state s = bg_test_read(game, "white 6:5, black 6:5, white, cube 4 white");
    assert_true(game->rules->conduct->resign_value(game, &s) == 12);
    hra_game_close(game);
}

static uint64_t count_leaves(const hra_game *game, const void *s, int depth) {
    hra_move *list = malloc(hra_game_move_capacity(game) * sizeof *list);
    bg_state next;
    int n = hra_game_moves(game, s, list);
    uint64_t leaves = depth == 0;
    for (int i = 0; depth > 0 && i < n; i++) {
        next = *(const bg_state *)s;
        game->rules->apply(game, &next, list[i]);
        leaves += count_leaves(game, &next, depth - 1);
    }
    free(list);
    return leaves;
}

/* The loop of perft, which counts rolls in bulk, against plain counting. */
static void decisions_are_counted(void **state) {
    static const struct {
        const char *spec, *position;
        int depth;
    } cases[] = {
        {"backgammon:checkers=1,cube,automatic-doubles=2", NULL, 4},
        {"backgammon:checkers=3,cube,beavers", "white 24:3, black 24:3, white", 5},
        {"backgammon:cube", "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white", 3},
        {"backgammon:checkers=1,match-length=2", "white 1:1, black 1:1, white", 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i].spec);
        hra_perft_count count;
        bg_state s;
        game->rules->init(game, &s);
        if (cases[i].position)
            s = bg_test_read(game, cases[i].position);
        for (int depth = 1; depth <= cases[i].depth; depth++) {
            assert_int_equal(hra_perft(game, &s, depth, NULL, &count), 0);
            assert_int_equal(count.leaves, count_leaves(game, &s, depth));
        }
        hra_game_close(game);
    }
}

/* ---- texts ----------------------------------------------------------------------------------*/

static void positions_are_read_in_many_spellings(void **state) {
    static const char *const cases[][3] = {
        {"backgammon:cube", BG_TEST_BOARD "white", BG_TEST_BOARD "white, cube 1"},
        {"backgammon:cube", BG_TEST_BOARD "WHITE ROLLS ,CUBE 1", BG_TEST_BOARD "white rolls, cube 1"},
        {"backgammon:cube", BG_TEST_BOARD "white 63", BG_TEST_BOARD "white 63, cube 1"},
        {"backgammon:cube", BG_TEST_BOARD "white rolls, cube 2 black", BG_TEST_BOARD "white, cube 2 black"},
        {"backgammon:cube", BG_TEST_BOARD "black doubles", BG_TEST_BOARD "black doubles, cube 1"},
        {"backgammon:cube", BG_TEST_BOARD "white won by drop, cube 8 white",
         BG_TEST_BOARD "white won by drop, cube 8 white"},
        {"backgammon:cube", "4HPwATDgc/ABMA", BG_TEST_BOARD "white, cube 1"},
        {"backgammon:cube,beavers", BG_TEST_BOARD "black beavers, cube 2 black",
         BG_TEST_BOARD "black beavers, cube 2 black"},
        {"backgammon:cube,automatic-doubles=2", BG_TEST_BOARD "opening, cube 4",
         BG_TEST_BOARD "opening, cube 4"},
        {"backgammon:match-length=7", BG_TEST_BOARD "white", BG_TEST_BOARD "white, cube 1, score 0-0"},
        {"backgammon:match-length=7,score=2-5", BG_TEST_BOARD "white",
         BG_TEST_BOARD "white, cube 1, score 2-5"},
        {"backgammon:match-length=7,score=2-6", BG_TEST_BOARD "white",
         BG_TEST_BOARD "white, no cube, score 2-6"},
        {"backgammon:match-length=7,score=2-6", BG_TEST_BOARD "white, score 1-6",
         BG_TEST_BOARD "white, cube 1, score 1-6"},
        {"backgammon:match-length=7,cube=no", BG_TEST_BOARD "black 21, score 3-6",
         BG_TEST_BOARD "black 21, no cube, score 3-6"},
        {"backgammon:match-length=7", BG_TEST_BOARD "white, cube 4 white, score 3-6",
         BG_TEST_BOARD "white, cube 4 white, score 3-6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i][0]);
        bg_state s = bg_test_read(game, cases[i][1]);
        expect_position(game, &s, cases[i][2]);
        hra_game_close(game);
    }
}

static void nonsense_is_refused(void **state) {
    static const char *const cases[][3] = {
        {"backgammon", BG_TEST_BOARD "white, cube 2 white", "expected the end"},
        {"backgammon", BG_TEST_BOARD "white doubles", "expected two dice"},
        {"backgammon:cube", BG_TEST_BOARD "white, cube 3 white", "expected a cube of 1, 2, 4 to 64"},
        {"backgammon:cube", BG_TEST_BOARD "white, cube 128 white", "expected a cube of 1, 2, 4 to 64"},
        {"backgammon:cube", BG_TEST_BOARD "white, cube 2", "a cube in the middle shows 1"},
        {"backgammon:cube", BG_TEST_BOARD "white, cube 1 white", "a cube with an owner shows 2 or more"},
        {"backgammon:cube", BG_TEST_BOARD "opening, cube 2 white", "in a game in progress"},
        {"backgammon:cube", BG_TEST_BOARD "white, no cube", "only the Crawford game has no cube"},
        {"backgammon:cube", BG_TEST_BOARD "white doubles, cube 2 black",
         "the side that doubles must own the cube"},
        {"backgammon:cube", BG_TEST_BOARD "white doubles, cube 64 white",
         "the side that doubles must own the cube"},
        {"backgammon:cube", BG_TEST_BOARD "black beavers, cube 2 black", "a beaver keeps the cube"},
        {"backgammon:cube", BG_TEST_BOARD "white, score 1-2", "expected the end"},
        {"backgammon:match-length=5", BG_TEST_BOARD "white, score 5-2",
         "a match to 5 ends when one side has 5"},
        {"backgammon:match-length=5", BG_TEST_BOARD "white won by drop, score 4-2",
         "a match to 5 ends when one side has 5"},
        {"backgammon:match-length=5", BG_TEST_BOARD "white, no cube, score 3-2",
         "only the Crawford game has no cube"},
        {"backgammon:match-length=5", BG_TEST_BOARD "white, score 3",
         "expected the points of White and Black"},
        {"backgammon:match-length=5", BG_TEST_BOARD "white doubles, cube 2 white, score 3-0",
         "the side that doubles must own the cube"},
        {"backgammon:match-length=5,cube=no", BG_TEST_BOARD "white, cube 1, score 3-0",
         "expected the points"},
        {"backgammon:match-length=5", "4HPwATDgc/ABMA:cAngAFAAEAAE",
         "the ID has a score of 5 in a match of 5"},
        {"backgammon:cube,max-cube=2", "4HPwATDgc/ABMA:QgkAAAAAAAAE", "the cube of the ID is higher than 2"},
        {"backgammon:match-length=7", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:-1:5:0:7:10",
         "the ID has a score of -1"},
        {"backgammon:cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:RR:0:0:0:0:10", "or :DD for a double"},
        {"backgammon:cube", "XGID=-b----E-C---eE---c-e----B-:-1:1:1:00:0:0:0:0:10", "higher than 64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i][0]);
        hra_error why = {0};
        bg_state s;
        assert_int_equal(hra_game_read_position(game, cases[i][1], &s, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i][2]))
            fail_msg("%s: %s", cases[i][1], why.text);
        hra_game_close(game);
    }
}

static void options_that_contradict_are_refused(void **state) {
    static const char *const cases[][2] = {
        {"backgammon:cube,max-cube=5", "max-cube=5: the cube shows 2, 4, 8 and so on"},
        {"backgammon:jacoby", "jacoby is a rule of the cube: add the option cube"},
        {"backgammon:automatic-doubles=1", "automatic-doubles is a rule of the cube: add the option cube"},
        {"backgammon:match-length=5,beavers", "beavers is a rule of money games, not of points matches"},
        {"backgammon:score=1-2", "score=1-2 needs a points match: match-length=7,score=2-5"},
        {"backgammon:match-length=5,score=5-2", "score=5-2: 5 points end a match of 5"},
        {"backgammon:match-length=5,score=x", "score=x: expected the points of White and Black, as in 2-5"},
        {"backgammon:match-length=5,score=3-2x",
         "score=3-2x: expected the points of White and Black, as in 2-5"},
        {"backgammon:match-length=5,score=3-2,crawford=post",
         "crawford=post: neither side lacks one point in score=3-2"},
        {"backgammon:cube,crawford=post", "crawford=post: neither side lacks one point in score=0-0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&game, NULL, cases[i][0], &why), HRA_EINPUT);
        assert_string_equal(why.text, cases[i][1]);
    }
}

/* As GNU Backgammon, match files and people say it. */
static void answers_have_many_words(void **state) {
    static const struct {
        const char *position, *said;
        hra_move move;
    } cases[] = {
        {BG_TEST_BOARD "white", "Roll", BG_ROLL},
        {BG_TEST_BOARD "white", " rolls ", BG_ROLL},
        {BG_TEST_BOARD "white", "no double", BG_ROLL},
        {BG_TEST_BOARD "white, cube 2 white", "no redouble", BG_ROLL},
        {BG_TEST_BOARD "white", "Doubles", BG_DOUBLE},
        {BG_TEST_BOARD "white, cube 2 white", "redouble", BG_DOUBLE},
        {BG_TEST_BOARD "white, cube 2 white", "redoubles", BG_DOUBLE},
        {BG_TEST_BOARD "white doubles", "Takes", BG_TAKE},
        {BG_TEST_BOARD "white doubles", "accept", BG_TAKE},
        {BG_TEST_BOARD "white doubles", "accepts", BG_TAKE},
        {BG_TEST_BOARD "white doubles", "Drops", BG_DROP},
        {BG_TEST_BOARD "white doubles", "pass", BG_DROP},
        {BG_TEST_BOARD "white doubles", "passes", BG_DROP},
        {BG_TEST_BOARD "white doubles", "reject", BG_DROP},
        {BG_TEST_BOARD "white doubles", "rejects", BG_DROP},
        {BG_TEST_BOARD "white doubles", "beavers", BG_BEAVER},
    };
    hra_game *game = bg_test_open("backgammon:cube,beavers");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bg_state s = bg_test_read(game, cases[i].position);
        hra_error why = {0};
        hra_move m;
        if (hra_game_parse_move(game, &s, cases[i].said, &m, &why) != 0)
            fail_msg("%s", why.text);
        assert_int_equal(m, cases[i].move);
    }
    hra_game_close(game);
}

static void what_is_no_answer_is_refused(void **state) {
    static const char *const cases[][3] = {
        {BG_TEST_BOARD "white", "take", "expected 'roll' or 'double', found 'take'"},
        {BG_TEST_BOARD "white", "63", "expected 'roll' or 'double', found '63'"},
        {BG_TEST_BOARD "white", "doubled", "expected 'roll' or 'double', found 'doubled'"},
        {BG_TEST_BOARD "white doubles", "roll", "expected 'take', 'drop' or 'beaver', found 'roll'"},
        {BG_TEST_BOARD "white doubles", "", "expected 'take', 'drop' or 'beaver', found ''"},
        {BG_TEST_BOARD "black beavers, cube 2 black", "beaver", "expected 'take' or 'drop', found 'beaver'"},
    };
    hra_game *game = bg_test_open("backgammon:cube,beavers");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bg_state s = bg_test_read(game, cases[i][0]);
        hra_error why = {0};
        hra_move m;
        assert_int_equal(hra_game_parse_move(game, &s, cases[i][1], &m, &why), HRA_EINPUT);
        assert_string_equal(why.text, cases[i][2]);
    }
    hra_game_close(game);
}

/* IDs with the words in front of them that programs and people write. */
static void expect_spelled(const hra_game *game, const bg_state *s, const char *ids, const char *xgid) {
    static const char *const spellings[] = {
        "Position ID: %.14s Match ID: %s",
        "GNU Backgammon  Position ID: %.14s\n                 Match ID   : %s\n +13-14-15-+\n",
        "Position ID: %.14s\r\nMatch ID: %s\r\n",
        "GNUID=%.14s:%s",
        "%.14s:%s",
        "%.14s %s\r",
        "%.14s\n%s\n",
        "position id=%.14s, match id=%s",
    };
    char text[200];
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        snprintf(text, sizeof text, spellings[i], ids, ids + 15);
        bg_state again = bg_test_read(game, text);
        assert_memory_equal(s, &again, sizeof *s);
    }
    static const char *const before[] = {"XGID=", "XG2ID=", "xgid: ", "xgid ", ""}, *const after[] = {
                                                                                        "",
                                                                                        "\r\nX:P   O:Q\r\n",
                                                                                        "X:P   O:Q",
                                                                                        " X:P O:Q"};
    for (int i = 0; i < 20; i++) {
        snprintf(text, sizeof text, "%s%s%s", before[i % 5], xgid + 5, after[i / 5]);
        bg_state again = bg_test_read(game, text);
        assert_memory_equal(s, &again, sizeof *s);
    }
}

/* As GNU Backgammon 1.07 shows them (`set xgid`, and `double`, `redouble`, `take` behind it); the XGID is the
 * one that it was given. An offer it shows in its own ID alone. */
static void ids_are_those_of_gnu_backgammon(void **state) {
    static const char *const cases[][4] = {
        {"backgammon:cube,max-cube=1024", BG_TEST_BOARD "white, cube 2 white", "4HPwATDgc/ABMA:UQkAAAAAAAAE",
         "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10"},
        {"backgammon:cube,max-cube=1024,jacoby", BG_TEST_BOARD "white, cube 2 white",
         "4HPwATDgc/ABMA:UQkAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:1:0:10"},
        {"backgammon:cube,max-cube=1024,beavers", BG_TEST_BOARD "white 63, cube 2 black",
         "4HPwATDgc/ABMA:QQkPAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:1:-1:1:63:0:0:2:0:10"},
        {"backgammon:match-length=7,max-cube=1024", BG_TEST_BOARD "white, cube 1, score 2-5",
         "4HPwATDgc/ABMA:cAngAFAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:5:0:7:10"},
        {"backgammon:match-length=7,max-cube=1024", BG_TEST_BOARD "white, no cube, score 2-6",
         "4HPwATDgc/ABMA:8AngAGAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10"},
        {"backgammon:match-length=7,max-cube=1024", BG_TEST_BOARD "white, cube 1, score 2-6",
         "4HPwATDgc/ABMA:cAngAGAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:0:7:10"},
        {"backgammon:match-length=9,max-cube=1024", BG_TEST_BOARD "black 41, cube 4 black, score 2-3",
         "4HPwATDgc/ABMA:AgEmATAAEAAE", "XGID=-b----E-C---eE---c-e----B-:2:-1:-1:41:2:3:0:9:10"},
        {"backgammon:cube,max-cube=1024", BG_TEST_BOARD "white doubles, cube 1",
         "4HPwATDgc/ABMA:cBEAAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:DD:0:0:0:0:10"},
        {"backgammon:match-length=7,max-cube=1024", BG_TEST_BOARD "white doubles, cube 1, score 2-5",
         "4HPwATDgc/ABMA:cBHgAFAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:DD:2:5:0:7:10"},
        {"backgammon:cube,max-cube=1024,beavers", BG_TEST_BOARD "black beavers, cube 2 black",
         "4HPwATDgc/ABMA:QRkAAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:1:-1:1:BB:0:0:2:0:10"},
    };
    hra_board_style look = {.width = 80, .seat = -1};
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i][0]);
        bg_state s = bg_test_read(game, cases[i][1]);
        expect_position(game, &s, cases[i][1]);
        hra_text_clear(&text);
        game->rules->text->show(game, &s, &look, &text);
        expect_spelled(game, &s, cases[i][2], cases[i][3]);
        for (int k = 2; k < 4; k++) {
            bg_state again = bg_test_read(game, cases[i][k]);
            assert_memory_equal(&s, &again, sizeof s);
            if (!strstr(hra_text_string(&text), cases[i][k]))
                fail_msg("%s is not shown, but %s", cases[i][k], hra_text_string(&text));
        }
        hra_game_close(game);
    }
    hra_text_release(&text);
}

static void learners_are_told_more_only_with_a_cube(void **state) {
    static const struct {
        const char *spec;
        int features;
    } cases[] = {{"backgammon", 265}, {"backgammon:cube", 275}, {"backgammon:match-length=3", 275}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = bg_test_open(cases[i].spec);
        bg_state s = bg_test_read(game, BG_TEST_BOARD "white");
        assert_int_equal(hra_encoding_of(game).features, cases[i].features);
        if (i == 0)
            assert_true(hra_game_key(game, &s) == hra_hash(&s, 36)); /* as before there was a cube */
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cube_goes_as_at_a_table),
        cmocka_unit_test(who_drops_loses_what_was_played_for),
        cmocka_unit_test(a_drop_in_a_match_ends_a_game),
        cmocka_unit_test(jacoby_counts_gammons_only_behind_a_double),
        cmocka_unit_test(decisions_are_counted),
        cmocka_unit_test(positions_are_read_in_many_spellings),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(options_that_contradict_are_refused),
        cmocka_unit_test(answers_have_many_words),
        cmocka_unit_test(what_is_no_answer_is_refused),
        cmocka_unit_test(ids_are_those_of_gnu_backgammon),
        cmocka_unit_test(learners_are_told_more_only_with_a_cube),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
