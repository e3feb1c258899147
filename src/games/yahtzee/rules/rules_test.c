#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "yahtzee.h"

extern const hra_rules hra_rules_yahtzee;

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static void read_position(const hra_game *game, const char *text, union yz_room *out) {
    hra_error why = {0};
    if (hra_game_read_position(game, text, out, &why) != 0)
        fail_msg("%s: %s", text, why.text);
}

/* Another Yahtzee, as slow and plain as can be: dice are six counts, rolls and
 * keeps are found by trying all counts, scores are not kept.  It only counts.  At depth 3, with a keep of k
 * dice becoming C(10 - k, 5) rolls and 13 boxes behind all five, the sum over rolls and keeps is 257,124. */
struct plain_game {
    int filled[13];
    bool forced; /* hasbro */
};

static uint64_t count_roll(const struct plain_game *game, const int held[6], int rolls, int depth);

/* The box of a yahtzee of this face is not free to choose: hasbro's forced joker. */
static bool box_is_closed(const struct plain_game *game, const int dice[6], int box) {
    int face = -1, lower_open = 0;
    for (int f = 0; f < 6; f++)
        face = dice[f] == 5 ? f : face;
    for (int b = 6; b < 13; b++)
        lower_open += !game->filled[b];
    if (!game->forced || face < 0 || !game->filled[11])
        return false;
    return !game->filled[face] ? box != face : lower_open > 0 && box < 6;
}

static uint64_t count_boxes(const struct plain_game *game, const int dice[6], int depth) {
    uint64_t leaves = 0;
    static const int nothing[6];
    for (int box = 0; box < 13; box++) {
        if (!game->filled[box] && !box_is_closed(game, dice, box)) {
            struct plain_game next = *game;
            next.filled[box] = 1;
            leaves += count_roll(&next, nothing, 3, depth - 1);
        }
    }
    return leaves;
}

static uint64_t count_keeps(const struct plain_game *game, const int dice[6], int rolls, int depth) {
    uint64_t leaves = 0;
    int k[6];
    for (k[0] = 0; k[0] <= dice[0]; k[0]++)
        for (k[1] = 0; k[1] <= dice[1]; k[1]++)
            for (k[2] = 0; k[2] <= dice[2]; k[2]++)
                for (k[3] = 0; k[3] <= dice[3]; k[3]++)
                    for (k[4] = 0; k[4] <= dice[4]; k[4]++)
                        for (k[5] = 0; k[5] <= dice[5]; k[5]++) {
                            bool all = memcmp(k, dice, sizeof k) == 0;
                            leaves += depth == 1 ? 1
                                      : all      ? count_boxes(game, dice, depth - 1)
                                                 : count_roll(game, k, rolls, depth - 1);
                        }
    return leaves;
}

static uint64_t count_roll(const struct plain_game *game, const int held[6], int rolls, int depth) {
    uint64_t leaves = 0;
    int d[6], open = 0;
    for (int box = 0; box < 13; box++)
        open += !game->filled[box];
    if (depth == 0 || open == 0)
        return depth == 0;
    for (d[0] = held[0]; d[0] <= 5; d[0]++)
        for (d[1] = held[1]; d[0] + d[1] <= 5; d[1]++)
            for (d[2] = held[2]; d[0] + d[1] + d[2] <= 5; d[2]++)
                for (d[3] = held[3]; d[0] + d[1] + d[2] + d[3] <= 5; d[3]++)
                    for (d[4] = held[4]; d[0] + d[1] + d[2] + d[3] + d[4] <= 5; d[4]++) {
                        d[5] = 5 - d[0] - d[1] - d[2] - d[3] - d[4];
                        if (d[5] >= held[5]) {
                            leaves += depth == 1  ? 1
                                      : rolls > 1 ? count_keeps(game, d, rolls - 1, depth - 1)
                                                  : count_boxes(game, d, depth - 1);
                        }
                    }
    return leaves;
}

/* Which boxes are filled is drawn as in card_test.c: '.' is open. */
static struct plain_game plain_game_of(const char *drawn, bool forced) {
    struct plain_game game = {.forced = forced};
    for (int box = 0; *drawn; drawn++)
        if (*drawn != ' ')
            game.filled[box++] = *drawn != '.';
    return game;
}

static void trees_are_as_large_as_another_count_says(void **state) {
    (void)state;
    static const struct {
        const char *spec, *position, *card;
        int depth;
        uint64_t leaves; /* 0: only compared */
    } cases[] = {
        {"yahtzee", "", "...... .......", 1, 252},
        {"yahtzee", "", "...... .......", 2, 4368},
        {"yahtzee", "", "...... .......", 3, 257124},
        {"yahtzee", "", "...... .......", 4, 0},
        {"yahtzee:rules=plain", "", "...... .......", 4, 0},
        {"yahtzee", "card=1,4,6,8,10,18,20,20,25,30,40,50", "###### #####5.", 3, 0},
        {"yahtzee", "keep=6-6 rolls=1 card=1,4,6,8,10,12,20,20,25", "###### ###....", 5, 0},
        {"yahtzee", "keep=4-4-4 rolls=1 card=yahtzee:0", "...... .....0.", 2, 0},
        {"yahtzee", "keep=4-4-4 rolls=1 card=y:50,4:12,fh:25", "...#.. ..#..5.", 2, 0},
        {"yahtzee", "keep=4-4 rolls=1 card=.,.,9,8,.,6,9,9,0,0,0,50,8", "..##.# #####5#", 4, 0},
        {"yahtzee:rules=free", "keep=4-4-4 rolls=1 card=y:50,4:12,fh:25", "...#.. ..#..5.", 2, 0},
    };
    static const int nothing[6], two_sixes[6] = {0, 0, 0, 0, 0, 2}, fours[6] = {0, 0, 0, 3, 0, 0},
                                 two_fours[6] = {0, 0, 0, 2, 0, 0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool held = strncmp(cases[i].position, "keep=", 5) == 0;
        const int *keep = !held                         ? nothing
                          : cases[i].position[5] == '6' ? two_sixes
                          : cases[i].position[8] != ' ' ? fours
                                                        : two_fours;
        hra_game *game = open_game(cases[i].spec);
        struct plain_game plain = plain_game_of(cases[i].card, strcmp(cases[i].spec, "yahtzee") == 0);
        hra_perft_count count = {0, 0};
        union yz_room room;
        read_position(game, cases[i].position, &room);
        assert_int_equal(hra_perft(game, &room, cases[i].depth, NULL, &count), 0);
        assert_int_equal(count.leaves, count_roll(&plain, keep, held ? 1 : 3, cases[i].depth));
        if (cases[i].leaves)
            assert_int_equal(count.leaves, cases[i].leaves);
        hra_game_close(game);
    }
}

static void a_turn_goes_through_its_phases(void **state) {
    (void)state;
    hra_game *game = open_game("yahtzee:seats=2");
    const struct yz_dice *dice = &yz_game_of(game)->dice;
    static const struct {
        const char *move, *position;
        int to_move;
    } turn[] = {
        {"1-1-2-4-6", "dice=1-1-2-4-6 rolls=2 card=-", 0},
        {"keep 1-1", "keep=1-1 rolls=2 card=-", HRA_CHANCE},
        {"1-1-1-5-5", "dice=1-1-1-5-5 rolls=1 card=-", 0},
        {"keep none", "keep=none rolls=1 card=-", HRA_CHANCE},
        {"2-2-2-2-3", "dice=2-2-2-2-3 rolls=0 card=-", 0},
        {"box twos", "card=.,8", HRA_CHANCE},
        {"3-3-3-3-3", "dice=3-3-3-3-3 rolls=2 card=.,8", 1},
        {"keep all", "dice=3-3-3-3-3 rolls=0 card=.,8", 1},
        {"box yahtzee", "card=.,8; card=.,.,.,.,.,.,.,.,.,.,.,50", HRA_CHANCE},
    };
    union yz_room room;
    hra_text text;
    hra_text_init(&text);
    game->rules->init(game, &room);
    assert_int_equal(room.state.rolls, 3);
    assert_int_equal(dice->outcomes[room.state.keep], YZ_ORDERED);
    for (size_t i = 0; i < sizeof turn / sizeof turn[0]; i++) {
        hra_move m;
        hra_error why = {0};
        if (hra_game_parse_move(game, &room, turn[i].move, &m, &why) != 0)
            fail_msg("%s: %s", turn[i].move, why.text);
        assert_true(hra_game_legal(game, &room, m));
        assert_int_equal(game->rules->conduct->irrevocable(game, &room, m),
                         strncmp(turn[i].move, "box", 3) == 0);
        game->rules->apply(game, &room, m);
        assert_int_equal(game->rules->to_move(game, &room), turn[i].to_move);
        hra_text_clear(&text);
        game->rules->text->write_position(game, &room, &text);
        assert_string_equal(hra_text_string(&text), turn[i].position);
    }
    hra_text_release(&text);
    hra_game_close(game);
}

/* Plays to the end at random. The position of every state must hold all of its data, and only that. */
static void random_game(const hra_game *game, uint64_t seed, union yz_room *room) {
    hra_move moves[YZ_ROLLS];
    hra_rng rng;
    hra_text text;
    int mover, plies = 0;
    hra_text_init(&text);
    hra_rng_init(&rng, seed);
    memset(room, 0xa5, sizeof *room); /* init writes every byte */
    game->rules->init(game, room);
    while ((mover = game->rules->to_move(game, room)) != HRA_OVER) {
        union yz_room again;
        int n = hra_game_moves(game, room, moves);
        hra_text_clear(&text);
        game->rules->text->write_position(game, room, &text);
        read_position(game, hra_text_string(&text), &again);
        assert_memory_equal(&again, room, game->state_size);
        game->rules->apply(game, room, moves[hra_rng_below(&rng, (uint32_t)n)]);
        plies++;
    }
    assert_true(plies <= 6 * YZ_MAX_BOXES * game->seats);
    hra_text_release(&text);
}

static void random_games_add_up(void **state) {
    (void)state;
    static const char *const specs[] = {"yahtzee", "yahtzee:rules=free,seats=3",
                                        "yahtzee:rules=plain,seats=2", "yahtzee:rules=bonus,seats=6",
                                        "yahtzee:rules=yatzy,seats=2"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        hra_game *game = open_game(specs[i]);
        const struct yz_rules *rules = &yz_game_of(game)->rules;
        for (uint64_t seed = 0; seed < 20; seed++) {
            union yz_room room;
            double score[YZ_MAX_SEATS], facts[HRA_MAX_STATISTICS];
            random_game(game, seed, &room);
            game->rules->returns(game, &room, score);
            for (int seat = 0; seat < game->seats; seat++) {
                const struct yz_seat *one = &room.state.seats[seat];
                int upper = 0, total = 100 * one->hundreds;
                for (int box = 0; box < rules->boxes; box++) {
                    total += one->points[box];
                    upper += box < YZ_UPPER_BOXES ? one->points[box] : 0;
                }
                total += upper >= 63 ? rules->upper_bonus : 0;
                game->rules->conduct->statistic(game, &room, seat, facts);
                assert_true(score[seat] == total);
                assert_true(score[seat] >= game->min_return && score[seat] <= game->max_return);
                assert_true(facts[0] == (upper >= 63));
                assert_true(facts[1] == (one->points[rules->yahtzee] == 50));
            }
        }
        hra_game_close(game);
    }
}

static void bounds_are_the_best_games(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int most;
    } cases[] = {
        {"yahtzee:rules=hasbro", 1575}, /* thirteen yahtzees: card_test.c plays them */
        {"yahtzee:rules=free", 1575},
        {"yahtzee:rules=plain", 375},  /* 105 + 35 + 30 + 30 + 25 + 30 + 40 + 50 + 30 */
        {"yahtzee:rules=bonus", 1480}, /* the same yahtzees, but 0 as full house and straights */
        {"yahtzee:rules=yatzy", 374},  /* 105 + 50 + 12 + 22 + 18 + 24 + 15 + 20 + 28 + 30 + 50 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hra_game *game = open_game(cases[i].spec);
        assert_true(game->max_return == cases[i].most);
        assert_true(game->min_return == 0);
        assert_true(game->integer_returns && !game->zero_sum);
        hra_game_close(game);
    }
}

static void equal_futures_have_equal_keys(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        {"card=3,.,.,.,.,.,20", "card=3,.,.,.,.,.,20", true},
        {"card=.,.,.,.,.,.,20,15", "card=.,.,.,.,.,.,15,20", true}, /* the same sum, both filled */
        {"card=.,.,.,.,.,.,20,15", "card=.,.,.,.,.,.,15,16", false},
        {"card=5,10,9,.,.,.,.,.,.,.,.,.,10", "card=5,10,9,.,.,.,.,.,.,.,.,.,11", false},
        {"card=0,0,0,0,10,.,.,.,.,.,.,.,10", "card=0,0,0,0,5,.,.,.,.,.,.,.,15",
         true}, /* 63 is out of reach */
        {"card=0,0,0,16,20,.,.,.,.,.,.,.,10", "card=0,0,0,20,15,.,.,.,.,.,.,.,11",
         false}, /* 66 or 65: it is not */
        {"dice=11246 rolls=2", "dice=11246 rolls=1", false},
        {"dice=11246 rolls=2", "dice=1-1-2-4-6", true},
        {"keep=11 rolls=2", "keep=11 rolls=1", false},
        {"turn=1 card=3;card=3", "turn=0 card=3;card=3", false},
    };
    hra_game *game = open_game("yahtzee:seats=2");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        union yz_room a, b;
        read_position(game, cases[i].a, &a);
        read_position(game, cases[i].b, &b);
        assert_int_equal(hra_game_key(game, &a) == hra_game_key(game, &b), cases[i].equal);
    }
    hra_game_close(game);
}

static void rolls_are_drawn_as_often_as_listed(void **state) {
    (void)state;
    enum { DRAWS = 200000 };
    hra_game *game = open_game("yahtzee");
    static const char *const positions[] = {"", "keep=6-6-6 rolls=2", "keep=1-2-3-4 rolls=1"};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        hra_move moves[YZ_ROLLS];
        double p[YZ_ROLLS], chi = 0;
        int fell[YZ_ROLLS] = {0};
        union yz_room room;
        hra_rng rng;
        hra_rng_init(&rng, 7);
        read_position(game, positions[i], &room);
        int n = game->rules->chance_outcomes(game, &room, moves, p);
        for (int draw = 0; draw < DRAWS; draw++)
            fell[game->rules->sample_chance(game, &room, &rng)]++;
        for (int k = 0; k < n; k++) {
            double expected = p[k] * DRAWS;
            chi += (fell[moves[k]] - expected) * (fell[moves[k]] - expected) / expected;
            fell[moves[k]] = 0;
        }
        for (int roll = 0; roll < YZ_ROLLS; roll++)
            assert_int_equal(fell[roll], 0); /* nothing else was drawn */
        assert_true(chi < n - 1 + 5 * 22.4); /* five deviations of 251 degrees; the seed is fixed */
    }
    hra_game_close(game);
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    static const char *const specs[] = {"yahtzee:rules=hasbor", "yahtzee:seats=7", "yahtzee:seats=0",
                                        "yahtzee:dice=6"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, specs[i], &why), HRA_EINPUT);
        assert_true(strlen(why.text) > 10);
        assert_null(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_as_large_as_another_count_says),
        cmocka_unit_test(a_turn_goes_through_its_phases),
        cmocka_unit_test(random_games_add_up),
        cmocka_unit_test(bounds_are_the_best_games),
        cmocka_unit_test(equal_futures_have_equal_keys),
        cmocka_unit_test(rolls_are_drawn_as_often_as_listed),
        cmocka_unit_test(wrong_options_are_refused),
    };
    return cmocka_run_group_tests_name("yahtzee rules", tests, NULL, NULL);
}
