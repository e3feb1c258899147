/* What every registered game must satisfy: one suite for all. The promises stand in promises.c, the
 * games with their options in specs.c; damaged texts are in conformance_damage_test.c.
 *
 * Random plays from several seeds visit states, and every promise is checked on each of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "promises.h"
#include "specs.h"

static spec_list list;

typedef struct property {
    const char *name;
    int plays; /* random plays of each spec in the whole sweep; otherwise half as many */
    void (*check)(visit *);
} property;

static void check_property(void **state) {
    const property *p = *state;
    const char *all = getenv("ALL");
    const int plays = all && *all ? p->plays : (p->plays + 1) / 2;
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        for (int play = 0; play < plays; play++)
            visit_walk(&c, (uint64_t)play, p->check);
        visit_close(&c);
    }
}

/* ---- whole games ----------------------------------------------------------------------------*/

static void dumb_perft(const visit *c, const unsigned char *s, int depth, hra_perft_count *out) {
    const hra_game *game = c->game;
    out->nodes++;
    out->leaves += depth == 0;
    if (depth == 0 || c->rules->to_move(game, s) == HRA_OVER)
        return;
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    unsigned char *child = malloc(game->state_size);
    int n = hra_game_moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        c->rules->apply(game, child, moves[i]);
        dumb_perft(c, child, depth - 1, out);
    }
    free(moves);
    free(child);
}

static void perft_counts_what_a_recursion_counts(void **state) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        c.rules->init(c.game, c.s);
        hra_perft_count dumb = {0}, count = {0};
        for (int depth = 0; depth <= 12 && dumb.nodes < 20000; depth++) {
            dumb = (hra_perft_count){0};
            dumb_perft(&c, c.s, depth, &dumb);
            assert_int_equal(hra_perft(c.game, c.s, depth, NULL, &count), 0);
            if (count.leaves != dumb.leaves || count.nodes != dumb.nodes)
                visit_broken(&c, "perft %d gives %llu leaves, %llu nodes", depth,
                             (unsigned long long)count.leaves, (unsigned long long)count.nodes);
        }
        visit_close(&c);
    }
}

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void check_record(const visit *c, const hra_play *play, const hra_text *text) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, &visit_files, hra_text_string(text), text->length, &used, 1, &why) != 0)
        visit_broken(c, "the record is not read: %s", why.text);
    assert_int_equal(used, text->length);
    if (!hra_record_info(record)->finished || hra_record_info(record)->plies != hra_play_plies(play))
        visit_broken(c, "the record has %d moves of %d", hra_record_info(record)->plies,
                     hra_play_plies(play));
    for (int ply = 0; ply < hra_play_plies(play); ply++)
        if (hra_record_at(record, ply).move != hra_play_at(play, ply).move ||
            hra_record_at(record, ply).mover != hra_play_at(play, ply).mover)
            visit_broken(c, "the record has another move at ply %d", ply);
    hra_record_close(record);
}

static void records_read_back(void **state) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        hra_player *player = NULL;
        hra_play *play = NULL;
        const hra_player *players[HRA_MAX_SEATS];
        visit_open(&c, list.spec[i]);
        c.rules->init(c.game, c.s);
        assert_int_equal(hra_player_open(&player, c.game, "random", NULL, NULL, NULL), 0);
        for (int seat = 0; seat < c.game->seats; seat++)
            players[seat] = player;
        hra_play_setup setup = {.size = sizeof setup,
                                .game = c.game,
                                .players = players,
                                .count = c.game->seats,
                                .seed = 6,
                                .sink = add_line,
                                .sink_self = &c.text};
        assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
        for (uint64_t number = 0; number < 3; number++) {
            hra_event event = {.kind = HRA_EVENT_CHANCE};
            hra_text_clear(&c.text);
            hra_play_restart(play, number, NULL, NULL);
            while (event.kind != HRA_EVENT_OVER)
                assert_int_equal(hra_play_step(play, &event), 0);
            check_record(&c, play, &c.text);
        }
        hra_play_close(play);
        hra_player_close(player);
        visit_close(&c);
    }
}

static void make_first_moves(const visit *c, const char *who) {
    hra_player *player = NULL;
    hra_play *play = NULL;
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_error why = {0};
    const hra_player *players[HRA_MAX_SEATS];
    if (hra_player_open(&player, c->game, who, NULL, NULL, &why) != 0)
        fail_msg("%s: its player %s does not open: %s", c->spec, who, why.text);
    for (int seat = 0; seat < c->game->seats; seat++)
        players[seat] = player;
    hra_play_setup setup = {
        .size = sizeof setup,
        .game = c->game,
        .players = players,
        .count = c->game->seats,
        .seed = 6,
        .limits = {.nodes = 20000, .playouts = 200}}; /* it need not play at full strength */
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int moves = 0; moves < 3 && event.kind != HRA_EVENT_OVER; moves += event.kind == HRA_EVENT_MOVE) {
        hra_err err = hra_play_step(play, &event);
        if (err)
            fail_msg("%s: its player %s fails: %s", c->spec, who, hra_err_text(err));
    }
    hra_play_close(play);
    hra_player_close(player);
}

/* The strongest player of each game, and the one that answers in a moment. */
static void the_best_players_play(void **state) {
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        visit c;
        visit_open(&c, hra_registry_game(NULL, i)->name);
        make_first_moves(&c, hra_player_suggest(c.game).best);
        make_first_moves(&c, hra_player_suggest(c.game).fast);
        visit_close(&c);
    }
}

/* What does not depend on a state: the table of rules, and the game as it was opened. */
static void tables_are_complete(void **state) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        const hra_rules *r = c.rules;
        const hra_game *game = c.game;
        hra_option table[HRA_MAX_OPTIONS + 1];
        if (!is_plain_line(r->text->title) || !is_plain_line(r->text->summary) || !r->text->move_help)
            fail_msg("%s: title, summary or move_help is missing", r->name);
        assert_int_equal(strspn(r->name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(r->name));
        if (game->state_size < 1 || game->state_size > HRA_MAX_STATE || game->max_moves < 1 ||
            game->max_chances < 0)
            fail_msg("%s: sizes make no sense", list.spec[i]);
        if (!(game->min_return <= game->max_return) || !isfinite(game->min_return) ||
            !isfinite(game->max_return))
            fail_msg("%s: bounds %g..%g make no sense", list.spec[i], game->min_return, game->max_return);
        if (game->zero_sum && game->min_return != -game->max_return)
            fail_msg("%s: zero-sum, but bounds are %g..%g", list.spec[i], game->min_return, game->max_return);
        hra_rules_options(r, table);
        for (const hra_option *o = table; o->name; o++)
            if (!o->help || !is_plain_line(o->help))
                fail_msg("%s: option %s has no help", r->name, o->name);
        visit_close(&c);
    }
}

static const property properties[] = {
    {"mover_is_somebody", 20, mover_is_somebody},
    {"moves_are_distinct_and_few_enough", 20, moves_are_distinct_and_few_enough},
    {"moves_are_applicable", 10, moves_are_applicable},
    {"chances_sum_to_one", 10, chances_sum_to_one},
    {"samples_are_listed", 5, samples_are_listed},
    {"legal_is_what_is_listed", 5, legal_is_what_is_listed},
    {"hints_are_about_the_moves", 5, hints_are_about_the_moves},
    {"bytes_are_deterministic", 20, bytes_are_deterministic},
    {"keys_are_equal_for_equal_states", 10, keys_are_equal_for_equal_states},
    {"states_of_one_key_have_the_same_moves", 10, states_of_one_key_have_the_same_moves},
    {"canonical_states_play_alike", 10, canonical_states_play_alike},
    {"passes_are_positions", 10, passes_are_positions},
    {"returns_have_the_right_shape", 40, returns_have_the_right_shape},
    {"facts_are_numbers", 10, facts_are_numbers},
    {"evaluations_are_finite", 10, evaluations_are_finite},
    {"moves_read_back", 3, moves_read_back},
    {"positions_read_back", 10, positions_read_back},
    {"drawings_are_clean", 2, drawings_are_clean},
    {"scenes_are_whole", 2, scenes_are_whole},
    {"scenes_hide_what_views_hide", 1, scenes_hide_what_views_hide},
    {"features_say_all", 6, features_say_all},
    {"features_and_terms_have_names", 1, features_and_terms_have_names},
    {"features_together_are_those_alone", 5, features_together_are_those_alone},
    {"phases_are_counted", 5, phases_are_counted},
    {"views_turn_round", 5, views_turn_round},
    {"what_is_possible_is_a_span", 5, what_is_possible_is_a_span},
    {"what_is_settled_is_a_return", 5, what_is_settled_is_a_return},
    {"terms_are_finite", 2, terms_are_finite},
    {"gained_ends_as_returns", 10, gained_ends_as_returns},
    {"actions_mean_always_the_same", 6, actions_mean_always_the_same},
};

enum { PROPERTIES = sizeof properties / sizeof *properties };

int main(void) {
    const struct CMUnitTest whole[] = {
        cmocka_unit_test(tables_are_complete),
        cmocka_unit_test(perft_counts_what_a_recursion_counts),
        cmocka_unit_test(records_read_back),
        cmocka_unit_test(the_best_players_play),
    };
    struct CMUnitTest tests[PROPERTIES + 4];
    memcpy(tests, whole, sizeof whole);
    for (int i = 0; i < PROPERTIES; i++)
        tests[4 + i] = (struct CMUnitTest){.name = properties[i].name,
                                           .test_func = check_property,
                                           .initial_state = (void *)(uintptr_t)&properties[i]};
    specs_list(&list);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
