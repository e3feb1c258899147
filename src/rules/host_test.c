/* What a program lends: its own games, its own files, its caps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "rules/host.h"
#include "rules/registry.h"

/* ---- a game that asks for everything --------------------------------------------------------*/

typedef struct asked {
    hra_text file;
    size_t memory;
    int threads;
} asked;

static asked last; /* what `open` found */

static hra_err open_asking(hra_game *game, const hra_options *options, hra_error *why) {
    const char *file = hra_options_text(options, "file");
    last.memory = hra_options_size(options, "memory");
    last.threads = (int)hra_options_int(options, "threads");
    game->state_size = 1;
    game->max_moves = 1;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1;
    game->max_return = 1;
    return file ? hra_game_read_file(game, file, "game asking: file", 8, &last.file, why) : HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(char *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    return *(const char *)s ? HRA_OVER : 0;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    out[0] = 0;
    return 1;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    *(char *)s = 1;
}

static void returns(const hra_game *game, const void *s, double *out) {
    out[0] = 1;
    out[1] = -1;
}

static void estimate(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    out[0] = out[1] = 0;
}

static const hra_option options[] = {
    {.name = "file", .type = HRA_OPTION_FILE},
    {.name = "memory", .type = HRA_OPTION_SIZE, .fallback = "1M", .min = 1024, .max = 1e12},
    {.name = "threads", .type = HRA_OPTION_THREADS, .fallback = "8", .min = 1, .max = 256},
    {0},
};
static const hra_evaluation evaluations[] = {
    {.name = "sized", .help = "takes room", .options = options + 1, .value = estimate},
    {0},
};
static const hra_format formats[] = {
    {.name = "ASK", .suffix = ".ask"},
    {0},
};

/* "large" is a position for which the game needs memory. */
static void imply(const char *position, const hra_options *given, hra_text *out) {
    if (strcmp(position, "large") == 0 && !hra_options_given(given, "memory"))
        hra_text_add(out, "memory=2M");
}

static hra_err read_position(const hra_game *game, const char *position, void *s, hra_error *why) {
    if (strcmp(position, "large") != 0)
        return hra_fail(why, HRA_EINPUT, 2, "no position");
    *(char *)s = 0;
    return HRA_OK;
}

static const hra_rules_text text = {
    .size = sizeof text, .title = "Asking", .read_position = read_position, .implied = imply};
static const hra_rules_catalogue catalogue = {
    .size = sizeof catalogue, .evaluations = evaluations, .formats = formats};
static const hra_rules asking = {
    .size = sizeof asking,
    .name = "asking",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .options = options,
    .open = open_asking,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text,
    .catalogue = &catalogue,
};

static hra_registry *registry;

static int open_registry(void **state) {
    return hra_registry_open(&registry, NULL) || hra_registry_add_game(registry, &asking, NULL);
}

static int close_registry(void **state) {
    hra_registry_close(registry);
    return 0;
}

/* ---- games of one's own ---------------------------------------------------------------------*/

static void games_are_added_behind_those_built_in(void **state) {
    int built_in = hra_registry_games(NULL);
    assert_int_equal(hra_registry_games(registry), built_in + 1);
    for (int i = 0; i < built_in; i++)
        assert_ptr_equal(hra_registry_game(registry, i), hra_registry_game(NULL, i));
    const hra_rules *found = hra_registry_find_game(registry, "asking");
    assert_ptr_equal(found, hra_registry_game(registry, built_in));
    assert_ptr_not_equal(found, &asking); /* a copy, with every part */
    assert_non_null(found->hints);
    assert_null(hra_registry_find_game(NULL, "asking"));
    assert_ptr_equal(hra_registry_find_format(registry, "x.ASK"), formats);
    assert_null(hra_registry_find_format(NULL, "x.ask"));
    assert_non_null(hra_registry_find_format(registry, "x.pdn"));
}

static void games_open_by_their_host(void **state) {
    const hra_host host = {.size = sizeof host, .registry = registry};
    hra_game *game = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, NULL, "asking", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "unknown game 'asking'"));
    assert_int_equal(hra_game_open(&game, &host, "askin", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "did you mean 'asking'?"));
    assert_int_equal(hra_game_open(&game, &host, "asking", &why), 0);
    assert_ptr_equal(game->host->registry, registry);
    hra_game_close(game);
    assert_int_equal(hra_game_open(&game, &host, "nim", &why), 0); /* what is built in is there too */
    hra_game_close(game);
}

static void wrong_games_are_not_added(void **state) {
    static const struct {
        const char *name, *words;
    } cases[] = {
        {"nim", "there is a game 'nim' already"},
        {"asking", "there is a game 'asking' already"},
        {"", "a name has 1 to 31 small letters"},
        {"two words", "a game cannot be called 'two words'"},
        {"abcdefghijklmnopqrstuvwxyz-0123456", "a game cannot be called 'abcdefghijklmnopqr"},
    };
    int before = hra_registry_games(registry);
    hra_error why = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_rules rules = asking;
        rules.name = cases[i].name;
        assert_int_equal(hra_registry_add_game(registry, &rules, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].words))
            fail_msg("'%s': %s", cases[i].name, why.text);
    }
    assert_int_equal(hra_registry_add_game(registry, &(hra_rules){0}, &why), HRA_EINPUT);
    assert_int_equal(hra_registry_games(registry), before);
}

/* ---- files ----------------------------------------------------------------------------------*/

/* Knows one file. */
static hra_err read_known(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    if (strcmp(name, "known") != 0)
        return hra_fail(why, HRA_EIO, -1, "'%s': this program has no such file", name);
    hra_text_add(out, self);
    return HRA_OK;
}

/* Whatever game a host has: a position completes the spec, and options of the spec hold. */
static void positions_complete_specs(void **state) {
    static const struct {
        const char *spec, *position, *opened;
        size_t memory;
    } cases[] = {
        {"asking", "large", "asking:memory=2M", 2 << 20},
        {"asking", "\r\nlarge\r\nand so on", "asking:memory=2M", 2 << 20},
        {"asking:threads=2", "large", "asking:threads=2,memory=2M", 2 << 20},
        {"asking:memory=3M", "large", "asking:memory=3M", 3 << 20},
        {"asking", "small", "asking", 1 << 20},
        {"asking", NULL, "asking", 1 << 20},
    };
    const hra_host host = {.size = sizeof host, .registry = registry};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_error why = {0};
        char s;
        assert_int_equal(hra_game_open_at(&game, &host, cases[i].spec, 0, cases[i].position, &why), 0);
        assert_string_equal(game->spec, cases[i].opened);
        assert_true(last.memory == cases[i].memory);
        if (cases[i].position)
            assert_int_equal(hra_game_read_position(game, cases[i].position, &s, &why),
                             i < 4 ? HRA_OK : HRA_EINPUT);
        hra_game_close(game);
    }
    hra_game *game = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open_at(&game, &host, "asking:memori=3M", 0, "large", &why), HRA_EINPUT);
    assert_int_equal(why.at, 7); /* where it was typed */
    const hra_host small = {.size = sizeof small, .registry = registry, .caps.memory = 1 << 20};
    assert_int_equal(hra_game_open_at(&game, &small, "asking", 0, "large", &why), HRA_ELIMIT);
    assert_int_equal(why.at, -1); /* the user did not type that */
}

/* The place of an error is that in the whole text. */
static void a_position_is_the_first_line(void **state) {
    hra_game *game;
    hra_error why = {0};
    char s;
    const hra_host host = {.size = sizeof host, .registry = registry};
    assert_int_equal(hra_game_open(&game, &host, "asking", &why), 0);
    assert_int_equal(hra_game_read_position(game, "\n\n  large\r\nlarge", &s, &why), 0);
    assert_int_equal(hra_game_read_position(game, "\n\nsmall\nlarge", &s, &why), HRA_EINPUT);
    assert_int_equal(why.at, 2 + 2);
    hra_game_close(game);
}

static void files_are_read_by_the_host_alone(void **state) {
    const hra_host none = {.size = sizeof none, .registry = registry};
    hra_host own = none;
    hra_game *game = NULL;
    hra_error why = {0};
    own.read = read_known;
    own.self = "by heart";
    hra_text_init(&last.file);
    assert_int_equal(hra_game_open(&game, &none, "asking:file=known", &why), HRA_EDENIED);
    assert_string_equal(why.text, "game asking: file 'known': no file may be read that a spec names");
    assert_int_equal(hra_game_open(&game, &own, "asking:file=/etc/passwd", &why), HRA_EIO);
    assert_string_equal(why.text, "game asking: file '/etc/passwd': this program has no such file");
    assert_int_equal(last.file.length, 0);
    assert_int_equal(hra_game_open(&game, &own, "asking:file=known", &why), 0);
    assert_string_equal(hra_text_string(&last.file), "by heart");
    hra_game_close(game);
    hra_text_release(&last.file);
    /* games that are built in go the same way */
    static const char *const specs[] = {"tree:file=/etc/passwd", "pacman:layout=/etc/passwd",
                                        "empire:map=/etc/passwd"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        assert_int_equal(hra_game_open(&game, NULL, specs[i], &why), HRA_EDENIED);
        assert_int_equal(hra_game_open(&game, &own, specs[i], &why), HRA_EIO);
    }
    hra_agent *search = NULL;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&search, game, "exact:table=/etc/passwd", &why), HRA_EINPUT);
    hra_game_close(game);
}

static void records_read_no_file_that_they_name(void **state) {
    static const char record[] = "hra-record 1\ngame tree:file=/etc/passwd\nseed 1\nseat 0 human\n";
    hra_record *parsed = NULL;
    hra_error why = {0};
    size_t used;
    assert_int_equal(hra_record_parse(&parsed, NULL, record, sizeof record - 1, &used, 1, &why), HRA_EDENIED);
    assert_string_equal(why.text,
                        "line 2, character 6: game tree: file '/etc/passwd': no file may be read that a spec "
                        "names");
}

/* ---- caps -----------------------------------------------------------------------------------*/

static void specs_stay_below_the_caps(void **state) {
    static const struct {
        const char *spec, *words; /* NULL: opens */
        size_t memory;
        int threads;
    } cases[] = {
        {"asking", NULL, 512 << 10, 2},
        {"asking:memory=512K", NULL, 512 << 10, 2},
        {"asking:memory=2048", NULL, 2048, 2},
        {"asking:threads=1", NULL, 512 << 10, 1},
        {"asking:memory=513K", "memory=513K is over the cap of 512K that this program sets", 0, 0},
        {"asking:memory=1e12", "game asking: memory=1e12 is over the cap of 512K", 0, 0},
        {"asking:threads=3", "threads=3 is over the cap of 2 that this program sets", 0, 0},
    };
    const hra_host host = {
        .size = sizeof host, .registry = registry, .caps = {.threads = 2, .memory = 512 << 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        hra_err err = hra_game_open(&game, &host, cases[i].spec, &why);
        assert_int_equal(err, cases[i].words ? HRA_ELIMIT : HRA_OK);
        if (cases[i].words && (!strstr(why.text, cases[i].words) || why.at != 14 + (cases[i].spec[7] == 't')))
            fail_msg("%s: at %d: %s", cases[i].spec, why.at, why.text);
        if (!err && (last.memory != cases[i].memory || last.threads != cases[i].threads))
            fail_msg("%s: %zu bytes, %d threads", cases[i].spec, last.memory, last.threads);
        hra_game_close(game);
    }
}

/* Evaluations, methods and players are opened through the game, so they meet the same caps. */
static void whatever_a_game_opens_meets_its_caps(void **state) {
    const hra_host host = {
        .size = sizeof host, .registry = registry, .caps = {.threads = 2, .memory = (size_t)1 << 30}};
    hra_game *game = NULL, *checkers = NULL;
    hra_eval eval;
    hra_agent *search = NULL;
    hra_player *player = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, &host, "asking", NULL), 0);
    assert_int_equal(hra_game_open(&checkers, &host, "checkers", NULL), 0);
    assert_int_equal(hra_eval_open(&eval, game, "sized:memory=2G", &why), HRA_ELIMIT);
    assert_string_equal(why.text, "evaluation sized: memory=2G is over the cap of 1G that this program sets");
    assert_int_equal(hra_agent_open_spec(&search, checkers, "alphabeta:tt=1e12", &why), HRA_ELIMIT);
    assert_string_equal(why.text, "method alphabeta: tt=1e12 is over the cap of 1G that this program sets");
    assert_int_equal(hra_player_open(&player, checkers, "mcts:threads=256", NULL, NULL, &why), HRA_ELIMIT);
    assert_string_equal(why.text, "method mcts: threads=256 is over the cap of 2 that this program sets");
    assert_int_equal(hra_player_open(&player, checkers, "expert:tt=2G", NULL, NULL, &why), HRA_ELIMIT);
    assert_int_equal(hra_agent_open_spec(&search, checkers, "alphabeta:tt=1M,depth=1", &why), 0);
    hra_agent_close(search);
    assert_int_equal(hra_game_threads(game, 8), 2);
    assert_int_equal(hra_game_threads(game, 1), 1);
    assert_true(hra_game_memory(game, (size_t)2 << 30) == (size_t)1 << 30);
    hra_game_close(game);
    hra_game_close(checkers);
}

/* A host of an earlier header ends before what came later. */
static void hosts_of_other_sizes(void **state) {
    hra_host host = {.size = offsetof(hra_host, caps), .registry = registry, .caps = {.threads = 1}};
    hra_game *game = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, &host, "asking:threads=9", NULL), 0);
    assert_int_equal(game->host->caps.threads, 0);
    assert_int_equal(game->host->size, sizeof host);
    hra_game_close(game);
    host.size = 0;
    assert_int_equal(hra_game_open(&game, &host, "asking", &why), HRA_EINPUT);
    assert_string_equal(why.text, "the host that opens a game does not begin with its size");
    host.size = sizeof host + 1;
    assert_int_equal(hra_game_open(&game, &host, "asking", &why), HRA_EVERSION);
}

/* ---- players that a program brings ----------------------------------------------------------*/

static hra_err open_last(const hra_game *game, const hra_options *opt, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    *shared = (void *)(uintptr_t)game; /* only read */
    return HRA_OK;
}

static hra_err choose_last(const void *shared, void *scratch, const hra_question *question,
                           hra_analysis *out) {
    const hra_game *game = shared;
    hra_move moves[64];
    out->move = moves[game->rules->moves(game, question->state, moves) - 1];
    return HRA_OK;
}

static const hra_player_kind last_kind = {
    .size = sizeof(hra_player_kind),
    .name = "last",
    .summary = "the last move of the list",
    .open = open_last,
    .ask = choose_last,
    .answers = HRA_ANSWERS_MOVE,
};

/* It plays the games that are built in, too. */
static void a_program_brings_players(void **state) {
    hra_registry *with;
    hra_game *game;
    hra_agent *agent;
    hra_error why = {0};
    max_align_t capacity[8];
    hra_move move = 0;
    assert_int_equal(hra_registry_open(&with, NULL), 0);
    assert_int_equal(hra_registry_add_player(with, &last_kind, &why), 0);
    assert_string_equal(hra_registry_find_player(with, "last")->name, "last");
    assert_null(hra_registry_find_player(NULL, "last"));
    const hra_host host = {.size = sizeof host, .registry = with};
    assert_int_equal(hra_game_open(&game, &host, "tictactoe", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&agent, game, "last", &why), 0);
    game->rules->init(game, capacity);
    assert_int_equal(asked_choose(agent, &(hra_question){.state = capacity}, &move), 0);
    assert_int_equal(move, 8);
    hra_agent_close(agent);
    assert_int_equal(hra_agent_open_spec(&agent, game, "expectimax:model=last,depth=2", &why), 0);
    hra_agent_close(agent);
    assert_int_equal(hra_agent_open_spec(&agent, game, "lasd", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "did you mean 'last'?"));
    hra_game_close(game);
    hra_registry_close(with);
}

static void players_are_refused_in_words(void **state) {
    hra_registry *with;
    hra_error why = {0};
    assert_int_equal(hra_registry_open(&with, NULL), 0);
    hra_player_kind kind = last_kind;
    kind.name = "random";
    assert_int_equal(hra_registry_add_player(with, &kind, &why), HRA_EINPUT);
    assert_string_equal(why.text, "a player 'random' exists already");
    kind.name = "Last One";
    assert_int_equal(hra_registry_add_player(with, &kind, &why), HRA_EINPUT);
    kind = last_kind;
    kind.ask = NULL;
    assert_int_equal(hra_registry_add_player(with, &kind, &why), HRA_EINPUT);
    assert_string_equal(why.text, "player last lacks a summary, open, ask, or an answer that is a move");
    kind = last_kind;
    kind.size = 0;
    assert_int_equal(hra_registry_add_player(with, &kind, &why), HRA_EINPUT);
    kind.size = sizeof kind + 8;
    assert_int_equal(hra_registry_add_player(with, &kind, &why), HRA_EVERSION);
    hra_registry_close(with);
}

/* A table of a program that was compiled when there was nothing behind its answers yet. */
static void an_older_player_still_plays(void **state) {
    hra_registry *with;
    hra_game *game;
    hra_agent *agent;
    hra_analysis result;
    max_align_t capacity[8];
    hra_player_kind kind;
    memset(&kind, 0xff, sizeof kind);
    memcpy(&kind, &last_kind, offsetof(hra_player_kind, observe));
    kind.size = offsetof(hra_player_kind, observe);
    assert_int_equal(hra_registry_open(&with, NULL), 0);
    assert_int_equal(hra_registry_add_player(with, &kind, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = with};
    assert_int_equal(hra_game_open(&game, &host, "tictactoe", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&agent, game, "last", NULL), 0);
    game->rules->init(game, capacity);
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = capacity}, &result), 0);
    assert_int_equal(result.move, 8);
    assert_int_equal(result.kind, HRA_VALUE_NONE); /* it only chooses */
    assert_int_equal(result.move_count, 9);
    hra_analysis_release(&result);
    hra_agent_close(agent);
    hra_game_close(game);
    hra_registry_close(with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_added_behind_those_built_in),
        cmocka_unit_test(games_open_by_their_host),
        cmocka_unit_test(wrong_games_are_not_added),
        cmocka_unit_test(positions_complete_specs),
        cmocka_unit_test(a_position_is_the_first_line),
        cmocka_unit_test(files_are_read_by_the_host_alone),
        cmocka_unit_test(records_read_no_file_that_they_name),
        cmocka_unit_test(specs_stay_below_the_caps),
        cmocka_unit_test(whatever_a_game_opens_meets_its_caps),
        cmocka_unit_test(hosts_of_other_sizes),
        cmocka_unit_test(a_program_brings_players),
        cmocka_unit_test(players_are_refused_in_words),
        cmocka_unit_test(an_older_player_still_plays),
    };
    return cmocka_run_group_tests(tests, open_registry, close_registry);
}
