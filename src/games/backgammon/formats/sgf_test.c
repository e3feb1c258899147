/* Files of GNU Backgammon read, and written again as they were; plays from elsewhere written as such. */
#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game_text.h"
#include "hra/hra.h"
#include "mat.h"

static const hra_format *sgf(void) {
    return &bg_formats[1];
}

static hra_record *parse(const char *lines, size_t length, size_t *used) {
    hra_record *record = NULL;
    hra_error why = {0};
    if (hra_record_parse(&record, NULL, lines, length, used, 1, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, lines);
    return record;
}

/* Appends the games of a file, as hra writes them; `by_record`: after each was a record in text. */
static void write_again(const char *name, const char *text, bool by_record, hra_text *out) {
    hra_game_file_setup setup = {.size = sizeof setup, .name = name, .text = text, .length = strlen(text)};
    hra_game_file *file = NULL;
    const hra_game_found *found;
    hra_error why = {0};
    size_t used;
    if (hra_game_file_open(&file, &setup, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, text);
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        if (found->fault_count || !found->record)
            fail_msg("%s: line %d: %s\nof\n%s", name, found->faults ? found->faults[0].line : 0,
                     found->faults ? found->faults[0].text : "no game", text);
        hra_text lines;
        hra_text_init(&lines);
        assert_int_equal(hra_record_text(found->record, &lines), 0);
        hra_record *again = by_record ? parse(hra_text_string(&lines), lines.length, &used) : NULL;
        assert_int_equal(hra_record_write(again ? again : found->record, sgf(), out), 0);
        if (again)
            hra_record_close(again);
        hra_text_release(&lines);
    }
    hra_game_file_close(file);
}

/* The text without white space outside of values, where none counts. */
static void squeeze(const char *text, hra_text *out) {
    bool inside = false;
    for (; *text; text++) {
        if (inside && *text == '\\' && text[1])
            hra_text_add_char(out, *text++);
        else if (*text == '[' || *text == ']')
            inside = *text == '[';
        if (inside || !isspace((unsigned char)*text))
            hra_text_add_char(out, *text);
    }
}

static void same_but_blanks(const char *name, const char *a, const char *b) {
    hra_text one, other;
    hra_text_init(&one);
    hra_text_init(&other);
    squeeze(a, &one);
    squeeze(b, &other);
    if (strcmp(hra_text_string(&one), hra_text_string(&other)) != 0)
        fail_msg("%s: \n%s\nis not\n%s", name, b, a);
    hra_text_release(&one);
    hra_text_release(&other);
}

static void stays_as_it_is(const char *name, const char *text) {
    for (int by_record = 0; by_record < 2; by_record++) {
        hra_text out;
        hra_text_init(&out);
        write_again(name, text, by_record, &out);
        same_but_blanks(name, text, hra_text_string(&out));
        hra_text_release(&out);
    }
}

/* ---- files of GNU Backgammon ------------------------------------------------------------------*/

static void read_file(const char *name, hra_text *out) {
    char path[500], block[4096];
    (void)hra_snprintf(path, sizeof path, "%s/tests/games/%s", HRA_ROOT, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;)
        hra_text_add_bytes(out, block, n);
    fclose(file);
}

/* Calls `test` with each file of tests/games that ends so. Returns how many there are. */
static int each_sample(const char *suffix, void (*test)(const char *name, const char *text)) {
    int count = 0;
    DIR *folder = opendir(HRA_ROOT "/tests/games");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t n = strlen(entry->d_name);
        if (n < 4 || strcmp(entry->d_name + n - 4, suffix) != 0)
            continue;
        hra_text text;
        hra_text_init(&text);
        read_file(entry->d_name, &text);
        test(entry->d_name, hra_text_string(&text));
        hra_text_release(&text);
        count++;
    }
    closedir(folder);
    return count;
}

static void samples_stay_as_they_are(void **state) {
    assert_true(each_sample(".sgf", stays_as_it_is) > 6);
}

/* The moves of the games in a text. */
static void take_moves(const char *name, const char *text, hra_text *out) {
    hra_text records, faults;
    hra_text_init(&records);
    hra_text_init(&faults);
    if (game_text_read(name, text, strlen(text), &records, &faults) < 1 || faults.length)
        fail_msg("%s: %s\nof\n%s", name, hra_text_string(&faults), text);
    for (const char *line = hra_text_string(&records); *line; line += strcspn(line, "\n") + 1)
        if (*line == '*' || isdigit((unsigned char)*line) || strncmp(line, "seat", 4) == 0)
            hra_text_add_bytes(out, line, strcspn(line, "\n") + 1);
    hra_text_release(&records);
    hra_text_release(&faults);
}

/* A match file written as .sgf has the same moves. */
static void keeps_its_moves(const char *name, const char *text) {
    hra_text out, before, after;
    hra_text_init(&out);
    hra_text_init(&before);
    hra_text_init(&after);
    write_again(name, text, false, &out);
    take_moves(name, text, &before);
    take_moves("x.sgf", hra_text_string(&out), &after);
    assert_string_equal(hra_text_string(&before), hra_text_string(&after));
    stays_as_it_is("written", hra_text_string(&out));
    hra_text_release(&out);
    hra_text_release(&before);
    hra_text_release(&after);
}

static void match_files_keep_their_moves(void **state) {
    assert_true(each_sample(".mat", keeps_its_moves) > 5);
}

#define HEAD "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:0]PW[P]PB[Q]RU[Crawford]"
#define NEXT "(;GM[6]MI[length:5][game:1][ws:1][bs:0]PW[P]PB[Q]RU[Crawford]"
#define MONEY "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[P]PB[Q]"

static void all_is_kept(void **state) {
    static const char *const texts[] = {
        HEAD "RE[W+1])",
        HEAD "XY[a\\]b][]C[one]GC[of \"this\"\nmatch];B[31qtst]BM[1]C[x \\\\ \\] "
             "y\nz]LU[-0.1];W[42hdfd]DO[]TE[3])",
        HEAD ";B[31qtst]C[escaped \\: for nothing];W[double]DA[E ver 3];B[take];W[11hgfefehg];B[double])",
        HEAD "RE[W+1R];B[31qtst]A[0][qtst E ver 3 0.5]\n[x];PL[W]DI[62])" NEXT ";W[21fexv])",
        HEAD "RE[W+1R];B[31qtst](;W[62xrfd]C[played];B[double])(;W[62mefd]C[not played (])(;W[62xrxv]))" NEXT
             ")",
        HEAD "C[];C[nothing yet\n (hra: x)\n\n (hra: y)];B[31stqt]ZZ[];;W[62xrfd])",
        MONEY "RU[Jacoby];B[31qtst];W[double];B[double];W[take];W[62xrfd])" MONEY "RE[B+1R];W[31hefe])",
        MONEY "RU[Nackgammon];B[31qtst];W[21wvxv])",
        MONEY "RU[NoCube:Hypergammon3];B[31adbc])",
        MONEY ";PL[B]DI[31];PL[B]AE[a:y]AW[f][e][h]AB[x][y][s];CV[2];CP[b];B[double];W[take];B[31yd]C[ok])",
        MONEY ";PL[B]AE[a:y]AW[f][f][f]AB[s][s][y][y];PL[B]DI[66];C[x])",
        MONEY ";AE[a:y]AW[f][e][h]AB[x][s];PL[W]DI[31])",
        "(;GM[6]MI[length:3][game:4][ws:2][bs:1]PW[P]PB[Q]RU[Crawford:CrawfordGame];W[31hefe])",
        "(;GM[6]MI[length:3][game:4][ws:2][bs:1]PW[P]PB[Q]RU[Crawford];W[31hefe];B[double])",
        "(;GM[6]MI[length:3][game:4][ws:2][bs:1]PW[P]PB[Q];W[31hefe];B[double])",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        stays_as_it_is("kept", texts[i]);
}

/* What is otherwise when it is written. */
static void what_changes_is_known(void **state) {
    static const struct {
        const char *text, *written;
    } cases[] = {
        /* the text is UTF-8 whatever it was */
        {"(;GM[6]CA[ISO-8859-1]MI[length:1]PW[P]PB[Q])", "(;GM[6]CA[UTF-8]MI[length:1]PW[P]PB[Q])\n"},
        /* names in the old way, and text outside of properties */
        {"(;GaMe[6]MaI[length:1]12 PW[P]PB[Q];x[y]W[31hefe])", NULL},
        /* a node has one comment */
        {"(;GM[6]MI[length:1]PW[P]PB[Q]C[one]GC[x]C[t\\]o];C[\\\\];W[31hefe])",
         "(;GM[6]MI[length:1]PW[P]PB[Q]C[one\nt\\]o]GC[x]\n;C[\\\\]\n;W[31hefe])\n"},
        /* a beaver is the other side's double */
        {MONEY ";B[31qtst];W[double];B[beaver];W[take])",
         MONEY "\n;B[31qtst]\n;W[double]\n;B[beaver]\n;W[take])\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text out;
        hra_text_init(&out);
        if (cases[i].written)
            write_again("x.sgf", cases[i].text, false, &out);
        if (cases[i].written)
            assert_string_equal(hra_text_string(&out), cases[i].written);
        hra_text_release(&out);
    }
}

/* A game resigned behind a throw, one with a double, and damage. */
static const char damaged[] =
    "(;FF[4]GM[6]AP[GNU "
    "Backgammon:1.07]MI[length:5][game:0][ws:0][bs:0]PW[P]PB[Q\\]:]DT[2026-11-27]RU[Crawford]RE[W+1R]\n"
    ";B[41lpab]C[a \\[good\\] :)\nstart]\n;W[31hefe]A[0][hefe E ver 3 0.5]\n;B[62])\n"
    "(;FF[4]GM[6]MI[length:5][game:1][ws:1][bs:0]PW[P]PB[Q]RU[Crawford]RE[B+2]\n"
    ";W[31hefe]\n;B[double]\n;W[take]\n;B[6%s])\n"
    "(;FF[4]GM[6]MI[length:5][game:2][ws:1][bs:2]PW[P]PB[Q]RU[Crawford]\n"
    ";W[52mhxv])\n";

static void games_become_records(void **state) {
    hra_text text, out, faults;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_init(&faults);
    hra_text_addf(&text, damaged, "3ah");
    int games = game_text_read("x.sgf", hra_text_string(&text), text.length, &out, &faults);
    if (games != 1 ||
        !strstr(hra_text_string(&faults), "line 10, character 1: illegal move '24/17' with 6-3"))
        fail_msg("%d games: %s", games, hra_text_string(&faults));
    const char *record = hra_text_string(&out);
    assert_non_null(strstr(record,
                           "* 14\n1 24/23 13/9\n#: property ; \n#: property B [41lpab]\n"
                           "#: property C [a \\\\[good\\\\] :)\\nstart]\n#: comment a [good] :)\\nstart\n"));
    assert_non_null(strstr(record, "* 62\n#: property ; \n#: property B [62]\n1 Black resigns 1 point\n"));
    assert_non_null(strstr(record, "# Date: 2026.11.27\n"));
    assert_non_null(strstr(record, "seat 1 Q]:\n"));
    hra_text_release(&text);
    hra_text_release(&out);
    hra_text_release(&faults);
}

/* A match in which games are missing goes on as another play, and says what it was. */
static void missing_games_begin_another_play(void **state) {
    static const char file[] =
        HEAD "RE[W+1R];B[31qtst])"
             "(;GM[6]MI[length:5][game:3][ws:4][bs:2]PW[P]PB[Q]RU[Crawford:CrawfordGame]RE[B+1R];W[31hefe])"
             "(;GM[6]MI[length:5][game:4][ws:4][bs:3]PW[P]PB[Q]RU[Crawford];W[31hefe];B[double])";
    hra_text out, faults;
    hra_text_init(&out);
    hra_text_init(&faults);
    assert_int_equal(game_text_read("x", file, strlen(file), &out, &faults), 2);
    assert_string_equal(hra_text_string(&faults), "");
    assert_non_null(strstr(hra_text_string(&out), "match-length=5,score=4-2"));
    assert_non_null(strstr(hra_text_string(&out), "0 White resigns 1 point"));
    stays_as_it_is("missing", file);
    hra_text_release(&out);
    hra_text_release(&faults);
}

/* The record of a game that has these lines behind its seats. */
static void write_record(const char *game, const char *lines, hra_text *out) {
    hra_text text;
    size_t used;
    hra_text_init(&text);
    hra_text_addf(&text, "hra-record 4\ngame backgammon:%s\nseat 0 P\nseat 1 Q\n%s", game, lines);
    hra_record *record = parse(hra_text_string(&text), text.length, &used);
    assert_int_equal(hra_record_write(record, sgf(), out), 0);
    hra_record_close(record);
    hra_text_release(&text);
}

/* Notes of a record may be anything: what does not fit the moves or the format is left out. */
static void notes_of_records_do_no_harm(void **state) {
    static const struct {
        const char *lines, *written;
    } cases[] = {
        {"* 31\n0 8/5 6/5\n#: nag 4\n#: comment a ] \\\\\n#: comment b\n",
         "\n;W[31hefe]BM[2]C[a \\] \\\\\nb])\n"},
        {"#: property (; \n#: property MI [length:0]\n* 31\n0 8/5 6/5\n#: property ; \n#: property W "
         "[31xuxw]\n",
         NULL},
        {"* 31\n0 8/5 6/5\n#: property X ])(;W[31hefe]\n#: property Y [a\\\\]\n#: property Z []\n#: property "
         "x [y]\n"
         "#: property ) )))(\n#: property (; \n",
         "\n;W[31hefe]Z[])\n"},
        {"* 31\n0 8/5 6/5\n#: property ( \n#: property ) );(;C[)]))\n#: property B [31qtst]\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text out, before, after;
        hra_text_init(&out);
        hra_text_init(&before);
        hra_text_init(&after);
        write_record("cube=no", cases[i].lines, &out);
        take_moves("x.sgf", hra_text_string(&out), &after);
        if (!strstr(hra_text_string(&after), "* 31\n0 8/5 6/5\n"))
            fail_msg("%s", hra_text_string(&out));
        if (cases[i].written && !strstr(hra_text_string(&out), cases[i].written))
            fail_msg("'%s' is not in '%s'", cases[i].written, hra_text_string(&out));
        hra_text_release(&out);
        hra_text_release(&before);
        hra_text_release(&after);
    }
}

/* ---- plays from elsewhere ---------------------------------------------------------------------*/

static hra_err keep(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* A random game, left after this number of moves. */
static void play_by_chance(const char *spec, const char *position, uint64_t seed, int moves, hra_text *out) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_play *play = NULL;
    hra_event event = {0};
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    const hra_player *players[] = {player, player};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = 2,
                            .seed = seed,
                            .position = position,
                            .sink = keep,
                            .sink_self = out};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int i = 0; i < moves && event.kind != HRA_EVENT_OVER; i++)
        assert_int_equal(hra_play_step(play, &event), 0);
    hra_play_close(play);
    hra_player_close(player);
    hra_game_close(game);
}

static void same_plays(const hra_record *a, const hra_record *b, const char *file) {
    int plies = hra_record_info(a)->plies, others = hra_record_info(b)->plies;
    /* that somebody has said not to double stands with the throw */
    bool rolled = plies && others == plies - 1 && hra_record_at(a, plies - 1).move == BG_ROLL;
    if (others != (rolled ? plies - 1 : plies))
        fail_msg("%d of %d moves of\n%s", others, plies, file);
    for (int ply = 0; ply <= others; ply++)
        assert_memory_equal(hra_record_at(a, ply).state, hra_record_at(b, ply).state, sizeof(bg_state));
}

static void check_play(const char *spec, const char *position, uint64_t seed, int moves) {
    hra_text record, file, again, faults;
    size_t used;
    hra_text_init(&record);
    hra_text_init(&file);
    hra_text_init(&again);
    hra_text_init(&faults);
    play_by_chance(spec, position, seed, moves, &record);
    hra_record *before = parse(hra_text_string(&record), record.length, &used);
    assert_int_equal(hra_record_write(before, sgf(), &file), 0);
    int games = game_text_read("x", hra_text_string(&file), file.length, &again, &faults);
    if (games != 1 || faults.length)
        fail_msg("%d games, %s\nof\n%s", games, hra_text_string(&faults), hra_text_string(&file));
    hra_record *after = parse(hra_text_string(&again), again.length, &used);
    same_plays(before, after, hra_text_string(&file));
    stays_as_it_is("written", hra_text_string(&file));
    hra_record_close(before);
    hra_record_close(after);
    hra_text_release(&record);
    hra_text_release(&file);
    hra_text_release(&again);
    hra_text_release(&faults);
}

static void plays_of_any_rules_come_back(void **state) {
    static const struct {
        const char *spec, *position;
    } cases[] = {
        {"backgammon", NULL},
        {"backgammon:cube,beavers,jacoby,automatic-doubles=3", NULL},
        {"backgammon:cube,max-cube=0", NULL},
        {"backgammon:cube,max-cube=1024", NULL},
        {"backgammon:match-length=5", NULL},
        {"backgammon:match-length=7,score=6-3,variation=nackgammon", NULL},
        {"backgammon:match-length=7,score=6-3,crawford=post", NULL},
        {"backgammon:match-length=3,crawford=no,cube=no", NULL},
        {"backgammon:match-length=3,crawford=no", NULL},
        {"backgammon:checkers=3,match-length=9,gammons=no,max-cube=4", NULL},
        {"backgammon:checkers=1", NULL},
        {"backgammon:cube,beavers", "white 6:3, black 6:2, white doubles, cube 2 white"},
        {"backgammon:cube,beavers", "white 6:3, black bar:1, black beavers, cube 4 black"},
        {"backgammon:match-length=4", "white 6:3, black 6:2, black 52, cube 2 white, score 1-2"},
        {"backgammon", "white 6:3, black bar:2 6:2, black 66"},
        {"backgammon", "white bar:1, black 6:2 5:2 4:2 3:2 2:2 1:2, white 52"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 10; k++) {
            const int moves = k < 3 ? k + 1 : 7 * k + 1;
            check_play(cases[i].spec, cases[i].position, (uint64_t)k + 1, k < 6 ? moves : 100000);
        }
}

/* Cut anywhere, a file is read as far as it goes or refused in words. */
static void files_that_were_cut_do_no_harm(void **state) {
    hra_text text, out, faults;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_init(&faults);
    hra_text_addf(&text, damaged, "2rv");
    for (size_t length = 0; length < text.length; length++) {
        char *cut = malloc(length + 1);
        assert_non_null(cut);
        memcpy(cut, hra_text_string(&text), length);
        hra_text_clear(&out);
        hra_text_clear(&faults);
        int games = game_text_read("x.sgf", cut, length, &out, &faults);
        assert_true(games > 0 || length < 100 || faults.length);
        free(cut);
    }
    hra_text_release(&text);
    hra_text_release(&out);
    hra_text_release(&faults);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_stay_as_they_are),
        cmocka_unit_test(match_files_keep_their_moves),
        cmocka_unit_test(all_is_kept),
        cmocka_unit_test(what_changes_is_known),
        cmocka_unit_test(games_become_records),
        cmocka_unit_test(missing_games_begin_another_play),
        cmocka_unit_test(notes_of_records_do_no_harm),
        cmocka_unit_test(plays_of_any_rules_come_back),
        cmocka_unit_test(files_that_were_cut_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
