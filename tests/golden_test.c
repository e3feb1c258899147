/* Golden playthroughs: whole plays of random players, kept as text.
 *
 * Each file of tests/golden is a record with a remark after every move, the position it led to. So
 * any change in rules, random numbers, records or texts shows as a difference. Whoever makes one on
 * purpose rewrites the files, at the root of the sources:
 *
 *     build/tests/golden_test --update */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef struct golden {
    const char *file, *spec;
    uint64_t seed;
} golden;

static const golden goldens[] = {
    {"yahtzee", "yahtzee", 1},
    {"yahtzee-three", "yahtzee:seats=3", 2},
    {"yahtzee-free", "yahtzee:rules=free", 3},
    {"yahtzee-plain", "yahtzee:rules=plain", 4},
    {"yahtzee-bonus", "yahtzee:rules=bonus", 5},
    {"yahtzee-yatzy", "yahtzee:rules=yatzy", 6},
    {"tictactoe", "tictactoe", 7},
    {"nim", "nim", 8},
    {"nim-loses", "nim:rows=2-4-6,last=loses", 9},
    {"matches", "matches", 10},
    {"tree", "tree", 11},
    {"tree-chance", "tree:file=docs/examples/lecture.tree", 12},
    {"race", "race", 13},
    {"race-lecture", "race:board=lecture", 14},
    {"checkers", "checkers", 15},
    {"pacman", "pacman:layout=gallery", 50},
    {"pacman-city", "pacman:layout=city,ghosts=1,limit=60", 51},
    {"empire", "empire", 40},
    {"empire-bid", "empire:seats=3,first=bid,map=thesis", 41},
    {"backgammon", "backgammon", 60},
    {"hypergammon", "backgammon:checkers=3", 61},
    {"gammon-cube", "backgammon:checkers=3,cube,beavers", 62},
    {"gammon-match", "backgammon:checkers=3,match=3", 63},
};

enum { GOLDENS = sizeof goldens / sizeof *goldens };

static const char *path_of(const golden *g) {
    static char path[256];
    snprintf(path, sizeof path, "tests/golden/%s.txt", g->file);
    return path;
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
            add_position(game, hra_play_state(one, event.ply + 1), out);
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
    for (int i = 0; i < GOLDENS; i++) {
        hra_text kept, now;
        hra_text_init(&kept);
        hra_text_init(&now);
        read_file(path_of(&goldens[i]), &kept);
        play(&goldens[i], &now);
        compare(path_of(&goldens[i]), hra_text_string(&kept), hra_text_string(&now));
        hra_text_release(&kept);
        hra_text_release(&now);
    }
}

/* The same files read as records: their moves lead to the positions in the remarks. */
static void kept_records_lead_to_the_kept_positions(void **state) {
    for (int i = 0; i < GOLDENS; i++) {
        hra_text kept, position;
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        hra_text_init(&kept);
        hra_text_init(&position);
        read_file(path_of(&goldens[i]), &kept);
        if (hra_record_parse(&record, &files, hra_text_string(&kept), kept.length, &used, 1, &why) != 0)
            fail_msg("%s: %s", path_of(&goldens[i]), why.text);
        const char *remark = hra_text_string(&kept);
        for (int ply = 1; ply <= hra_record_plies(record); ply++) {
            remark = strstr(remark + 1, "\n# ");
            assert_non_null(remark);
            hra_text_clear(&position);
            add_position(hra_record_game(record), hra_record_state(record, ply), &position);
            if (strncmp(remark + 1, hra_text_string(&position), position.length) != 0)
                fail_msg("%s: after move %d the position is %s", path_of(&goldens[i]), ply, position.data);
        }
        assert_true(hra_record_finished(record));
        hra_record_close(record);
        hra_text_release(&kept);
        hra_text_release(&position);
    }
}

static int update(void) {
    for (int i = 0; i < GOLDENS; i++) {
        hra_text text;
        hra_text_init(&text);
        play(&goldens[i], &text);
        FILE *file = fopen(path_of(&goldens[i]), "wb");
        bool good = file && fwrite(hra_text_string(&text), 1, text.length, file) == text.length;
        good = file && fclose(file) == 0 && good;
        hra_text_release(&text);
        if (!good) {
            fprintf(stderr, "%s cannot be written\n", path_of(&goldens[i]));
            return 1;
        }
    }
    printf("%d files of tests/golden written\n", GOLDENS);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_go_as_they_went),
        cmocka_unit_test(kept_records_lead_to_the_kept_positions),
    };
    if (argc > 1 && strcmp(argv[1], "--update") == 0)
        return update();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
