/* The rules of empire, case by case, and what holds in every play. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "empire.h"

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static em_state read(const hra_game *game, const char *text) {
    em_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != 0)
        fail_msg("%s: at %d: %s", text, why.at, why.text);
    return s;
}

static void make(const hra_game *game, em_state *s, const char *text) {
    hra_move m;
    hra_error why = {0};
    if (hra_game_parse_move(game, s, text, &m, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    game->rules->apply(game, s, m);
}

/* Red is to buy the second card of the play. */
static em_state read_red(const hra_game *game, const char *pieces_and_row) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "%s / gone 6 / goods red, blue food1 / first blue / red card", pieces_and_row);
    em_state s = read(game, hra_text_string(&text));
    hra_text_release(&text);
    return s;
}

/* All moves as they are written, joined by commas. */
static void expect_moves(const hra_game *game, const em_state *s, const char *moves) {
    hra_move list[EM_MAX_MOVES];
    hra_text text;
    hra_text_init(&text);
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n; i++) {
        hra_text_add(&text, i ? ", " : "");
        em_show_move(game, s, list[i], &text);
    }
    assert_string_equal(hra_text_string(&text), moves);
    hra_text_release(&text);
}

/* ---- what is kept in every play ---------------------------------------------------------------*/

static const char *const specs[] = {
    "empire",
    "empire:first-player=bid",
    "empire:seats=3,wild-scoring=declared",
    "empire:seats=4,first-player=bid,map=thesis",
    "empire:seats=5",
    "empire:neutral-armies=3",
    "empire:map=thesis,neutral-armies=0",
};

/* What the moves alone tell. */
typedef struct ledger {
    int coins[EM_SEATS], bought[EM_SEATS], goods[EM_SEATS][EM_GOODS + 1];
    int destroyed_neutral, drawn[EM_CARDS + 1];
} ledger;

static void note(ledger *l, const em_state *s, hra_move m) {
    int a = em_move_a(m);
    switch (em_move_kind(m)) {
    case EM_MOVE_CARD:
        l->coins[s->turn] -= (const int[]){0, 1, 1, 2, 2, 3}[a];
        l->bought[s->turn]++;
        l->goods[s->turn][em_cards[s->row[a]].good] += em_cards[s->row[a]].goods;
        break;
    case EM_MOVE_DESTROY:
        l->destroyed_neutral += em_move_b(m) == EM_NEUTRAL;
        assert_int_not_equal(em_move_b(m), s->turn);
        break;
    case EM_MOVE_DRAW:
        l->drawn[a]++;
        break;
    case EM_MOVE_JOKER:
        assert_true(l->goods[s->turn][a] > 0);
        l->goods[s->turn][a]++;
        l->goods[s->turn][EM_JOKER]--;
        break;
    default:
        break;
    }
}

static void check_pieces(const em_game *g, const em_state *s, const ledger *l) {
    int neutral = s->neutral + l->destroyed_neutral;
    for (int seat = 0; seat < g->seats; seat++) {
        int armies = em_armies(s->supply[seat]), cities = em_cities(s->supply[seat]);
        for (int i = 0; i < EM_REGIONS; i++) {
            armies += em_armies(s->piece[seat][i]);
            cities += em_cities(s->piece[seat][i]);
        }
        assert_int_equal(armies, 14);
        assert_int_equal(cities, 3);
    }
    for (int i = 0; i < EM_REGIONS; i++)
        neutral += s->piece[EM_NEUTRAL][i];
    assert_int_equal(neutral, g->neutral);
}

static void check_cards(const em_game *g, const em_state *s, const ledger *l) {
    int row[EM_CARDS + 1] = {0}, cards = 0, bought = 0;
    for (int i = 0; i < EM_ROW; i++)
        row[s->row[i]]++;
    for (int i = 1; i <= EM_CARDS; i++) {
        int all = 0, unseen = 0;
        for (int k = 1; k <= EM_CARDS; k++) {
            bool same = g->kind[k] == i;
            all += same && g->deck >> k & 1;
            unseen += same && s->unseen >> k & 1;
        }
        assert_int_equal(all - unseen, l->drawn[i]);
        assert_true(row[i] <= l->drawn[i]);
        cards += unseen + row[i];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        bought += l->bought[seat];
        assert_true(l->bought[seat] <= g->setup.cards);
        for (int good = 0; good <= EM_JOKER; good++)
            assert_int_equal(em_goods_of(s->goods[seat], good), l->goods[seat][good]);
    }
    assert_int_equal(cards + bought, g->setup.deck);
    assert_int_equal(s->turns + (s->card != 0), bought);
}

static void play_once(const hra_game *game, hra_rng *rng) {
    const em_game *g = em_of(game);
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    em_state s;
    ledger l = {.coins = {0}};
    game->rules->init(game, &s);
    for (int seat = 0; seat < g->seats; seat++)
        l.coins[seat] = g->setup.coins;
    while (game->rules->to_move(game, &s) != HRA_OVER) {
        bool chance = game->rules->to_move(game, &s) == HRA_CHANCE;
        int n = chance ? game->rules->chance_outcomes(game, &s, list, probability)
                       : game->rules->moves(game, &s, list);
        hra_move m = list[hra_rng_below(rng, (uint32_t)n)];
        int paid = s.phase == EM_AT_BID ? -1 : 0;
        note(&l, &s, m);
        game->rules->apply(game, &s, m);
        for (int seat = 0; seat < g->seats; seat++) {
            if (paid && s.phase == EM_AT_CHOOSE && seat == s.turn)
                l.coins[seat] = s.coins[seat]; /* a bid, which has a test of its own */
            assert_int_equal(s.coins[seat], l.coins[seat]);
        }
        check_pieces(g, &s, &l);
        check_cards(g, &s, &l);
    }
    for (int seat = 0; seat < g->seats; seat++)
        assert_int_equal(l.bought[seat], g->setup.cards);
}

static void nothing_is_lost_in_play(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 11);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = open_game(specs[i]);
        for (int play = 0; play < 60; play++)
            play_once(game, &rng);
        hra_game_close(game);
    }
}

/* ---- a turn -----------------------------------------------------------------------------------*/

static void steps_are_those_of_the_card(void **state) {
    static const struct {
        const char *what, *position, *way, *moves;
    } cases[] = {
        {"prices", "red 2 12:3 / blue 14 12:3 / neutral left 0 / row 7 8 9 10 11 12", "",
         "card 1 (food: city 1), card 2 (food: place 3), card 3 (2 food: place 3), card 4 (food: move 4)"},
        {"a place is the start or an own city, in ascending order",
         "red 9 3:0+1 12:3 20:1+1 / blue 14 12:3 / neutral left 0 / row 9 1 7 10 10 12", "card 1;place 12",
         "place 12, place 20, end"},
        {"without armies nothing is placed",
         "red 9 3:4 12:10 / blue 14 12:3 / neutral left 0 / row 9 1 7 10 10 12", "card 1", "end"},
        {"a city stands where an army stands",
         "red 9 3:4 12:10 13:0+2 / blue 14 12:3 / neutral left 0 / row 16 1 7 10 10 12", "card 1",
         "city 3, city 12, end"},
        {"without cities none is built",
         "red 9 3:4 12:10 13:0+3 / blue 14 12:3 / neutral left 0 / row 16 1 7 10 10 12", "card 1", "end"},
        {"one army of others falls anywhere, then one is placed",
         "red 9 12:3 / blue 14 3:1 12:3 / neutral 12:1 25:2 left 0 / row 15 1 7 10 10 12", "card 1",
         "destroy 3 blue, destroy 12 blue, destroy 12 neutral, destroy 25 neutral, place 12, end"},
        {"who has placed destroys no more",
         "red 9 12:3 / blue 14 3:1 12:3 / neutral 12:1 25:2 left 0 / row 15 1 7 10 10 12", "card 1;place 12",
         "end"},
        {"of two abilities only those that can be used",
         "red 9 3:4 12:10 / blue 14 12:3 / neutral left 0 / row 19 1 7 10 10 12", "card 1",
         "ability 2 (move 3), end"},
        {"an ability that is chosen is used",
         "red 9 12:3 / blue 14 12:3 / neutral left 0 / row 19 1 7 10 10 12", "card 1;ability 1", "place 12"},
        {"by land one step a neighbour", "red 9 21:1 / blue 14 12:3 / neutral left 0 / row 27 1 7 10 10 12",
         "card 1", "move 21>22, end"},
        {"by sea edges of both kinds", "red 9 21:1 / blue 14 12:3 / neutral left 0 / row 28 1 7 10 10 12",
         "card 1", "move 21>6, move 21>7, move 21>15, move 21>22, end"},
        {"marches ascend, and nobody leaves what was entered",
         "red 9 21:2 22:1 / blue 14 12:3 / neutral left 0 / row 28 1 7 10 10 12", "card 1;21>22",
         "move 21>22, end"},
    };
    hra_game *game = open_game("empire:neutral-armies=3");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_state s = read_red(game, cases[i].position);
        char way[64];
        size_t length = strlen(cases[i].way);
        memcpy(way, cases[i].way, length + 1);
        for (char *at = way; *at;) {
            size_t n = strcspn(at, ";");
            bool more = at[n] == ';';
            at[n] = '\0';
            make(game, &s, at);
            at += n + more;
        }
        expect_moves(game, &s, cases[i].moves);
    }
    hra_game_close(game);
}

static void equal_cards_at_one_price_are_one_choice(void **state) {
    hra_game *game = open_game("empire:neutral-armies=0");
    em_state s = read_red(game, "red 14 12:3 / blue 14 12:3 / neutral left 0 / row 25 2 2 10 10 6");
    expect_moves(game, &s,
                 "card 1 (coal: place 3), card 2 (gem: place 2), card 4 (food: move 4), "
                 "card 6 (food: city 1)");
    hra_game_close(game);
}

/* ---- the beginning ----------------------------------------------------------------------------*/

static void skip_draws(const hra_game *game, em_state *s) {
    hra_move list[EM_MAX_CHANCES];
    double probability[EM_MAX_CHANCES];
    while (s->phase == EM_AT_DRAW) {
        game->rules->chance_outcomes(game, s, list, probability);
        game->rules->apply(game, s, list[0]);
    }
}

static void two_seats_place_neutral_armies_in_turn(void **state) {
    hra_game *game = open_game("empire");
    em_state s;
    game->rules->init(game, &s);
    skip_draws(game, &s);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(s.phase, EM_AT_NEUTRAL);
        assert_int_equal(game->rules->to_move(game, &s), i % 2);
        make(game, &s, i < 5 ? "place 7" : "25");
    }
    assert_int_equal(s.piece[EM_NEUTRAL][6], 5);
    assert_int_equal(s.piece[EM_NEUTRAL][24], 5);
    assert_int_equal(s.phase, EM_AT_LOT);
    hra_game_close(game);
}

static void the_highest_bid_pays_and_says_who_is_first(void **state) {
    static const struct {
        const char *bids[3];
        int winner, pays;
    } cases[] = {
        {{"3", "5", "4"}, 1, 5}, {{"bid 6", "5", "6"}, 0, 6}, {{"0", "0", "0"}, 0, 0},
        {{"2", "9", "9"}, 1, 9}, {{"0", "0", "11"}, 2, 11},
    };
    hra_game *game = open_game("empire:seats=3,first-player=bid");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_state s;
        game->rules->init(game, &s);
        skip_draws(game, &s);
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(game->rules->to_move(game, &s), seat);
            make(game, &s, cases[i].bids[seat]);
        }
        assert_int_equal(s.phase, EM_AT_CHOOSE);
        assert_int_equal(game->rules->to_move(game, &s), cases[i].winner);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(s.coins[seat], 11 - (seat == cases[i].winner ? cases[i].pays : 0));
        expect_moves(game, &s, "first red, first blue, first green");
        make(game, &s, "first green");
        assert_int_equal(s.phase, EM_AT_CARD);
        assert_int_equal(game->rules->to_move(game, &s), 2);
    }
    hra_game_close(game);
}

/* Two states that differ in a bid of another seat look alike; behind the view that bid is drawn. */
static void bids_are_hidden(void **state) {
    hra_game *game = open_game("empire:seats=3,first-player=bid");
    em_state s, a, b, seen_a, seen_b;
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    game->rules->init(game, &s);
    skip_draws(game, &s);
    a = b = s;
    game->rules->moves(game, &s, list);
    assert_true(game->rules->conduct->hidden(game, &s, list[0]));
    make(game, &a, "2");
    make(game, &b, "7");
    game->rules->conduct->observation(game, &a, 1, &seen_a);
    game->rules->conduct->observation(game, &b, 1, &seen_b);
    assert_memory_equal(&seen_a, &seen_b, sizeof s);
    game->rules->conduct->observation(game, &a, 0, &seen_a);
    assert_memory_equal(&seen_a, &a, sizeof s);
    make(game, &seen_b, "3");
    make(game, &seen_b, "4");
    assert_int_equal(game->rules->to_move(game, &seen_b), HRA_CHANCE);
    assert_int_equal(game->rules->chance_outcomes(game, &seen_b, list, probability), 12);
    assert_true(fabs(probability[5] - 1.0 / 12) < 1e-12);
    make(game, &seen_b, "bid 4");
    assert_int_equal(game->rules->to_move(game, &seen_b), 0);
    assert_int_equal(seen_b.coins[0], 7);
    hra_game_close(game);
}

/* ---- the end ----------------------------------------------------------------------------------*/

/* The best that can be made out of a state in which jokers are due. */
static int best_by_moves(const hra_game *game, const em_state *s, int seat) {
    hra_move list[EM_MAX_MOVES];
    if (s->phase != EM_AT_JOKER || s->turn != seat)
        return em_goods_points(em_of(game), s->goods[seat]);
    int n = game->rules->moves(game, s, list), best = 0;
    for (int i = 0; i < n; i++) {
        em_state next = *s;
        game->rules->apply(game, &next, list[i]);
        int points = best_by_moves(game, &next, seat);
        best = points > best ? points : best;
    }
    return best;
}

static void jokers_that_are_chosen_can_be_the_best(void **state) {
    hra_game *game = open_game(*state ? "empire:seats=3,wild-scoring=declared,wild-goods=any"
                                      : "empire:seats=3,wild-scoring=declared");
    hra_rng rng;
    hra_move list[EM_MAX_MOVES];
    int choices = 0;
    hra_rng_init(&rng, 13);
    for (int play = 0; play < 300; play++) {
        em_state s;
        game->rules->init(game, &s);
        while (game->rules->to_move(game, &s) != HRA_OVER) {
            hra_move m;
            if (s.phase == EM_AT_JOKER && s.last == 0) {
                assert_int_equal(best_by_moves(game, &s, s.turn),
                                 em_goods_points(em_of(game), s.goods[s.turn]));
                choices++;
            }
            if (game->rules->to_move(game, &s) == HRA_CHANCE)
                m = game->rules->sample_chance(game, &s, &rng);
            else
                m = list[hra_rng_below(&rng, (uint32_t)game->rules->moves(game, &s, list))];
            game->rules->apply(game, &s, m);
        }
    }
    assert_true(choices > 100);
    hra_game_close(game);
}

/* The small grid has five ways straight across a cell of water, and three more round a corner. */
static void the_classroom_is_a_set_of_options(void **state) {
    static const char *const alike[] = {
        "empire:rules=classroom,map=thesis",
        "empire:map=thesis,neutral-armies=0,continents=armies,ties=regions,wild-goods=any,sea-path=corner",
        ("empire:rules=printed,map=thesis,neutral-armies=0,continents=armies,ties=regions,wild-goods=any,"
         "sea-path=corner"),
    };
    static const char *const printed[] = {
        "empire:map=thesis",
        ("empire:rules=classroom,map=thesis,neutral-armies=10,continents=regions,ties=armies,wild-goods="
         "owned,"
         "sea-path=straight"),
    };
    for (size_t i = 0; i < 5; i++) {
        hra_game *game = open_game(i < 3 ? alike[i] : printed[i - 3]);
        const em_game *g = em_of(game);
        int ways = 0;
        assert_int_equal(g->neutral, i < 3 ? 0 : 10);
        assert_true(g->by_armies == (i < 3) && g->regions_decide == (i < 3) && g->any_good == (i < 3));
        for (int region = 0; region < g->map.regions; region++)
            ways += em_count(g->map.near[1][region] & ~g->map.near[0][region]);
        assert_int_equal(ways, 2 * (i < 3 ? 8 : 5));
        hra_game_close(game);
    }
}

static void the_thesis_lets_owners_choose_their_jokers(void **state) {
    static const struct {
        const char *spec;
        int jokers;
    } cases[] = {
        {"empire", EM_JOKERS_BEST},
        {"empire:rules=classroom", EM_JOKERS_BEST}, /* as records of it have it */
        {"empire:rules=thesis,map=thesis", EM_JOKERS_CHOOSE},
        {"empire:rules=thesis,wild-scoring=best", EM_JOKERS_BEST},
        {"empire:rules=printed,wild-scoring=declared", EM_JOKERS_CHOOSE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].spec);
        assert_int_equal(em_of(game)->jokers, cases[i].jokers);
        hra_game_close(game);
    }
    hra_game *game = open_game("empire:rules=thesis,map=thesis");
    const em_game *g = em_of(game);
    assert_true(g->neutral == 0 && g->by_armies && g->regions_decide && g->any_good && g->round_corners);
    hra_game_close(game);
}

/* Each sentence of the rules that options decide, by an option that brings it. */
static void the_rules_told_are_those_of_the_options(void **state) {
    static const struct {
        const char *spec, *told, *not_told;
    } cases[] = {
        {"empire", "10 neutral armies", "There are no neutral"},
        {"empire:neutral-armies=0", "There are no neutral", "neutral armies in turn"},
        {"empire:first-player=bid", "bid in secret", "by lot"},
        {"empire:first-player=1", "The first player is blue.", "by lot"},
        {"empire", "drawn by lot", "bid"},
        {"empire:wild-goods=any", "one of any good", "that its owner has"},
        {"empire:wild-scoring=declared", "The owner of a joker chooses", "bring the most"},
        {"empire", "bring the most", "chooses its good"},
        {"empire:continents=armies", "the most armies on it", "most regions on it"},
        {"empire:ties=regions", "then the most regions, then the most armies",
         "armies, then the most regions"},
        {"empire", "then the most armies, then the most regions", "by sea"},
        {"empire:map=thesis", "in a straight line.", "round a corner"},
        {"empire:map=thesis,sea-path=corner", "round a corner", "line."},
        {"empire:rules=thesis,map=thesis", "The owner of a joker chooses", "that its owner has"},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].spec);
        hra_text_clear(&text);
        game->rules->text->say_rules(game, &text);
        if (!strstr(hra_text_string(&text), cases[i].told) ||
            strstr(hra_text_string(&text), cases[i].not_told))
            fail_msg("%s: %s", cases[i].spec, hra_text_string(&text));
        hra_game_close(game);
    }
    hra_text_release(&text);
}

static void a_shared_win_is_shared(void **state) {
    hra_game *game = open_game("empire:neutral-armies=0,map=thesis,first-player=0");
    em_state s;
    double value[HRA_MAX_SEATS];
    game->rules->init(game, &s);
    s.phase = EM_AT_OVER;
    game->rules->returns(game, &s, value);
    assert_true(value[0] == 0.5 && value[1] == 0.5);
    s.coins[1]--;
    game->rules->returns(game, &s, value);
    assert_true(value[0] == 1 && value[1] == 0);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost_in_play),
        cmocka_unit_test(steps_are_those_of_the_card),
        cmocka_unit_test(equal_cards_at_one_price_are_one_choice),
        cmocka_unit_test(two_seats_place_neutral_armies_in_turn),
        cmocka_unit_test(the_highest_bid_pays_and_says_who_is_first),
        cmocka_unit_test(bids_are_hidden),
        cmocka_unit_test(jokers_that_are_chosen_can_be_the_best),
        cmocka_unit_test_prestate(jokers_that_are_chosen_can_be_the_best, "of any good"),
        cmocka_unit_test(the_classroom_is_a_set_of_options),
        cmocka_unit_test(the_thesis_lets_owners_choose_their_jokers),
        cmocka_unit_test(the_rules_told_are_those_of_the_options),
        cmocka_unit_test(a_shared_win_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
