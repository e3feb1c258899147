/* Golden playthroughs: whole plays of random players, kept as text.
 *
 * Each file of src/games that ends in .golden is a record with a remark after every move, the position it led to. So
 * any change in rules, random numbers, records or texts shows as a difference. Whoever makes one on
 * purpose rewrites the files, at the root of the sources:
 *
 *     build/tests/golden_test --update
 *
 * A new one begins as a file of two lines, "game SPEC" and "seed NUMBER". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game_files.h"
#include "hra/hra.h"

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef struct golden {
    const char *path;
    char spec[HRA_SPEC_LENGTH];
    uint64_t seed;
} golden;

static game_files all;

/* What the head of a file says. */
static golden golden_of(int i) {
    golden g = {.path = all.path[i]};
    game_file file;
    const char *value;
    bool game = false, seed = false;
    for (game_file_open(&file, g.path); (!game || !seed) && game_file_next(&file);)
        if (!game && (value = game_file_value(&file, "game")) != NULL) {
            snprintf(g.spec, sizeof g.spec, "%.*s", (int)sizeof g.spec - 1, value);
            game = true;
        } else if (!seed && (value = game_file_value(&file, "seed")) != NULL) {
            g.seed = strtoull(value, NULL, 10);
            seed = true;
        }
    game_file_close(&file);
    if (!game || !seed)
        fail_msg("%s names no game and seed", g.path);
    return g;
}

/* ---- playing --------------------------------------------------------------------------------*/

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void add_position(const hra_game *game, const void *s, hra_text *out) {
    hra_text_add(out, "# ");
    game->rules->text->write_position(game, s, out);
    hra_text_add(out, "\n");
}

static void play(const golden *g, hra_text *out) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_play *one = NULL;
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_error why = {0};
    const hra_player *players[HRA_MAX_SEATS];
    if (hra_game_open(&game, &files, g->spec, &why) != 0 ||
        hra_player_open(&player, game, "random", NULL, NULL, &why) != 0)
        fail_msg("%s: %s", g->spec, why.text);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = game->seats,
                            .seed = g->seed,
                            .sink = add_line,
                            .sink_self = out};
    assert_int_equal(hra_play_open(&one, &setup, NULL), 0);
    while (event.kind != HRA_EVENT_OVER) {
        assert_int_equal(hra_play_step(one, &event), 0);
        if (event.kind != HRA_EVENT_OVER)
            add_position(game, hra_play_at(one, event.ply + 1).state, out);
    }
    hra_play_close(one);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- comparing ------------------------------------------------------------------------------*/

static void read_file(const char *path, hra_text *out) {
    char block[4096];
    size_t n;
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read; does the test run at the root of the sources?", path);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        hra_text_add_bytes(out, block, n);
    fclose(file);
}

static void compare(const char *path, const char *kept, const char *now) {
    int line = 1;
    while (*kept && *kept == *now) {
        line += *kept == '\n';
        kept++, now++;
    }
    if (*kept == *now)
        return;
    while (line > 1 && kept[-1] != '\n')
        kept--, now--;
    fail_msg("%s:%d:\n  kept %.*s\n  now  %.*s", path, line, (int)strcspn(kept, "\n"), kept,
             (int)strcspn(now, "\n"), now);
}

static void plays_go_as_they_went(void **state) {
    for (int i = 0; i < all.count; i++) {
        const golden g = golden_of(i);
        hra_text kept, now;
        hra_text_init(&kept);
        hra_text_init(&now);
        read_file(g.path, &kept);
        play(&g, &now);
        compare(g.path, hra_text_string(&kept), hra_text_string(&now));
        hra_text_release(&kept);
        hra_text_release(&now);
    }
}

/* The same files read as records: their moves lead to the positions in the remarks. */
static void kept_records_lead_to_the_kept_positions(void **state) {
    for (int i = 0; i < all.count; i++) {
        const golden g = golden_of(i);
        hra_text kept, position;
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        hra_text_init(&kept);
        hra_text_init(&position);
        read_file(g.path, &kept);
        if (hra_record_parse(&record, &files, hra_text_string(&kept), kept.length, &used, 1, &why) != 0)
            fail_msg("%s: %s", g.path, why.text);
        const char *remark = hra_text_string(&kept);
        for (int ply = 1; ply <= hra_record_info(record)->plies; ply++) {
            remark = strstr(remark + 1, "\n# ");
            assert_non_null(remark);
            hra_text_clear(&position);
            add_position(hra_record_info(record)->game, hra_record_at(record, ply).state, &position);
            if (strncmp(remark + 1, hra_text_string(&position), position.length) != 0)
                fail_msg("%s: after move %d the position is %s", g.path, ply, position.data);
        }
        assert_true(hra_record_info(record)->finished);
        hra_record_close(record);
        hra_text_release(&kept);
        hra_text_release(&position);
    }
}

static int update(void) {
    for (int i = 0; i < all.count; i++) {
        const golden g = golden_of(i);
        hra_text text;
        hra_text_init(&text);
        play(&g, &text);
        FILE *file = fopen(g.path, "wb");
        bool good = file && fwrite(hra_text_string(&text), 1, text.length, file) == text.length;
        good = file && fclose(file) == 0 && good;
        hra_text_release(&text);
        if (!good) {
            fprintf(stderr, "%s cannot be written\n", g.path);
            return 1;
        }
    }
    printf("%d files written\n", all.count);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_go_as_they_went),
        cmocka_unit_test(kept_records_lead_to_the_kept_positions),
    };
    game_files_list(&all, ".golden");
    if (argc > 1 && strcmp(argv[1], "--update") == 0)
        return update();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
