/* Collections: any bytes as the blocks of a storage. A question ends, with an answer that is consistent or an error. The
 * first two bytes are the number of games; then come blocks: eight bytes of the first key, two of the length, bytes. */
#include <hra/session.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { BLOCKS = 64, RUNS = 3, HEAD = 10 };

typedef struct block {
    uint64_t first;
    const uint8_t *bytes;
    size_t length;
} block;

typedef struct storage {
    block blocks[BLOCKS];
    int count;
    int64_t games;
} storage;

static hra_err commit(void *self, hra_error *why) {
    return HRA_OK;
}

static hra_err load(void *self, int64_t *games, hra_err (*run)(void *to, const hra_collection_run *run),
                    hra_err (*spec)(void *to, const hra_collection_spec *spec), void *to, hra_error *why) {
    const storage *s = self;
    hra_err err = HRA_OK;
    *games = s->games;
    for (int64_t i = 1; i <= RUNS && !err; i++)
        err = run(to, &(hra_collection_run){.number = i, .level = (int)i});
    return err;
}

static hra_err add_spec(void *self, const hra_collection_spec *spec, hra_error *why) {
    return HRA_OK;
}

static hra_err add_game(void *self, const hra_collection_game *game, bool *known, hra_error *why) {
    return HRA_OK;
}

static hra_err game_at(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *game),
                       void *to, hra_error *why) {
    return hra_fail(why, HRA_EMISSING, -1, "there is no game %lld", (long long)number);
}

static hra_err add_run(void *self, const hra_collection_run *run, hra_error *why) {
    return HRA_OK;
}

static hra_err drop_run(void *self, int64_t run, hra_error *why) {
    return HRA_OK;
}

static hra_err add_block(void *self, int64_t run, int64_t number, uint64_t first, const char *bytes,
                         size_t length, hra_error *why) {
    return HRA_OK;
}

/* Anything may be found. */
static hra_err find_block(void *self, int64_t run, uint64_t key, int64_t *number, hra_error *why) {
    *number = run > 1;
    return HRA_OK;
}

static hra_err read_block(void *self, int64_t run, int64_t number, uint64_t *first, hra_text *out,
                          hra_error *why) {
    const storage *s = self;
    if (number < 1 || number > s->count)
        return HRA_EMISSING;
    *first = s->blocks[number - 1].first;
    hra_text_add_bytes(out, (const char *)s->blocks[number - 1].bytes, s->blocks[number - 1].length);
    return out->err ? HRA_ENOMEM : HRA_OK;
}

static uint64_t number(const uint8_t *data, size_t bytes) {
    uint64_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n = n << 8 | data[i];
    return n;
}

static void cut(storage *s, const uint8_t *data, size_t size) {
    s->games = size > 1 ? (int64_t)number(data, 2) : 0;
    for (size_t at = 2; at + HEAD <= size && s->count < BLOCKS; s->count++) {
        size_t left = size - at - HEAD, length = (size_t)number(data + at + 8, 2);
        length = length < left ? length : left;
        s->blocks[s->count] = (block){number(data + at, 8), data + at + HEAD, length};
        at += HEAD + length;
    }
}

static void check(const hra_collection_answer *a, int64_t games) {
    int64_t wins = 0;
    for (int seat = 0; seat < a->seats; seat++)
        wins += a->count.wins[seat];
    fuzz_expect(wins + a->count.draws + a->count.unknown <= a->count.games * 2, "each game has one result",
                NULL);
    for (int i = 0; i < a->move_count; i++)
        fuzz_expect(*a->moves[i].move && a->moves[i].count.games > 0, "a move was made in some game", NULL);
    for (int i = 0; i < a->game_count; i++) {
        fuzz_expect(a->games[i].game > 0 && a->games[i].game <= games, "a game is one of the collection",
                    NULL);
        fuzz_expect(a->games[i].move >= -1 && a->games[i].move < a->move_count, "a move is in the list",
                    NULL);
    }
}

/* A record that is real brings its spec along, so that there is something to ask. */
static void add_real(hra_collection *c) {
    static const char text[] =
        "hra-record 1\ngame tictactoe\nseed 0\nnumber 0\nseat 0 human\nseat 1 human\n0 b2\n";
    hra_record *record;
    size_t used;
    if (hra_record_parse(&record, NULL, text, sizeof text - 1, &used, 1, NULL) != 0)
        return;
    (void)hra_collection_add(c, record, NULL, NULL, NULL);
    hra_record_close(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    storage s = {.count = 0};
    cut(&s, data, size);
    const hra_collection_storage how = {.size = sizeof how,
                                        .self = &s,
                                        .commit = commit,
                                        .load = load,
                                        .add_spec = add_spec,
                                        .add_game = add_game,
                                        .game = game_at,
                                        .add_run = add_run,
                                        .drop_run = drop_run,
                                        .add_block = add_block,
                                        .find_block = find_block,
                                        .read_block = read_block};
    const hra_collection_setup setup = {.size = sizeof setup, .storage = &how};
    static const char *const positions[] = {".../.../...", ".../.X./...", "X../.O./..X"};
    hra_collection *c;
    if (hra_collection_open(&c, &setup, NULL) != 0)
        return 0;
    add_real(c);
    for (int i = 0; i < 3; i++) {
        const hra_collection_question q = {.size = sizeof q, .position = positions[i], .most = 3};
        hra_collection_answer *a = NULL;
        hra_error why = {0};
        hra_err err = hra_collection_ask(c, &q, &a, &why);
        if (err)
            fuzz_expect_words(err, &why, strlen(positions[i]));
        else
            check(a, hra_collection_games(c));
        hra_collection_answer_free(a);
    }
    hra_error why = {0};
    hra_err err = hra_collection_commit(c, &why); /* merges nothing here: one run of a level */
    if (err)
        fuzz_expect_words(err, &why, 0);
    hra_collection_close(c);
    return 0;
}
