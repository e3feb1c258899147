/* Tables of every size and shape: older and smaller, without parts, damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "rules_complete.h"

/* Seats take one or two from five in turn; who takes the last has won. */
typedef struct heap {
    int8_t left, turn;
} heap;

static hra_err open_heap(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(heap);
    game->max_moves = 2;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1;
    game->max_return = 1;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(heap *)s = (heap){.left = 5};
}

static int to_move(const hra_game *game, const void *s) {
    const heap *h = s;
    return h->left ? h->turn : HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const heap *h = s;
    out[0] = 1;
    out[1] = 2;
    return h->left > 1 ? 2 : 1;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    heap *h = s;
    h->left = (int8_t)(h->left - (int)m);
    h->turn = (int8_t)!h->turn;
}

static void returns(const hra_game *game, const void *s, double *out) {
    const heap *h = s;
    out[h->turn] = -1;
    out[!h->turn] = 1;
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", m);
}

static bool keeps_the_fifth(const hra_game *game, const void *s, hra_move m) {
    return m == 1;
}

static const hra_rules_text text = {.size = sizeof text, .title = "Heap", .show_move = show_move};
static const hra_rules_hints hints = {.size = sizeof hints, .legal = keeps_the_fifth};
static const hra_rules table = {
    .size = sizeof table,
    .name = "heap",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .open = open_heap,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text,
    .hints = &hints,
};

/* The tables as an earlier header may have had them: what comes last was not there yet. */
typedef struct small_text {
    size_t size;
    const char *title, *summary;
    const char *const *seat_names;
    void (*show)(const hra_game *, const void *s, const hra_board_style *, hra_text *out);
    void (*show_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
} small_text;

typedef struct small_table {
    unsigned char bytes[offsetof(hra_rules, conduct)]; /* ends with its text */
} small_table;

static void play_to_the_end(const hra_game *game) {
    heap s;
    hra_move list[2];
    double value[2];
    hra_agent *search = NULL;
    hra_analysis result;
    game->rules->init(game, &s);
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_open_spec(&search, game, "alphabeta", NULL), 0);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = &s}, &result), 0);
    assert_int_equal(result.move, 2); /* and three are left */
    hra_agent_close(search);
    hra_analysis_release(&result);
    while (hra_game_moves(game, &s, list) > 0)
        game->rules->apply(game, &s, list[0]);
    game->rules->returns(game, &s, value);
    assert_true(value[0] == 1 && value[1] == -1);
}

static void smaller_tables_open_and_play(void **state) {
    const small_text earlier = {sizeof earlier, "Small heap", "taken from", NULL, NULL, show_move};
    hra_rules part = table;
    small_table core;
    size_t size = sizeof core;
    hra_game *game = NULL;
    hra_move move = 0;
    heap s = {.left = 5};
    part.text = (const hra_rules_text *)(const void *)&earlier;
    memcpy(&core, &part, sizeof core);
    memcpy(&core, &size, sizeof size);
    assert_int_equal(hra_game_open_rules(&game, NULL, (const hra_rules *)(const void *)&core, "heap", NULL),
                     0);
    assert_string_equal(game->rules->text->title, "Small heap");
    assert_null(game->rules->text->parse_move);
    assert_null(game->rules->hints->legal); /* the pointer to hints lies behind what was given */
    assert_int_equal(game->rules->size, sizeof(hra_rules));
    assert_int_equal(game->rules->text->size, sizeof(hra_rules_text));
    assert_int_equal(hra_game_parse_move(game, &s, "2", &move, NULL), 0);
    assert_int_equal(move, 2);
    play_to_the_end(game);
    hra_game_close(game);
}

static void every_part_is_there_in_a_game(void **state) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &table, "heap", NULL), 0);
    assert_ptr_not_equal(game->rules, &table);
    assert_non_null(game->rules->conduct);
    assert_int_equal(game->rules->conduct->size, sizeof(hra_rules_conduct));
    assert_null(game->rules->conduct->observation);
    assert_non_null(game->rules->catalogue);
    assert_null(game->rules->catalogue->experts);
    assert_non_null(game->rules->encoding);
    assert_null(game->rules->encoding->features);
    play_to_the_end(game);
    hra_game_close(game);
}

static void legal_is_asked_before_the_list(void **state) {
    hra_game *game = NULL, *plain = NULL;
    hra_rules other = table;
    heap s = {.left = 5}, over = {0};
    other.hints = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &table, "heap", NULL), 0);
    assert_int_equal(hra_game_open_rules(&plain, NULL, &other, "heap", NULL), 0);
    assert_true(hra_game_legal(game, &s, 1) && !hra_game_legal(game, &s, 2));
    assert_true(hra_game_legal(plain, &s, 2) && !hra_game_legal(plain, &s, 3));
    assert_false(hra_game_legal(game, &over, 1)); /* no seat is to move */
    hra_game_close(game);
    hra_game_close(plain);
}

static void wrong_tables_say_why(void **state) {
    const hra_rules_hints none = {0}, larger = {.size = sizeof(hra_rules_hints) + 8};
    const hra_rules_scene newer = {.size = sizeof(hra_rules_scene) + 8};
    const struct {
        hra_rules rules;
        hra_err err;
        const char *words;
    } cases[] = {
        {{0}, HRA_EINPUT, "its table of rules does not begin with its size"},
        {{.size = sizeof(hra_rules) + 1}, HRA_EVERSION, "compiled for a newer one"},
        {{.size = sizeof(size_t)}, HRA_EINPUT, "its table of rules lacks 'name'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why = {0};
        hra_game *game = NULL;
        assert_int_equal(hra_game_open_rules(&game, NULL, &cases[i].rules, "heap", &why), cases[i].err);
        if (!strstr(why.text, cases[i].words))
            fail_msg("case %zu: %s", i, why.text);
        assert_null(game);
    }
    hra_rules rules = table;
    hra_error why = {0};
    hra_game *game = NULL;
    rules.hints = &none;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", &why), HRA_EINPUT);
    assert_string_equal(why.text, "game heap: its table of hints does not begin with its size");
    rules.hints = &larger;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", &why), HRA_EVERSION);
    rules.hints = NULL;
    rules.scene = &newer;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", &why), HRA_EVERSION);
    assert_non_null(strstr(why.text, "game heap: its table of scene has"));
    rules.scene = NULL;
    rules.text = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", &why), HRA_EINPUT);
    assert_string_equal(why.text, "game heap: its table of rules lacks 'text'");
    rules = table;
    rules.seats.max = HRA_MAX_SEATS + 1;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", &why), HRA_EINPUT);
    assert_string_equal(why.text, "game heap: 2..9 seats, usually 2, are not within 1..8");
    assert_null(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smaller_tables_open_and_play),
        cmocka_unit_test(every_part_is_there_in_a_game),
        cmocka_unit_test(legal_is_asked_before_the_list),
        cmocka_unit_test(wrong_tables_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
