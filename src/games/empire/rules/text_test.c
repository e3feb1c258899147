/* What people type, and positions that contradict themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "empire.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "empire:neutral-armies=3", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

/* ---- moves ------------------------------------------------------------------------------------*/

static const char card_is_due[] =
    "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 34 1 7 10 10 12 / gone 6 / "
    "goods red, blue food1 / first blue / red card";
static const char march_is_due[] =
    "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 1 7 10 10 12 / gone 6 34 / "
    "goods red iron1, blue food1 / first blue / red act 34 part 1 left 3 last 1";

static void moves_are_read_as_people_type_them(void **state) {
    static const struct {
        const char *position, *typed, *means; /* NULL: nothing */
    } cases[] = {
        {card_is_due, "card 1", "card 1 (iron: move by land or sea 3)"},
        {card_is_due, "  CARD 2 ", "card 2 (gem: place 1)"},
        {card_is_due, "card 2 (gem: place 1)", "card 2 (gem: place 1)"},
        {card_is_due, "3", "card 3 (food: city 1)"},
        {card_is_due, "card3", "card 3 (food: city 1)"},
        {card_is_due, "card 7", NULL},
        {card_is_due, "card 2 (gem: place 2)", NULL},
        {card_is_due, "card", NULL},
        {card_is_due, "", NULL},
        {card_is_due, "end", NULL},
        {march_is_due, "move 12>16", "move 12>16"},
        {march_is_due, "12-16", "move 12>16"},
        {march_is_due, " 12 > 16", "move 12>16"},
        {march_is_due, "1 2>16", NULL},
        {march_is_due, "12>12", NULL},
        {march_is_due, "12>999999999999", NULL},
        {march_is_due, "End", "end"},
        {march_is_due, "move 12>16 12>16", NULL},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_state s;
        hra_move m;
        hra_error why = {0};
        if (hra_game_read_position(game, cases[i].position, &s, &why) != 0)
            fail_msg("%s: at %d: %s", cases[i].position, why.at, why.text);
        hra_err err = hra_game_parse_move(game, &s, cases[i].typed, &m, &why);
        if (!cases[i].means) {
            if (err != HRA_EINPUT || !*why.text)
                fail_msg("'%s' is read", cases[i].typed);
            continue;
        }
        if (err)
            fail_msg("'%s': %s", cases[i].typed, why.text);
        hra_text_clear(&text);
        em_show_move(game, &s, m, &text);
        assert_string_equal(hra_text_string(&text), cases[i].means);
    }
    hra_text_release(&text);
}

/* An army marches once; the error of a second march says which single march to type instead. */
static void an_army_goes_on_by_one_march(void **state) {
    static const char marched[] =
        "red 9 12:2 16:1 / blue 14 3:1 12:3 / neutral left 0 / row 1 7 10 10 12 / gone 6 34 / "
        "goods red iron1, blue food1 / first blue / red act 34 part 1 left 2 last 1 12>16";
    static const char told[] = "an army moves once per turn: take back move 12>16 and type ";
    static const struct {
        const char *typed, *then; /* NULL: it did not march there, and other words say what is wrong */
    } cases[] = {
        {"16>17", "12>17"}, {" Move 16 - 17 ", "12>17"}, {"16>12", NULL},
        {"17>16", NULL},    {"16>17>19", NULL},          {"16>", NULL},
    };
    em_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, marched, &s, &why) != 0)
        fail_msg("at %d: %s", why.at, why.text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_move m;
        assert_int_equal(hra_game_parse_move(game, &s, cases[i].typed, &m, &why), HRA_EINPUT);
        bool says = strncmp(why.text, told, strlen(told)) == 0;
        assert_int_equal(says, cases[i].then != NULL);
        if (says)
            assert_string_equal(why.text + strlen(told), cases[i].then);
    }
}

/* ---- the drawing ------------------------------------------------------------------------------*/

static void add_drawing(const char *spec, bool compact, const char *position, hra_text *out) {
    const hra_board_style look = {.width = 80, .seat = -1, .compact = compact};
    hra_game *own;
    em_state s;
    hra_error why = {0};
    if (hra_game_open(&own, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    if (position && hra_game_read_position(own, position, &s, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    if (!position)
        own->rules->init(own, &s);
    own->rules->text->show(own, &s, &look, out);
    hra_game_close(own);
}

static void the_map_tells_continents_and_the_start(void **state) {
    hra_text text;
    hra_text_init(&text);
    add_drawing("empire:neutral-armies=3", false, march_is_due, &text);
    const char *board = hra_text_string(&text);
    assert_non_null(strstr(board, "(12)= R3B3"));
    for (const char *letter = "ABCD"; *letter; letter++) {
        const char sign[] = {'[', *letter, ']', '\0'};
        const char *map = strstr(board, sign);
        assert_true(map && map < strstr(board, "continents:"));
    }
    assert_non_null(strstr(board, "\ncontinents: [A] blue, [B] no one, [C] no one, [D] no one\n"));
    hra_text_clear(&text);
    add_drawing("empire:neutral-armies=3", true, march_is_due, &text);
    assert_non_null(strstr(hra_text_string(&text), "   [A]B [B]- [C]- [D]-\n"));
    hra_text_release(&text);
}

static void a_bid_is_explained(void **state) {
    hra_text text;
    hra_text_init(&text);
    add_drawing(
        "empire:first-player=bid,seats=5", true,
        "red 8 12:3 / blue 8 12:3 / green 8 12:3 / yellow 8 12:3 / violet 8 12:3 / neutral left 0 / "
        "row 34 27 4 10 24 21 / gone / goods red, blue, green, yellow, violet / first nobody / blue bid 3",
        &text);
    assert_non_null(strstr(hra_text_string(&text), "\nbid 0 to 8 coins: the highest bid is paid"));
    hra_text_release(&text);
}

/* ---- positions --------------------------------------------------------------------------------*/

static const char due[] =
    "red 9 12:3 15:1+2 / blue 14 3:1 12:3 / neutral 1:1 left 0 / row 34 1 7 10 10 12 / gone 6 2 / "
    "goods red gem1, blue food1 / first blue / blue card";

/* One stretch of the text above changed for another. */
static void positions_that_cannot_be_are_refused(void **state) {
    static const struct {
        const char *what, *from, *to;
    } cases[] = {
        {"too many coins", "blue 14", "blue 15"},
        {"too many armies", "12:3 15:1+2", "12:14 15:1+2"},
        {"too many cities", "15:1+2", "15:1+4"},
        {"a region twice", "12:3 15:1+2", "12:3 12:1"},
        {"nothing in a region", "15:1+2", "15:0"},
        {"no such region", "15:1+2", "26:1"},
        {"region 0", "15:1+2", "0:1"},
        {"too many neutral armies", "neutral 1:1", "neutral 1:4"},
        {"neutral armies to come", "left 0", "left 1"},
        {"a neutral city", "neutral 1:1", "neutral 1:0+1"},
        {"a card that others have seen", "row 34", "row 12"},
        {"a card of five seats", "row 34", "row 38"},
        {"no such card", "row 34", "row 43"},
        {"seven in the row", "10 10 12 /", "10 10 12 13 /"},
        {"a short row", "10 10 12 /", "10 10 /"},
        {"a card gone too many", "gone 6 2", "gone 6 2 3"},
        {"a card gone too few", "gone 6 2", "gone 6"},
        {"goods of no card", "red gem1", "red gem2"},
        {"other goods", "red gem1", "red coal1"},
        {"goods of one seat", "red gem1, blue food1", "red gem1 food1, blue"},
        {"nobody first", "first blue", "first nobody"},
        {"another first", "first blue", "first red"},
        {"another's turn", "blue card", "red card"},
        {"a draw that is not due", "blue card", "blue draw"},
        {"no phase", "blue card", "blue sleeps"},
        {"over too soon", "blue card", "red over"},
        {"no bids here", "blue card", "red bid"},
        {"a card not bought", "blue card", "blue act 6 part 1 left 1 last 1"},
        {"more behind it", "blue card", "blue card 1"},
        {"nothing at all", "red 9", ""},
        {"a huge number", "blue 14", "blue 99999999999999999999"},
        {"no number", "blue 14", "blue -1"},
    };
    em_state s;
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_game_read_position(game, due, &s, &why), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = strstr(due, cases[i].from);
        assert_non_null(at);
        hra_text_clear(&text);
        hra_text_add_bytes(&text, due, (size_t)(at - due));
        hra_text_add(&text, cases[i].to);
        hra_text_add(&text, at + strlen(cases[i].from));
        why = (hra_error){0};
        if (hra_game_read_position(game, hra_text_string(&text), &s, &why) != HRA_EINPUT || !*why.text ||
            why.at < 0 || why.at > (int)text.length)
            fail_msg("%s: %s: '%s' at %d", cases[i].what, text.data, why.text, why.at);
    }
    hra_text_release(&text);
}

static void turns_that_cannot_be_are_refused(void **state) {
    static const struct {
        const char *tail;
        bool good;
    } cases[] = {
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 3 last 1", true},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 2 last 1 13>20", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 2 last 1 12>15", true},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 1 last 1 12>15", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 2 last 12 12>15", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 2 left 2 last 1", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 4 last 1", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red act 34 part 1 left 3 last 1 must", false},
        {"12 34 / goods red iron1, blue food1 / first blue / red ability 34", false},
        {"12 19 / goods red wood1, blue food1 / first blue / red ability 19", true},
        {"12 19 / goods red wood1, blue food1 / first blue / red act 19 part 1 left 2 last 1 must", true},
        {"12 19 / goods red wood1, blue food1 / first blue / red act 19 part 1 left 2 last 1", false},
        {"12 19 / goods red wood1, blue food1 / first blue / red act 19 part 1 left 1 last 12", true},
        {"12 19 / goods red wood1, blue food1 / first blue / red act 19 part 1 left 1 last 15", false},
        {"12 19 / goods red wood1, blue food1 / first blue / red act 19 part 2 left 0 last 1 12>15 12>15 "
         "12>16",
         false},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_state s;
        hra_error why = {0};
        hra_text_clear(&text);
        hra_text_addf(&text,
                      "red 9 12:3 15:1 / blue 14 3:1 12:3 / neutral left 0 / row 1 7 10 10 6 / gone %s",
                      cases[i].tail);
        hra_err err = hra_game_read_position(game, hra_text_string(&text), &s, &why);
        if (cases[i].good ? err != 0 : err != HRA_EINPUT)
            fail_msg("%s: at %d: %s", text.data, why.at, why.text);
    }
    hra_text_release(&text);
}

/* ---- what is read can be played ---------------------------------------------------------------*/

/* Changes a number of the text for another one. */
static void change_number(const char *from, hra_rng *rng, hra_text *out) {
    int numbers = 0, which;
    hra_text_clear(out);
    for (const char *at = from; *at; at += strcspn(at, "0123456789"))
        if (strspn(at, "0123456789")) {
            at += strspn(at, "0123456789");
            numbers++;
        }
    which = (int)hra_rng_below(rng, (uint32_t)numbers);
    for (const char *at = from; *at;) {
        size_t digits = strspn(at, "0123456789");
        size_t length = digits ? digits : strcspn(at, "0123456789");
        if (digits && which-- == 0)
            hra_text_addf(out, "%u", hra_rng_below(rng, hra_rng_below(rng, 2) ? 5 : 43));
        else
            hra_text_add_bytes(out, at, length);
        at += length;
    }
}

static void play_on(const hra_game *g, const em_state *from, hra_rng *rng, hra_text *text) {
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    em_state s = *from, again;
    hra_error why = {0};
    for (int ply = 0; g->rules->to_move(g, &s) != HRA_OVER; ply++) {
        bool chance = g->rules->to_move(g, &s) == HRA_CHANCE;
        int n = chance ? g->rules->chance_outcomes(g, &s, list, probability) : g->rules->moves(g, &s, list);
        assert_in_range(n, 1, chance ? g->max_chances : g->max_moves);
        assert_true(ply < 1000);
        if (ply < 6) {
            hra_text_clear(text);
            em_write_position(g, &s, text);
            if (hra_game_read_position(g, hra_text_string(text), &again, &why) != 0)
                fail_msg("%s: at %d: %s", hra_text_string(text), why.at, why.text);
            assert_memory_equal(&again, &s, sizeof s);
        }
        g->rules->apply(g, &s, list[hra_rng_below(rng, (uint32_t)n)]);
    }
}

/* Positions of random plays with some numbers changed: few are read, and those play to their end. */
static void what_is_read_can_be_played(void **state) {
    static const char *const specs[] = {"empire", "empire:seats=3,wild-scoring=declared,first-player=bid",
                                        "empire:seats=5,map=thesis,first-player=4"};
    hra_move list[EM_MAX_MOVES];
    hra_rng rng;
    hra_text text, other;
    int read = 0, refused = 0;
    hra_text_init(&text);
    hra_text_init(&other);
    hra_rng_init(&rng, 17);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *g = NULL;
        em_state s, changed;
        assert_int_equal(hra_game_open(&g, NULL, specs[i], NULL), 0);
        for (int play = 0; play < 12; play++)
            for (g->rules->init(g, &s); g->rules->to_move(g, &s) != HRA_OVER;) {
                hra_text_clear(&text);
                em_write_position(g, &s, &text);
                for (int k = 0; k < 4; k++) {
                    change_number(hra_text_string(&text), &rng, &other);
                    hra_error why = {0};
                    if (hra_game_read_position(g, hra_text_string(&other), &changed, &why) == 0) {
                        play_on(g, &changed, &rng, &other);
                        read++;
                    } else {
                        assert_true(*why.text && why.at >= 0 && why.at <= (int)other.length);
                        refused++;
                    }
                }
                hra_move m = g->rules->to_move(g, &s) == HRA_CHANCE
                                 ? g->rules->sample_chance(g, &s, &rng)
                                 : list[hra_rng_below(&rng, (uint32_t)g->rules->moves(g, &s, list))];
                g->rules->apply(g, &s, m);
            }
        hra_game_close(g);
    }
    assert_true(read > 500 && refused > 500);
    hra_text_release(&text);
    hra_text_release(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_are_read_as_people_type_them, open_game, close_game),
        cmocka_unit_test_setup_teardown(an_army_goes_on_by_one_march, open_game, close_game),
        cmocka_unit_test(the_map_tells_continents_and_the_start),
        cmocka_unit_test(a_bid_is_explained),
        cmocka_unit_test_setup_teardown(positions_that_cannot_be_are_refused, open_game, close_game),
        cmocka_unit_test_setup_teardown(turns_that_cannot_be_are_refused, open_game, close_game),
        cmocka_unit_test(what_is_read_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
