#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"

/* ---- matches --------------------------------------------------------------------------------*/

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* Runs a match between the players of `specs`, "random|greedy". */
static hra_err run_on(hra_game *game, const char *specs, played_setup setup, hra_match_result *out,
                      hra_error *why) {
    hra_player *players[HRA_MAX_SEATS] = {NULL};
    char spec[64];
    for (int p = 0; p < game->seats; p++) {
        size_t n = strcspn(specs, "|");
        assert_true(n < sizeof spec);
        memcpy(spec, specs, n);
        spec[n] = '\0';
        specs += n + (specs[n] == '|');
        if (hra_player_open(&players[p], game, spec, NULL, NULL, why) != 0)
            fail_msg("%s: %s", spec, why->text);
    }
    setup.game = game;
    setup.count = game->seats;
    setup.players = (const hra_player *const *)players;
    hra_err err = played_match(&setup, out, why);
    for (int p = 0; p < game->seats; p++)
        hra_player_close(players[p]);
    return err;
}

static hra_err run(const char *spec, const char *specs, played_setup setup, hra_match_result *out,
                   hra_error *why) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    hra_err err = run_on(game, specs, setup, out, why);
    hra_game_close(game);
    return err;
}

/* All figures as text that tells bits apart. */
static void write_figures(hra_match_result *r, hra_text *out) {
    hra_text_clear(out);
    hra_text_addf(out, "%llu games%s\n", (unsigned long long)r->games, r->stopped ? ", stopped" : "");
    for (int p = 0; p < r->count; p++) {
        hra_match_player *m = &r->players[p];
        hra_text_addf(out, "%d %d %llu %llu %llu %a", m->player, m->seat, (unsigned long long)m->wins,
                      (unsigned long long)m->draws, (unsigned long long)m->losses, m->points);
        hra_text_addf(out, " %a %a %a %a %a", hra_stats_summary(&m->score).mean,
                      hra_stats_summary(&m->score).stddev, hra_stats_summary(&m->score).min,
                      hra_stats_summary(&m->score).max, hra_stats_percentile(&m->score, 0.5));
        for (int i = 0; i < HRA_MAX_STATISTICS; i++)
            hra_text_addf(out, " %a", hra_stats_summary(&m->statistics[i]).mean);
        hra_text_add(out, "\n");
    }
}

static void threads_never_change_a_figure(void **state) {
    static const struct {
        const char *game, *players;
        uint64_t games;
        bool rotate;
    } cases[] = {
        {"tictactoe", "random|greedy", 1000, false},
        {"tictactoe", "random|greedy", 333, true},
        {"yahtzee", "random", 300, false},
        {"yahtzee:seats=3", "random|greedy|random", 130, true},
        {"tictactoe", "random|random", 1, false},
        {"tictactoe", "mcts:playouts=40,memory=1M|alphabeta:depth=3", 60, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text figures[3], records[3];
        for (int t = 0; t < 3; t++) {
            hra_match_result result = {.size = sizeof result};
            hra_error why = {0};
            hra_text_init(&figures[t]);
            hra_text_init(&records[t]);
            played_setup setup = {.games = cases[i].games,
                                  .seed = 11,
                                  .threads = t + 1,
                                  .rotate = cases[i].rotate,
                                  .sink = add_text,
                                  .sink_self = &records[t]};
            if (run(cases[i].game, cases[i].players, setup, &result, &why) != 0)
                fail_msg("%s: %s", cases[i].game, why.text);
            write_figures(&result, &figures[t]);
            hra_match_release(&result);
            assert_string_equal(hra_text_string(&figures[t]), hra_text_string(&figures[0]));
            assert_string_equal(hra_text_string(&records[t]), hra_text_string(&records[0]));
        }
        for (int t = 0; t < 3; t++) {
            hra_text_release(&figures[t]);
            hra_text_release(&records[t]);
        }
    }
}

static void another_seed_gives_other_games(void **state) {
    hra_text figures[2];
    for (int i = 0; i < 2; i++) {
        hra_match_result result = {.size = sizeof result};
        hra_text_init(&figures[i]);
        assert_int_equal(run("yahtzee", "random",
                             (played_setup){.games = 50, .seed = (uint64_t)i, .threads = 1}, &result, NULL),
                         0);
        write_figures(&result, &figures[i]);
        hra_match_release(&result);
    }
    assert_string_not_equal(hra_text_string(&figures[0]), hra_text_string(&figures[1]));
    hra_text_release(&figures[0]);
    hra_text_release(&figures[1]);
}

/* ---- counting -------------------------------------------------------------------------------*/

/* A game for three that is over after one move: seat 0 chooses who gets 6 points, by bits. */
static hra_err open_share(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = 1;
    game->max_moves = 1;
    game->max_return = 6;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(uint8_t *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    return *(const uint8_t *)s ? HRA_OVER : 0;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    *(uint8_t *)s = (uint8_t)m;
}

static void returns(const hra_game *game, const void *s, double *out) {
    for (int seat = 0; seat < 3; seat++)
        out[seat] = *(const uint8_t *)s >> seat & 1 ? 6 : 0;
}

static void fact(const hra_game *game, const void *s, int seat, double *out) {
    out[0] = seat;
}

static int only_bits(const hra_game *game, const void *s, hra_move *out, hra_move bits) {
    out[0] = bits;
    return 1;
}
static int first_wins(const hra_game *game, const void *s, hra_move *out) {
    return only_bits(game, s, out, 1);
}
static int two_share(const hra_game *game, const void *s, hra_move *out) {
    return only_bits(game, s, out, 6);
}
static int all_share(const hra_game *game, const void *s, hra_move *out) {
    return only_bits(game, s, out, 7);
}

static const char *const facts[] = {"seat number", NULL};

static const hra_rules_text share_text = {.size = sizeof(hra_rules_text)};
static const hra_rules_conduct share_manners = {
    .size = sizeof(hra_rules_conduct), .statistics = facts, .statistic = fact};

static void wins_are_shared(void **state) {
    static const struct {
        int (*moves)(const hra_game *, const void *, hra_move *);
        struct {
            uint64_t wins, draws, losses;
            double points, mean;
        } seat[3];
    } cases[] = {
        {first_wins, {{6, 0, 0, 6, 6}, {0, 0, 6, 0, 0}, {0, 0, 6, 0, 0}}},
        {two_share, {{0, 0, 6, 0, 0}, {0, 6, 0, 3, 6}, {0, 6, 0, 3, 6}}},
        {all_share, {{0, 6, 0, 2, 6}, {0, 6, 0, 2, 6}, {0, 6, 0, 2, 6}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_rules rules = {
            .size = sizeof(hra_rules),
            .name = "share",
            .seats.min = 3,
            .seats.max = 3,
            .seats.default_ = 3,
            .open = open_share,
            .init = init,
            .to_move = to_move,
            .moves = cases[i].moves,
            .apply = apply,
            .returns = returns,
            .text = &share_text,
            .conduct = &share_manners,
        };
        hra_game *game = NULL;
        hra_match_result r = {.size = sizeof r};
        assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "share", NULL), 0);
        assert_int_equal(
            run_on(game, "random|random|random", (played_setup){.games = 6, .threads = 1}, &r, NULL), 0);
        assert_int_equal(r.games, 6);
        assert_int_equal(r.count, 3);
        for (int seat = 0; seat < 3; seat++) {
            hra_match_player *p = &r.players[seat];
            assert_int_equal(p->player, seat);
            assert_int_equal(p->seat, seat);
            assert_int_equal(p->wins, cases[i].seat[seat].wins);
            assert_int_equal(p->draws, cases[i].seat[seat].draws);
            assert_int_equal(p->losses, cases[i].seat[seat].losses);
            assert_true(p->points > cases[i].seat[seat].points - 1e-12 &&
                        p->points < cases[i].seat[seat].points + 1e-12);
            assert_true(hra_stats_summary(&p->score).mean == cases[i].seat[seat].mean);
            assert_int_equal(p->statistics[0].count, 6);
            assert_true(hra_stats_summary(&p->statistics[0]).mean == seat);
            assert_int_equal(p->statistics[1].count, 0);
        }
        hra_match_release(&r);
        hra_game_close(game);
    }
}

/* Who sits first wins always; taking turns, each wins two of six. */
static void players_rotate(void **state) {
    const hra_rules rules = {
        .size = sizeof(hra_rules),
        .name = "share",
        .seats.min = 3,
        .seats.max = 3,
        .seats.default_ = 3,
        .open = open_share,
        .init = init,
        .to_move = to_move,
        .moves = first_wins,
        .apply = apply,
        .returns = returns,
        .text = &share_text,
    };
    hra_game *game = NULL;
    hra_match_result r = {.size = sizeof r};
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "share", NULL), 0);
    assert_int_equal(run_on(game, "random|random|random",
                            (played_setup){.games = 6, .threads = 1, .rotate = true}, &r, NULL),
                     0);
    for (int p = 0; p < 3; p++) {
        assert_int_equal(r.players[p].wins, 2);
        assert_int_equal(r.players[p].losses, 4);
        assert_int_equal(r.players[p].seat, -1);
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(r.players[p].seat_games[seat], 2);
            assert_true(r.players[p].seat_points[seat] == (seat == 0 ? 2 : 0));
        }
    }
    hra_match_release(&r);
    hra_game_close(game);
}

static void alone_at_the_table_nothing_is_won(void **state) {
    hra_match_result r = {.size = sizeof r};
    assert_int_equal(run("yahtzee", "random", (played_setup){.games = 10, .threads = 1}, &r, NULL), 0);
    hra_match_player *p = &r.players[0];
    assert_true(p->wins == 0 && p->draws == 0 && p->losses == 0 && p->points == 0);
    assert_int_equal(p->score.count, 10);
    hra_match_release(&r);
}

/* ---- records --------------------------------------------------------------------------------*/

/* Each number comes twice, once for each seat, and player p of game g sits in seat (p + g) mod 2. */
static void records_come_in_order(void **state) {
    hra_match_result r = {.size = sizeof r};
    hra_text text;
    hra_text_init(&text);
    played_setup setup = {
        .games = 200, .seed = 2, .threads = 3, .rotate = true, .sink = add_text, .sink_self = &text};
    assert_int_equal(run("tictactoe", "random|greedy", setup, &r, NULL), 0);
    hra_match_release(&r);
    size_t at = 0, used;
    uint64_t game = 0;
    for (; at < text.length; game++, at += used) {
        hra_record *record = NULL;
        assert_int_equal(hra_record_parse(&record, NULL, text.data + at, text.length - at, &used, 1, NULL),
                         0);
        assert_int_equal(hra_record_info(record)->number, game / 2);
        assert_int_equal(hra_record_info(record)->seed, 2);
        assert_true(hra_record_info(record)->finished);
        assert_string_equal(hra_record_info(record)->specs[(int)(game % 2)], "random");
        assert_string_equal(hra_record_info(record)->specs[(int)((game + 1) % 2)], "greedy");
        hra_record_close(record);
    }
    assert_int_equal(game, 200);
    hra_text_release(&text);
}

/* The games of a match as they are reported, each beside its record, against which it is checked. */
typedef struct told {
    hra_text *records;
    size_t at;
    uint64_t next;
    int draws;
} told;

static hra_err compare_with_record(void *self, const hra_match_game *game) {
    told *t = self;
    hra_record *record = NULL;
    double value[HRA_MAX_SEATS];
    size_t used;
    assert_int_equal(
        hra_record_parse(&record, NULL, t->records->data + t->at, t->records->length - t->at, &used, 1, NULL),
        0);
    t->at += used;
    memcpy(value, hra_record_info(record)->returns, sizeof value);
    assert_int_equal(game->game, t->next++);
    assert_int_equal(game->number, hra_record_info(record)->number);
    assert_int_equal(game->plies, hra_record_info(record)->plies);
    assert_int_equal(game->outcome, HRA_OUTCOME_RULES);
    assert_int_equal(game->count, 2);
    for (int seat = 0; seat < 2; seat++) {
        assert_string_equal(hra_record_info(record)->specs[seat], game->player[seat] ? "greedy" : "random");
        assert_true(value[seat] == game->value[seat]);
        assert_int_equal(game->winners >> seat & 1, value[seat] >= 0);
    }
    assert_int_equal(game->share, value[0] == 0 ? 2 : 1);
    t->draws += game->winners == 3;
    hra_record_close(record);
    return HRA_OK;
}

static void games_are_told_in_order(void **state) {
    for (int threads = 1; threads <= 3; threads++) {
        hra_match_result r = {.size = sizeof r};
        hra_text text;
        hra_text_init(&text);
        told t = {.records = &text, .next = 6};
        played_setup setup = {.first = 6,
                              .games = 200,
                              .seed = 2,
                              .threads = threads,
                              .rotate = true,
                              .sink = add_text,
                              .sink_self = &text,
                              .ended = compare_with_record,
                              .ended_self = &t};
        assert_int_equal(run("tictactoe", "random|greedy", setup, &r, NULL), 0);
        assert_int_equal(t.next, 206);
        assert_int_equal(t.at, text.length);
        assert_int_equal(t.draws, r.players[0].draws);
        hra_match_release(&r);
        hra_text_release(&text);
    }
}

static hra_err collect_hashes(void *self, const hra_match_game *game) {
    ((uint64_t *)self)[game->game] = game->moves;
    return HRA_OK;
}

/* Two that always play alike play the same game again and again; chance does not. */
static void games_of_the_same_moves_have_one_hash(void **state) {
    for (int chance = 0; chance < 2; chance++) {
        hra_match_result r = {.size = sizeof r};
        uint64_t hash[40], same = 0;
        played_setup setup = {.games = 40, .threads = 2, .ended = collect_hashes, .ended_self = hash};
        assert_int_equal(run("nim:rows=3-4-5", chance ? "random|random" : "exact|exact", setup, &r, NULL), 0);
        for (int i = 1; i < 40; i++)
            same += hash[i] == hash[0];
        assert_true(chance ? same < 20 : same == 39);
        hra_match_release(&r);
    }
}

static hra_err full_after_three(void *self, const char *text, size_t length) {
    return ++*(int *)self > 3 ? HRA_EIO : HRA_OK;
}

static void a_sink_that_fails_ends_the_match(void **state) {
    for (int threads = 1; threads <= 2; threads++) {
        hra_match_result r = {.size = sizeof r};
        hra_error why = {0};
        int calls = 0;
        played_setup setup = {
            .games = 5000, .threads = threads, .sink = full_after_three, .sink_self = &calls};
        assert_int_equal(run("tictactoe", "random|random", setup, &r, &why), HRA_EIO);
        assert_int_equal(why.code, HRA_EIO);
        assert_true(why.text[0] != '\0');
        assert_in_range(calls, 4, 4 + threads);
        hra_match_release(&r);
    }
}

/* ---- leaving early --------------------------------------------------------------------------*/

typedef struct watch {
    hra_stop stop;
    double last;
    int reports;
} watch;

static void stop_at_a_third(void *self, const char *what, double done) {
    watch *w = self;
    assert_true(done >= w->last && done <= 1);
    w->last = done;
    w->reports++;
    if (done > 0.33)
        hra_stop_set(&w->stop);
}

/* More games than two threads have in hand when a third of them is over: tasks have 16384 at most. */
static void a_stop_keeps_whole_games(void **state) {
    for (int threads = 1; threads <= 2; threads++) {
        watch w = {0};
        hra_text text;
        hra_match_result r = {.size = sizeof r};
        hra_text_init(&text);
        hra_progress progress = {.report = stop_at_a_third, .self = &w, .stop = &w.stop};
        played_setup setup = {
            .games = 100000, .threads = threads, .progress = &progress, .sink = add_text, .sink_self = &text};
        assert_int_equal(run("tictactoe", "random|random", setup, &r, NULL), 0);
        assert_true(r.stopped);
        assert_in_range(r.games, 33000, 99999);
        assert_int_equal(r.players[0].score.count, r.games);
        assert_int_equal(r.players[0].wins + r.players[0].draws + r.players[0].losses, r.games);
        uint64_t records = 0, results = 0;
        for (const char *p = hra_text_string(&text); *p; p++) {
            records += strncmp(p, "hra-record 1\n", 13) == 0;
            results += strncmp(p, "\nresult ", 8) == 0;
        }
        assert_int_equal(records, r.games);
        assert_int_equal(results, r.games);
        hra_match_release(&r);
        hra_text_release(&text);
    }
}

typedef struct reports {
    int before, after; /* told before the first game was over, and since */
} reports;

static void count_reports(void *self, const char *what, double done) {
    reports *r = self;
    *(done > 0 ? &r->after : &r->before) += 1;
}

/* At the beginning, and after each of its moves. */
static void a_long_game_is_told_while_it_is_played(void **state) {
    reports counted = {0};
    hra_progress progress = {.report = count_reports, .self = &counted};
    hra_match_result result = {.size = sizeof result};
    played_setup setup = {.games = 2, .seed = 3, .threads = 1, .progress = &progress};
    assert_int_equal(run("nim:rows=1-1-1", "random|random", setup, &result, NULL), 0);
    assert_int_equal(counted.before, 1 + 3);
    assert_true(counted.after >= 2);
    hra_match_release(&result);
}

static void a_deadline_ends_a_match(void **state) {
    hra_progress progress = {.deadline = hra_clock()};
    hra_match_result result = {.size = sizeof result};
    played_setup setup = {.games = 1000000000000, .seed = 3, .threads = 2, .progress = &progress};
    assert_int_equal(run("nim", "random|random", setup, &result, NULL), 0);
    assert_true(result.stopped && result.games < setup.games);
    hra_match_release(&result);
}

static void decisions_are_timed(void **state) {
    for (int threads = 1; threads <= 2; threads++) {
        hra_match_time times[2] = {{0}};
        hra_match_result result = {.size = sizeof result};
        played_setup setup = {.games = 20, .seed = 3, .threads = threads, .rotate = true, .times = times};
        assert_int_equal(run("nim:rows=1-1-1", "random|greedy", setup, &result, NULL), 0);
        /* who sits in seat 0 takes the first and the third */
        assert_int_equal(times[0].decisions, 10 * 2 + 10);
        assert_int_equal(times[1].decisions, 10 * 2 + 10);
        assert_true(times[0].seconds > 0 && times[1].seconds > 0);
        hra_match_release(&result);
    }
}

static void a_stop_before_the_start_plays_nothing(void **state) {
    hra_stop stop = {0};
    hra_match_result r = {.size = sizeof r};
    hra_progress progress = {.stop = &stop};
    hra_stop_set(&stop);
    played_setup setup = {.games = 10, .threads = 1, .progress = &progress};
    assert_int_equal(run("tictactoe", "random|random", setup, &r, NULL), 0);
    assert_true(r.stopped);
    assert_int_equal(r.games, 0);
    hra_match_release(&r);
}

static void people_do_not_play_matches(void **state) {
    hra_match_result r = {.size = sizeof r};
    hra_error why = {0};
    assert_int_equal(run("tictactoe", "random|human", (played_setup){.games = 10, .threads = 1}, &r, &why),
                     HRA_EINPUT);
    assert_non_null(strstr(why.text, "'human'"));
    hra_match_release(&r);
}

static void wrong_matches_are_refused(void **state) {
    hra_game *game = NULL, *other = NULL;
    hra_player *own = NULL, *stranger = NULL;
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_game_open(&other, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_player_open(&own, game, "random", NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&stranger, other, "random", NULL, NULL, NULL), 0);
    const hra_player *good[] = {own, own, own}, *mixed[] = {own, stranger};
    const size_t result = sizeof(hra_match_result);
    const struct {
        size_t result;
        const hra_player *const *players;
        int count, threads;
        hra_err err;
        const char *words;
    } cases[] = {
        {result, good, 2, 1, HRA_OK, ""},
        {result, mixed, 2, 1, HRA_EINPUT, "'random' in seat 1 was opened for another game, checkers"},
        {result, good, 3, 1, HRA_EINPUT, "tictactoe has 2 seats, and 3 players were given"},
        {result, good, 0, 1, HRA_EINPUT, "tictactoe has 2 seats, and 0 players were given"},
        {result, good, 2, 0, HRA_EINPUT, "1 to 256 threads, not 0"},
        {result, good, 2, 257, HRA_EINPUT, "1 to 256 threads, not 257"},
        {0, good, 2, 1, HRA_EINPUT, "the result of a match does not begin with its size"},
        {result + 8, good, 2, 1, HRA_EVERSION, "compiled for a newer one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why = {0};
        hra_match_result r = {.size = cases[i].result};
        const played_setup setup = {.game = game,
                                    .players = cases[i].players,
                                    .count = cases[i].count,
                                    .games = 3,
                                    .threads = cases[i].threads};
        assert_int_equal(played_match(&setup, &r, &why), cases[i].err);
        if (!strstr(why.text, cases[i].words))
            fail_msg("case %zu: %s", i, why.text);
        hra_match_release(&r);
    }
    hra_player_close(stranger);
    hra_player_close(own);
    hra_game_close(other);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_never_change_a_figure),
        cmocka_unit_test(another_seed_gives_other_games),
        cmocka_unit_test(wins_are_shared),
        cmocka_unit_test(players_rotate),
        cmocka_unit_test(alone_at_the_table_nothing_is_won),
        cmocka_unit_test(records_come_in_order),
        cmocka_unit_test(games_are_told_in_order),
        cmocka_unit_test(games_of_the_same_moves_have_one_hash),
        cmocka_unit_test(a_sink_that_fails_ends_the_match),
        cmocka_unit_test(a_stop_keeps_whole_games),
        cmocka_unit_test(a_long_game_is_told_while_it_is_played),
        cmocka_unit_test(a_deadline_ends_a_match),
        cmocka_unit_test(decisions_are_timed),
        cmocka_unit_test(a_stop_before_the_start_plays_nothing),
        cmocka_unit_test(people_do_not_play_matches),
        cmocka_unit_test(wrong_matches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
