/* Dialogues in the Universal Backgammon Interface: as a duel leads them, in every variant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dialogue.h"
#include "protocol/known.h"
#include "rules/ubgi.h"

static hra_protocol_setup ubgi(const char *game, const char *player) {
    return (hra_protocol_setup){.kind = hra_protocol_find("ubgi"), .game = game, .player = player};
}

static void lead(const char *game, const char *player, const char *const *script) {
    other_lead_both(ubgi(game, player), script);
}

/* The order of chapter 3 of its description; the two positions are those by which bgci looks at how an engine
 * writes the bar and what is borne off (src/checker.rs, commit 8c8a7b0). */
static void a_duel_leads_a_dialogue(void **state) {
    lead("backgammon", "greedy",
         (const char *const[]){"> ubgi",
                               "< id name hra ",
                               "< id author ",
                               "< option name player type string default greedy",
                               "< option name seed type spin default 1 min 0 ",
                               "< option name Variant type combo default backgammon var backgammon",
                               "< option name Deterministic type check default true",
                               "< option name EvalMode type combo default cubeless var cubeless",
                               "< ubgiok",
                               "> setoption name Seed value 7",
                               "> setoption name Deterministic value true",
                               "> setoption name EvalMode value cubeless",
                               "> setoption name Variant value backgammon",
                               "> isready",
                               "< readyok",
                               "> newsession type money",
                               "> newgame",
                               "> setscore 0 0",
                               "> setcube value 1 owner center",
                               "> setturn p1",
                               "> position gnubgid 4HPwATDgc/ABMA",
                               "> dice 6 1",
                               "> go role chequer",
                               "< bestmove ",
                               "> position gnubgid Np7BQSCYZ/AAWA",
                               "> dice 3 5",
                               "> go role chequer depth 1",
                               "< bestmove bar/2",
                               "> position gnubgid /z0AADDeaxsAAA",
                               "> dice 5 5",
                               "> go role chequer movetime 1",
                               "< bestmove 7/2 7/2 5/off 5/off",
                               "> position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10",
                               "> go",
                               "< bestmove ",
                               "> quit",
                               NULL});
}

/* A side that cannot move passes. */
static void who_cannot_move_passes(void **state) {
    lead("backgammon", "random",
         (const char *const[]){"> position xgid XGID=--bbbbbb----------------A--A:0:0:1:00:0:0:0:0:10",
                               "< error bad_argument ",
                               "> position xgid XGID=-AA----------------bbbbbbA:0:0:1:21:0:0:0:0:10", "> go",
                               "< bestmove pass", NULL});
}

static void what_is_missing_or_wrong_is_said(void **state) {
    lead("backgammon", "greedy",
         (const char *const[]){"> go role chequer",
                               "< error missing_context there is no position",
                               "> position gnubgid 4HPwATDgc/ABMA",
                               "> go role chequer",
                               "< error missing_context there are no dice",
                               "> dice 6",
                               "< error bad_argument dice needs",
                               "> dice 7 1",
                               "< error bad_argument dice needs",
                               "> dice 6  1x",
                               "< error bad_argument dice needs",
                               "> dice",
                               "< error bad_argument dice needs",
                               "> position gnubgid nonsense",
                               "< error bad_argument expected a position ID or an XGID",
                               "> position gnubgid white 6:1, black 6:1, opening",
                               "< error bad_argument expected a position ID or an XGID",
                               "> position",
                               "< error bad_argument position needs",
                               "> dice 6 1",
                               "> go depth x",
                               "< error bad_argument go: numbers",
                               "> go role cube",
                               "< error unsupported_feature decisions are made about checkers",
                               "> go role turn",
                               "< error unsupported_feature decisions are made about checkers",
                               "> newsession type match length 7",
                               "< error unsupported_feature games are single ones",
                               "> setscore 1 2",
                               "< error unsupported_feature games are single ones",
                               "> setcube value 2 owner p0",
                               "< error unsupported_feature games are single ones",
                               "> setturn p2",
                               "< error bad_argument setturn takes",
                               "> setoption name Variant value nackgammon",
                               "< error unsupported_feature Variant is backgammon here, not 'nackgammon'",
                               "> setoption name Threads value 2",
                               "< error bad_argument unknown option 'Threads'",
                               "> setoption name player value human",
                               "> isready",
                               "< error internal 'human' plays only in hra play",
                               "> setoption name player value random",
                               "> frobnicate",
                               "< error unknown_command unknown command 'frobnicate'",
                               "> go",
                               "< bestmove ",
                               ".",
                               NULL});
}

/* ---- a twin: the board as counts of checkers, moved step by step ----------------------------- */

enum { OFF = 0, BAR = 25 };

typedef struct board {
    int own[26], other[26]; /* as each side counts its points */
} board;

static void read_side(const char *text, int out[26]) {
    memset(out, 0, 26 * sizeof *out);
    for (const char *at = text + strlen("white"); *at == ' ';) {
        int place, count, length = 0;
        if (sscanf(at, " bar:%d%n", &count, &length) == 1)
            place = BAR;
        else
            assert_int_equal(sscanf(at, " %d:%d%n", &place, &count, &length), 2);
        out[place] = count;
        at += length;
    }
}

/* For the side that has this seat. */
static board read_board(const hra_game *game, const void *s, int seat) {
    board out;
    hra_text text;
    hra_text_init(&text);
    game->rules->text->write_position(game, s, &text);
    const char *white = hra_text_string(&text), *black = strstr(white, "black");
    read_side(white, seat == 0 ? out.own : out.other);
    read_side(black, seat == 0 ? out.other : out.own);
    hra_text_release(&text);
    return out;
}

static int place_of(const char *text, int length) {
    char word[8] = "";
    assert_in_range(length, 1, 3);
    memcpy(word, text, (size_t)length);
    return strcmp(word, "bar") == 0 ? BAR : strcmp(word, "off") == 0 ? OFF : (int)strtol(word, NULL, 10);
}

static bool all_home(const board *b) {
    for (int place = 7; place <= BAR; place++)
        if (b->own[place])
            return false;
    return true;
}

/* One step, by a die that is left. */
static void make_step(board *b, int from, int to, int dice[4]) {
    int die = 0, higher = 0;
    for (int place = from + 1; place <= 6; place++)
        higher += b->own[place];
    for (int i = 0; i < 4 && !die; i++)
        if (dice[i] && (from - dice[i] == to || (to == OFF && dice[i] > from && !higher))) {
            die = dice[i];
            dice[i] = 0;
        }
    assert_int_not_equal(die, 0);
    assert_true(b->own[from] > 0 && (from == BAR || b->own[BAR] == 0));
    assert_true(to == OFF ? all_home(b) : b->other[25 - to] < 2);
    b->own[from]--;
    if (to == OFF)
        return;
    b->own[to]++;
    if (b->other[25 - to] == 1) {
        b->other[25 - to] = 0;
        b->other[BAR]++;
    }
}

static void make_play(board *b, const char *text, int one, int two) {
    int dice[4] = {one, two, one == two ? one : 0, one == two ? one : 0};
    if (strcmp(text, "pass") == 0)
        return;
    for (const char *at = text; *at;) {
        size_t from = strcspn(at, "/"), to = strcspn(at + from + 1, " ");
        make_step(b, place_of(at, (int)from), place_of(at + from + 1, (int)to), dice);
        at += from + 1 + to;
        at += strspn(at, " ");
    }
}

/* ---- a duel ---------------------------------------------------------------------------------- */

static hra_move ask(other *o, const hra_game *game, const hra_ubgi *words, const void *s) {
    char line[512];
    int dice[2];
    hra_text said;
    hra_text_init(&said);
    hra_text_add(&said, "position gnubgid ");
    words->show(game, s, &said);
    other_tell(o, hra_text_string(&said));
    words->dice(game, s, dice);
    hra_text_clear(&said);
    hra_text_addf(&said, "dice %d %d", dice[1], dice[0]);
    other_tell(o, hra_text_string(&said));
    other_tell(o, "go role chequer");
    assert_true(other_await(o, line) && strncmp(line, "bestmove ", 9) == 0);
    hra_move move;
    assert_int_equal(hra_game_parse_move(game, s, line + 9, &move, NULL), 0);
    assert_true(hra_game_legal(game, s, move));
    int seat = game->rules->to_move(game, s);
    board b = read_board(game, s, seat);
    make_play(&b, line + 9, dice[0], dice[1]);
    unsigned char next[HRA_MAX_STATE];
    memcpy(next, s, game->state_size);
    game->rules->apply(game, next, move);
    board after = read_board(game, next, seat);
    assert_memory_equal(&after, &b, sizeof b);
    hra_text_release(&said);
    return move;
}

static void play_through(const hra_game *game, const hra_ubgi *words, hra_rng *rng) {
    unsigned char s[HRA_MAX_STATE];
    other o;
    other_meet(&o, ubgi(game->spec, "random"));
    game->rules->init(game, s);
    for (int mover, plies = 0; (mover = game->rules->to_move(game, s)) != HRA_OVER && plies < 300; plies++)
        game->rules->apply(game, s,
                           mover == HRA_CHANCE ? game->rules->sample_chance(game, s, rng)
                                               : ask(&o, game, words, s));
    other_part(&o);
}

static void every_variant_is_played(void **state) {
    static const char *const specs[] = {"backgammon", "backgammon:variation=nackgammon",
                                        "backgammon:checkers=3", "backgammon:checkers=2"};
    static const char *const names[] = {"backgammon", "nackgammon", "hypergammon", "hypergammon2"};
    hra_rng rng;
    hra_rng_init(&rng, 5);
    for (int i = 0; i < 4; i++) {
        hra_game *game;
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), 0);
        const hra_ubgi *words = hra_protocol_offered(game->rules, "ubgi")->words;
        assert_string_equal(words->variant(game), names[i]);
        for (int n = 0; n < 3; n++)
            play_through(game, words, &rng);
        hra_game_close(game);
    }
}

static void pass_over(void *self, const char *line, size_t length) {}

static void other_games_are_refused(void **state) {
    static const char *const specs[] = {"backgammon:checkers=1", "tictactoe", NULL};
    for (int i = 0; i < 3; i++) {
        hra_protocol *dialogue;
        hra_protocol_setup setup = ubgi(specs[i], NULL);
        hra_error why;
        setup.size = sizeof setup;
        setup.sink = pass_over;
        assert_int_equal(hra_protocol_open(&dialogue, &setup, &why), specs[i] ? HRA_EFIT : HRA_EINPUT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duel_leads_a_dialogue),          cmocka_unit_test(who_cannot_move_passes),
        cmocka_unit_test(what_is_missing_or_wrong_is_said), cmocka_unit_test(every_variant_is_played),
        cmocka_unit_test(other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
