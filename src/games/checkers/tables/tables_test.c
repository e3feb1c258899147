/* The tables of checkers against what is known, against brute force, and against damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/checkers/rules/checkers.h"
#include "hra/hra.h"
#include "tables_file.h"

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||       \
    HAS_FEATURE(thread_sanitizer)
enum { PIECES = 3 };
#else
enum { PIECES = 4 };
#endif

enum { ALL = 16 << 20 };

static ck_tables *tables; /* in memory, up to PIECES */

static ck_tables *build(const char *data, int pieces, int threads) {
    ck_tables *t = NULL;
    hra_error why = {0};
    if (ck_tables_build(&t, data, pieces, ALL, threads, NULL, &why))
        fail_msg("%s", why.text);
    return t;
}

static int open_tables(void **state) {
    tables = build(NULL, PIECES, 2);
    return 0;
}

static int close_tables(void **state) {
    ck_tables_close(tables);
    return 0;
}

/* ---- what is known ----------------------------------------------------------------------------*/

/* One fixed side to move, captures included: as found by an independent program that worked backwards
 * from the ends too. The reference below knows only the rules. */
static void counts_are_the_known_ones(void **state) {
    static const ck_count known[] = {
        {3488, 716, 402, 2370, 13},
        {196032, 100250, 87305, 8477, 61},
        {6209316, 2574304, 1917090, 1717922, 109},
    };
    for (int pieces = 2; pieces <= PIECES; pieces++) {
        ck_count count;
        ck_tables_count(tables, pieces, &count);
        assert_int_equal(count.positions, known[pieces - 2].positions);
        assert_int_equal(count.won, known[pieces - 2].won);
        assert_int_equal(count.lost, known[pieces - 2].lost);
        assert_int_equal(count.drawn, known[pieces - 2].drawn);
        assert_int_equal(count.longest, known[pieces - 2].longest);
    }
}

static void two_kings_against_one(void **state) {
    int slice = tables->index->number[0][2][0][1];
    const ck_header *h = &tables->image[slice].header;
    assert_int_equal(h->positions, 14880);
    assert_int_equal(h->won, 14846);
    assert_int_equal(h->drawn, 34);
    assert_int_equal(h->lost, 0);
    assert_int_equal(h->longest, 33);
}

static ck_board board(const char *fen, int *side) {
    hra_game *game = NULL;
    ck_state s;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_game_read_position(game, fen, &s, NULL), 0);
    hra_game_close(game);
    *side = s.side;
    return s.board;
}

static void check(const char *fen, int wdl, int distance) {
    int side, found = 7, plies = 7;
    ck_board b = board(fen, &side);
    assert_true(ck_tables_probe(tables, NULL, &b, side, &found, &plies));
    if (found != wdl || plies != distance)
        fail_msg("%s: %d in %d, not %d in %d", fen, found, plies, wdl, distance);
}

/* The study: only 14-9 wins in 15. Below it, the position after each of White's six moves. */
static void the_study(void **state) {
    check("W:WK10,K14:BK1", 1, 15);
    check("B:WK10,K9:BK1", -1, 14);
    check("B:WK15,K14:BK1", -1, 18);
    check("B:WK10,K17:BK1", -1, 18);
    check("B:WK10,K18:BK1", -1, 18);
    check("B:WK7,K14:BK1", -1, 22);
    check("B:WK6,K14:BK1", 1, 1);
}

static void ends_and_draws(void **state) {
    check("B:W:BK1", 1, 1); /* any move, and White has no piece left */
    check("W:W:BK1", -1, 0);
    check("W:W5:B1", -1, 0); /* neither a step nor a jump */
    check("W:W9:B6", 1, 1);
    check("W:WK1:BK32", 0, -1);
    check("B:WK1:BK32", 0, -1);
}

static void positions_outside(void **state) {
    int side, wdl, distance;
    ck_board b = board("W:W21,22,23:B1,2,3", &side);
    assert_false(ck_tables_probe(tables, NULL, &b, side, &wdl, &distance));
    ck_board uncrowned = {{(ck_set)1 << 34, 1 << 10}, 0};
    assert_false(ck_tables_probe(tables, NULL, &uncrowned, CK_BLACK, &wdl, &distance));
}

/* ---- every value is the best of those one ply on ----------------------------------------------*/

/* Best play from here as the tables say it one ply on: plies where it is won (odd) or lost (even),
 * -1 where it is drawn. With the ordinary generator of moves. */
static int best_move(const ck_tables *t, const ck_board *b, int side) {
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(b, side, moves), win = 999, loss = 0;
    bool draw = false;
    for (int i = 0; i < n; i++) {
        ck_board child = *b;
        int wdl, distance;
        ck_apply(&child, side, moves[i]);
        assert_true(ck_tables_probe(t, NULL, &child, !side, &wdl, &distance));
        draw = draw || wdl == 0;
        if (wdl < 0 && distance + 1 < win)
            win = distance + 1;
        if (wdl > 0 && distance + 1 > loss)
            loss = distance + 1;
    }
    return win < 999 ? win : draw ? -1 : loss;
}

static void values_are_the_best_of_their_moves(void **state) {
    for (int slice = 0; slice < tables->index->slices; slice++) {
        ck_cursor c = {0};
        for (uint64_t i = 0; i < tables->index->slice[slice].size; i++) {
            ck_board b;
            ck_index_unrank(tables->index, &c, slice, i, &b);
            int best = best_move(tables, &b, CK_BLACK);
            if (tables->values[slice][i] != best + 1)
                fail_msg("slice %d, position %d: %d, but its moves say %d", slice, (int)i,
                         tables->values[slice][i] - 1, best);
        }
    }
}

/* ---- brute force: all positions of 2 and 3 pieces in a list, no order but that of the loops ----*/

enum { ONE = 129, KEYS = ONE * ONE * ONE, MOST = 420000, MOST_EDGES = 16 * MOST, OVER = -1 };

typedef struct reference {
    struct {
        ck_board board;
        int8_t side;
        int16_t plies; /* won where odd, lost where even, -1: not known, in the end a draw */
        int first;     /* of its moves in `to`; they end where those of the next begin */
    } at[MOST + 1];
    int count, edges;
    int named[2][KEYS]; /* by side to move and pieces: 1 + place in the list */
    int to[MOST_EDGES];
} reference;

/* A piece: its square and what it is, 0..127; 128: none. */
static int key(const ck_board *b) {
    int key = 0, n = 0;
    for (int square = 0; square < CK_SQUARES; square++) {
        ck_set at = (ck_set)1 << ck_bit(square);
        if ((b->pieces[0] | b->pieces[1]) & at) {
            key = key * ONE + 4 * square + (b->pieces[1] & at ? 2 : 0) + (b->kings & at ? 1 : 0);
            n++;
        }
    }
    for (; n < 3; n++)
        key = key * ONE + 128;
    return key;
}

static bool put(ck_board *b, int piece) {
    ck_set at = (ck_set)1 << ck_bit(piece / 4);
    int side = piece & 2 ? CK_WHITE : CK_BLACK;
    if (!(piece & 1) && at & (side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW))
        return false;
    b->pieces[side] |= at;
    b->kings |= piece & 1 ? at : 0;
    return true;
}

static void list_one(reference *t, int a, int b, int c) {
    ck_board new = {{0}, 0};
    if (!put(&new, a) || !put(&new, b) || (c < 128 && !put(&new, c)) || !new.pieces[0] || !new.pieces[1])
        return;
    for (int8_t side = 0; side < 2; side++) {
        assert_true(t->count < MOST);
        t->at[t->count].board = new;
        t->at[t->count].side = side;
        t->at[t->count].plies = -1;
        t->named[side][key(&new)] = ++t->count;
    }
}

static void list_all(reference *t) {
    for (int a = 0; a < 128; a++)
        for (int b = 4 * (a / 4 + 1); b < 128; b++) {
            list_one(t, a, b, 128);
            for (int c = 4 * (b / 4 + 1); c < 128; c++)
                list_one(t, a, b, c);
        }
}

static void list_moves(reference *t) {
    for (int i = 0; i < t->count; i++) {
        hra_move moves[CK_MAX_MOVES];
        int side = t->at[i].side, n = ck_moves(&t->at[i].board, side, moves);
        t->at[i].first = t->edges;
        for (int m = 0; m < n; m++) {
            ck_board child = t->at[i].board;
            ck_apply(&child, side, moves[m]);
            assert_true(t->edges < MOST_EDGES);
            t->to[t->edges++] = child.pieces[!side] ? t->named[!side][key(&child)] - 1 : OVER;
        }
    }
    t->at[t->count].first = t->edges;
}

static bool look_again(reference *t, int i, int ply) {
    bool all_won = true, one_lost = false;
    for (int e = t->at[i].first; e < t->at[i + 1].first; e++) {
        int plies = t->to[e] == OVER ? 0 : t->at[t->to[e]].plies;
        all_won = all_won && plies >= 0 && plies % 2 == 1;
        one_lost = one_lost || (plies >= 0 && plies % 2 == 0);
    }
    if (ply % 2 ? !one_lost : !all_won)
        return false;
    t->at[i].plies = (int16_t)ply;
    return true;
}

static void brute_force_agrees(void **state) {
    reference *t = calloc(1, sizeof *t);
    assert_non_null(t);
    list_all(t);
    list_moves(t);
    assert_int_equal(t->count, 2 * (3488 + 196032));
    for (int ply = 0, quiet = 0; quiet < 2; ply++) {
        bool changed = false;
        for (int i = 0; i < t->count; i++)
            if (t->at[i].plies < 0 && look_again(t, i, ply))
                changed = true;
        quiet = changed ? 0 : quiet + 1;
    }
    for (int i = 0; i < t->count; i++) {
        int wdl, distance, plies = t->at[i].plies;
        assert_true(ck_tables_probe(tables, NULL, &t->at[i].board, t->at[i].side, &wdl, &distance));
        assert_int_equal(distance, plies);
        assert_int_equal(wdl, plies < 0 ? 0 : plies % 2 ? 1 : -1);
    }
    free(t);
}

/* ---- files ------------------------------------------------------------------------------------*/

typedef struct folder {
    char name[64];
} folder;

static void make_folder(folder *f) {
    const char *under = getenv("TMPDIR");
    snprintf(f->name, sizeof f->name, "%.40s/hra-ckt-XXXXXX", under ? under : "/tmp");
    assert_non_null(mkdtemp(f->name));
}

static void remove_folder(const folder *f, int pieces) {
    char path[CK_TABLE_DATA + 64];
    ck_index *x = NULL;
    assert_int_equal(ck_index_open(&x, pieces), 0);
    for (int i = 0; i < x->slices; i++) {
        assert_true(ck_image_path(&x->slice[i], CK_DISTANCES, f->name, path));
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/checkers", f->name);
    assert_int_equal(rmdir(path), 0); /* nothing else was left there */
    assert_int_equal(rmdir(f->name), 0);
    ck_index_close(x);
}

/* The file of an image, with a byte to spare; malloc'ed. */
static uint8_t *bytes_of(const ck_image *image) {
    size_t size = (size_t)image->header.bytes;
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    if (image->bytes)
        memcpy(bytes, image->bytes, size);
    else
        assert_int_equal(hra_file_read_at(&image->file, 0, bytes, size), 0);
    return bytes;
}

static void assert_same_bytes(const ck_image *a, const ck_image *b) {
    uint8_t *x = bytes_of(a), *y = bytes_of(b);
    assert_int_equal(a->header.bytes, b->header.bytes);
    assert_memory_equal(x, y, (size_t)a->header.bytes);
    free(x);
    free(y);
}

static void assert_same_files(const ck_tables *a, const ck_tables *b) {
    for (int i = 0; i < a->index->slices; i++)
        assert_same_bytes(&a->image[i], &b->image[i]);
}

/* Built by one thread where the others were built by two; then opened with room for no slice, one
 * block of cache, and then some. */
static void files_say_the_same(void **state) {
    folder f;
    make_folder(&f);
    ck_tables_close(build(f.name, PIECES, 1));
    for (size_t bytes = 1; bytes <= 1 << 20; bytes <<= 20) {
        ck_tables *t = NULL;
        ck_cache *cache = NULL;
        hra_rng rng;
        assert_int_equal(ck_tables_open(&t, f.name, PIECES, 0, NULL), 0);
        assert_int_equal(ck_cache_open(&cache, t, bytes), 0);
        assert_int_equal(ck_tables_positions(t), ck_tables_positions(tables));
        assert_same_files(t, tables);
        hra_rng_init(&rng, bytes);
        for (int i = 0; i < 20000; i++) {
            int slice = (int)hra_rng_below(&rng, (uint32_t)t->index->slices), wdl, distance;
            uint64_t number = hra_rng_next(&rng) % t->index->slice[slice].size;
            ck_cursor c = {0};
            ck_board b;
            ck_index_unrank(t->index, &c, slice, number, &b);
            assert_false(ck_tables_probe(t, NULL, &b, CK_BLACK, &wdl, &distance));
            assert_true(ck_tables_probe(t, cache, &b, CK_BLACK, &wdl, &distance));
            assert_int_equal(tables->values[slice][number], wdl == 0 ? 0 : distance + 1);
        }
        ck_cache_close(cache);
        ck_tables_close(t);
    }
    remove_folder(&f, PIECES);
}

/* Stops at the second slice; the file of the first is kept as it is, and the rest is built. */
static void a_stopped_build_goes_on(void **state) {
    folder f;
    hra_stop stop = {1};
    hra_progress progress = {.stop = &stop};
    hra_error why = {0};
    ck_tables *t = NULL;
    char path[CK_TABLE_DATA + 64];
    struct stat before, after;
    make_folder(&f);
    ck_tables_close(build(f.name, 2, 1));
    assert_int_equal(ck_tables_build(&t, f.name, 3, ALL, 1, &progress, &why), HRA_ESTOPPED);
    assert_string_equal(why.text, "stopped while building tablebases of checkers");
    assert_int_equal(ck_tables_open(&t, f.name, 3, ALL, &why), HRA_EMISSING);
    assert_non_null(strstr(why.text, "file not found"));
    assert_true(ck_image_path(&tables->index->slice[0], CK_DISTANCES, f.name, path));
    assert_int_equal(stat(path, &before), 0);
    t = build(f.name, 3, 2);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    for (int i = 0; i < t->index->slices; i++)
        assert_memory_equal(t->values[i], tables->values[i], t->index->slice[i].size);
    ck_tables_close(t);
    remove_folder(&f, 3);
}

/* A large slice takes seconds to be packed or unpacked, so that is given up on the way. */
static void packing_can_be_stopped(void **state) {
    const ck_slice *slice = &tables->index->slice[tables->index->slices - 1];
    const ck_image *whole = &tables->image[tables->index->slices - 1];
    hra_stop stop = {1};
    const hra_progress stopped = {.stop = &stop};
    ck_image image = {0};
    uint8_t *values = calloc(1, (size_t)slice->size);
    assert_non_null(values);
    assert_int_equal(ck_image_make(&image, slice, CK_DISTANCES, values, whole->header, 2, &stopped),
                     HRA_ESTOPPED);
    assert_null(image.bytes);
    assert_int_equal(ck_image_decode(whole, &stopped, values), HRA_ESTOPPED);
    stop.flag = 0;
    assert_int_equal(ck_image_decode(whole, &stopped, values), 0);
    assert_int_equal(ck_image_make(&image, slice, CK_DISTANCES, values, whole->header, 2, &stopped), 0);
    assert_same_bytes(&image, whole);
    ck_image_release(&image);
    free(values);
}

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void refused(const folder *f, hra_err expected, const char *words) {
    ck_tables *t = NULL;
    hra_error why = {0};
    hra_err err = ck_tables_open(&t, f->name, 2, ALL, &why);
    if (err != expected || !strstr(why.text, words))
        fail_msg("%d, '%s' instead of %d, '%s'", err, why.text, expected, words);
    assert_int_equal(ck_tables_build(&t, f->name, 2, ALL, 1, NULL, &why), expected);
    assert_non_null(strstr(why.text, "/checkers/m"));
}

/* Somebody cuts or changes a file that is in use: what is read after that is an error, and no signal. */
static void a_file_that_shrinks(void **state) {
    folder f;
    char path[CK_TABLE_DATA + 64];
    make_folder(&f);
    ck_tables_close(build(f.name, 3, 1));
    ck_tables *t = NULL;
    ck_cache *cache;
    assert_int_equal(ck_tables_open(&t, f.name, 3, 0, NULL), 0);
    assert_int_equal(ck_cache_open(&cache, t, 1), 0);
    int slice = t->index->slices - 1, wdl, distance;
    ck_board board;
    ck_cursor cursor = {0};
    ck_index_unrank(t->index, &cursor, slice, t->index->slice[slice].size - 1, &board);
    assert_true(ck_image_path(&t->index->slice[slice], CK_DISTANCES, f.name, path));
    assert_int_equal(truncate(path, (off_t)t->image[slice].header.bytes - 1), 0);
    assert_false(ck_tables_probe(t, cache, &board, CK_BLACK, &wdl, &distance));
    uint8_t *values = malloc((size_t)t->index->slice[slice].size);
    assert_non_null(values);
    assert_int_equal(ck_image_decode(&t->image[slice], NULL, values), HRA_EDAMAGED);
    free(values);
    assert_int_equal(truncate(path, (off_t)t->image[slice].header.bytes),
                     0); /* a byte of zero is another one */
    assert_false(ck_tables_probe(t, cache, &board, CK_BLACK, &wdl, &distance));
    ck_cache_close(cache);
    ck_tables_close(t);
    remove_folder(&f, 3);
}

/* Every byte of a file changed, every length cut off, another file in its place. */
static void damage_is_refused(void **state) {
    folder f;
    char path[CK_TABLE_DATA + 64];
    make_folder(&f);
    ck_tables *t = build(f.name, 2, 1);
    const ck_image *image = &t->image[3], *other = &t->image[0];
    size_t size = (size_t)image->header.bytes;
    uint8_t *copy = bytes_of(image), *foreign = bytes_of(other);
    assert_true(ck_image_path(&t->index->slice[3], CK_DISTANCES, f.name, path));
    copy[size] = 0;
    unlink(path); /* the file that is open stays as it is */
    for (size_t i = 0; i < size; i++) {
        copy[i] ^= 0x10;
        write_bytes(path, copy, size);
        copy[i] ^= 0x10;
        refused(&f, i >= 8 && i < 12 ? HRA_EVERSION : HRA_EDAMAGED, "/checkers/m");
        write_bytes(path, copy, i);
        refused(&f, HRA_EDAMAGED, "remove the file to build it again");
    }
    write_bytes(path, copy, size + 1);
    refused(&f, HRA_EDAMAGED, "the table has the wrong length");
    write_bytes(path, foreign, (size_t)other->header.bytes);
    free(foreign);
    refused(&f, HRA_EDAMAGED, "a tablebase of other pieces");
    write_bytes(path, "hra-record 1\nthis is something else, and long enough to be a table of checkers\n",
                79);
    refused(&f, HRA_EDAMAGED, "not a tablebase of checkers");
    copy[8] = 2;
    write_bytes(path, copy, size);
    refused(&f, HRA_EVERSION, "a table of version 2; this program reads version 1");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    refused(&f, HRA_EIO, "not a regular file");
    assert_int_equal(rmdir(path), 0);
    ck_tables_close(build(f.name, 2, 1));
    free(copy);
    ck_tables_close(t);
    remove_folder(&f, 2);
}

static void folders_that_cannot_be_had(void **state) {
    ck_tables *t = NULL;
    hra_error why = {0};
    char longest[CK_TABLE_DATA + 100];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(ck_tables_build(&t, "/nowhere/at/all", 2, ALL, 1, NULL, &why), HRA_EIO);
    assert_string_equal(why.text, "/nowhere/at/all/checkers: cannot make the directory");
    assert_int_equal(ck_tables_build(&t, longest, 2, ALL, 1, NULL, &why), HRA_EIO);
    assert_int_equal(ck_tables_open(&t, longest, 2, ALL, &why), HRA_EIO);
}

/* ---- as the rest of the library sees them -------------------------------------------------------*/

static void the_method_exact_plays_by_them(void **state) {
    static const struct {
        const char *move;
        int value, distance; /* of White */
    } expected[] = {{"14-9", 1, 15},  {"10-15", 1, 19}, {"14-17", 1, 19},
                    {"14-18", 1, 19}, {"10-7", 1, 23},  {"10-6", -1, 2}};
    hra_game *game = NULL;
    hra_agent *search = NULL;
    hra_analysis result;
    ck_state s;
    assert_int_equal(hra_game_open(&game, NULL, "checkers:tablebase-pieces=3", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&search, game, "exact", NULL), 0);
    assert_int_equal(hra_game_read_position(game, "W:WK10,K14:BK1", &s, NULL), 0);
    hra_analysis_init(&result);
    hra_question question = {.state = &s};
    assert_int_equal(hra_agent_ask(search, &question, &result), 0);
    assert_int_equal(result.move_count, 6);
    assert_int_equal(result.distance, 15);
    assert_int_equal(result.pv_length, 15);
    for (size_t i = 0; i < 6; i++) {
        hra_move m;
        int k = 0;
        assert_int_equal(ck_parse_move(game, &s, expected[i].move, &m, NULL), 0);
        while (result.moves[k].move != m)
            k++;
        assert_int_equal((int)result.moves[k].value[CK_WHITE], expected[i].value);
        assert_int_equal(result.moves[k].distance, expected[i].distance);
        if (i == 0)
            assert_int_equal(result.move, m);
    }
    game->rules->init(game, &s);
    assert_int_equal(hra_agent_ask(search, &question, &result), HRA_EINPUT);
    hra_analysis_release(&result);
    hra_agent_close(search);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_are_the_known_ones),
                                       cmocka_unit_test(two_kings_against_one),
                                       cmocka_unit_test(the_study),
                                       cmocka_unit_test(ends_and_draws),
                                       cmocka_unit_test(positions_outside),
                                       cmocka_unit_test(values_are_the_best_of_their_moves),
                                       cmocka_unit_test(brute_force_agrees),
                                       cmocka_unit_test(files_say_the_same),
                                       cmocka_unit_test(a_stopped_build_goes_on),
                                       cmocka_unit_test(packing_can_be_stopped),
                                       cmocka_unit_test(a_file_that_shrinks),
                                       cmocka_unit_test(damage_is_refused),
                                       cmocka_unit_test(folders_that_cannot_be_had),
                                       cmocka_unit_test(the_method_exact_plays_by_them)};
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
