/* A collection in memory. */
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"

enum { TEXTS = HRA_MAX_SEATS + 6, ENTRY_ABOUT = 40 /* bytes that a ply takes while it waits, at most */ };

typedef struct memory_game {
    hra_collection_game facts; /* its texts are of this block of memory */
    size_t bytes;
} memory_game;

typedef struct memory_block {
    uint64_t first;
    size_t length;
    char bytes[];
} memory_block;

typedef struct memory_run {
    int64_t number;
    memory_block **blocks;
    int64_t count, capacity;
} memory_run;

typedef struct memory {
    uint64_t most, bytes; /* most 0: no limit */
    memory_game **games;
    int64_t count, capacity;
    uint64_t *seen; /* keys of moves, by hash; 0: free */
    uint64_t seen_size;
    memory_run *runs;
    int run_count, run_capacity;
} memory;

/* ---- games ----------------------------------------------------------------------------------*/

static void texts_of(hra_collection_game *g, const char **out[TEXTS]) {
    const char **all[6] = {&g->spec, &g->event, &g->date, &g->opening, &g->start, &g->moves};
    for (int i = 0; i < 6; i++)
        out[i] = all[i];
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        out[6 + seat] = &g->players[seat];
}

static memory_game *copy_game(const hra_collection_game *game) {
    hra_collection_game copy = *game;
    const char **texts[TEXTS];
    size_t bytes = sizeof(memory_game);
    texts_of(&copy, texts);
    for (int i = 0; i < TEXTS; i++)
        bytes += strlen(*texts[i]) + 1;
    memory_game *out = malloc(bytes);
    if (!out)
        return NULL;
    char *at = (char *)(out + 1);
    for (int i = 0; i < TEXTS; i++) {
        size_t length = strlen(*texts[i]) + 1;
        memcpy(at, *texts[i], length);
        *texts[i] = at;
        at += length;
    }
    *out = (memory_game){copy, bytes};
    return out;
}

static bool see(memory *m, uint64_t key, bool *known) {
    if (2 * (uint64_t)(m->count + 1) > m->seen_size) {
        uint64_t size = m->seen_size ? 2 * m->seen_size : 1024;
        uint64_t *seen = calloc((size_t)size, sizeof *seen);
        if (!seen)
            return false;
        for (uint64_t i = 0; i < m->seen_size; i++)
            if (m->seen[i]) {
                uint64_t k = m->seen[i] & (size - 1);
                while (seen[k])
                    k = (k + 1) & (size - 1);
                seen[k] = m->seen[i];
            }
        free(m->seen);
        m->bytes += (size - m->seen_size) * sizeof *seen;
        m->seen = seen;
        m->seen_size = size;
    }
    uint64_t at = key & (m->seen_size - 1);
    key = key ? key : 1;
    while (m->seen[at] && m->seen[at] != key)
        at = (at + 1) & (m->seen_size - 1);
    *known = m->seen[at] == key;
    m->seen[at] = key;
    return true;
}

static hra_err add_game(void *self, const hra_collection_game *game, bool *known, hra_error *why) {
    memory *m = self;
    if (m->count == m->capacity) {
        int64_t capacity = m->capacity ? 2 * m->capacity : 64;
        memory_game **games = realloc(m->games, (size_t)capacity * sizeof(memory_game *));
        if (!games)
            return hra_no_memory(why);
        m->bytes += (uint64_t)(capacity - m->capacity) * sizeof(memory_game *);
        m->games = games;
        m->capacity = capacity;
    }
    memory_game *copy = copy_game(game);
    if (!copy)
        return hra_no_memory(why);
    if (m->most && m->bytes + copy->bytes + (uint64_t)(game->plies + 1) * ENTRY_ABOUT > m->most) {
        free(copy);
        return hra_fail(why, HRA_ELIMIT, -1,
                        "the collection is full: %lld games take %llu MiB, the most that it may have",
                        (long long)m->count, (unsigned long long)(m->most >> 20));
    }
    if (!see(m, game->moves_key, known)) {
        free(copy);
        return hra_no_memory(why);
    }
    m->bytes += copy->bytes;
    m->games[m->count++] = copy;
    return HRA_OK;
}

static hra_err game_at(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *),
                       void *to, hra_error *why) {
    const memory *m = self;
    if (number < 1 || number > m->count)
        return hra_fail(why, HRA_EMISSING, -1, "there is no game %lld", (long long)number);
    return each(to, &m->games[number - 1]->facts);
}

/* ---- runs -----------------------------------------------------------------------------------*/

static memory_run *run_of(memory *m, int64_t number) {
    for (int i = 0; i < m->run_count; i++)
        if (m->runs[i].number == number)
            return &m->runs[i];
    return NULL;
}

static memory_run *make_run(memory *m, int64_t number) {
    if (m->run_count == m->run_capacity) {
        int capacity = m->run_capacity ? 2 * m->run_capacity : 16;
        memory_run *runs = realloc(m->runs, (size_t)capacity * sizeof *runs);
        if (!runs)
            return NULL;
        m->runs = runs;
        m->run_capacity = capacity;
    }
    m->runs[m->run_count] = (memory_run){.number = number};
    return &m->runs[m->run_count++];
}

static hra_err add_run(void *self, const hra_collection_run *run, hra_error *why) {
    return run_of(self, run->number) || make_run(self, run->number) ? HRA_OK : hra_no_memory(why);
}

static void free_blocks(memory *m, memory_run *run) {
    for (int64_t i = 0; i < run->count; i++) {
        m->bytes -= run->blocks[i]->length;
        free(run->blocks[i]);
    }
    free(run->blocks);
}

static hra_err drop_run(void *self, int64_t number, hra_error *why) {
    memory *m = self;
    memory_run *run = run_of(m, number);
    if (run) {
        free_blocks(m, run);
        *run = m->runs[--m->run_count];
    }
    return HRA_OK;
}

static hra_err add_block(void *self, int64_t number, int64_t index, uint64_t first, const char *bytes,
                         size_t length, hra_error *why) {
    memory *m = self;
    memory_run *run = run_of(m, number);
    if (!run && !(run = make_run(m, number)))
        return hra_no_memory(why);
    if (run->count == run->capacity) {
        int64_t capacity = run->capacity ? 2 * run->capacity : 16;
        memory_block **blocks = realloc(run->blocks, (size_t)capacity * sizeof(memory_block *));
        if (!blocks)
            return hra_no_memory(why);
        run->blocks = blocks;
        run->capacity = capacity;
    }
    memory_block *block = malloc(sizeof *block + length);
    if (!block)
        return hra_no_memory(why);
    block->first = first;
    block->length = length;
    memcpy(block->bytes, bytes, length);
    run->blocks[run->count++] = block;
    m->bytes += length;
    return HRA_OK;
}

static hra_err find_block(void *self, int64_t number, uint64_t key, int64_t *out, hra_error *why) {
    const memory_run *run = run_of(self, number);
    int64_t low = 0, high = run ? run->count : 0; /* blocks below `low` are less */
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (run->blocks[middle]->first < key)
            low = middle + 1;
        else
            high = middle;
    }
    *out = low;
    return HRA_OK;
}

static hra_err read_block(void *self, int64_t number, int64_t index, uint64_t *first, hra_text *out,
                          hra_error *why) {
    const memory_run *run = run_of(self, number);
    if (!run || index < 1 || index > run->count)
        return HRA_EMISSING;
    *first = run->blocks[index - 1]->first;
    hra_text_add_bytes(out, run->blocks[index - 1]->bytes, run->blocks[index - 1]->length);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

/* ---- the whole ------------------------------------------------------------------------------*/

static hra_err commit(void *self, hra_error *why) {
    return HRA_OK;
}

static hra_err load(void *self, int64_t *games, hra_err (*run)(void *, const hra_collection_run *),
                    hra_err (*spec)(void *, const hra_collection_spec *), void *to, hra_error *why) {
    *games = 0; /* it begins empty */
    return HRA_OK;
}

/* The collection itself has them. */
static hra_err add_spec(void *self, const hra_collection_spec *spec, hra_error *why) {
    return HRA_OK;
}

static void close_memory(void *self) {
    memory *m = self;
    for (int64_t i = 0; i < m->count; i++)
        free(m->games[i]);
    for (int i = 0; i < m->run_count; i++)
        free_blocks(m, &m->runs[i]);
    free(m->games);
    free(m->runs);
    free(m->seen);
    free(m);
}

uint64_t hra_collection_memory_bytes(const void *self) {
    return ((const memory *)self)->bytes;
}

hra_err hra_collection_memory(hra_collection_storage *out, uint64_t most, hra_error *why) {
    memory *m = calloc(1, sizeof *m);
    if (!m)
        return hra_no_memory(why);
    m->most = most;
    *out = (hra_collection_storage){.size = sizeof *out,
                                    .self = m,
                                    .commit = commit,
                                    .load = load,
                                    .add_spec = add_spec,
                                    .add_game = add_game,
                                    .game = game_at,
                                    .add_run = add_run,
                                    .drop_run = drop_run,
                                    .add_block = add_block,
                                    .find_block = find_block,
                                    .read_block = read_block,
                                    .close = close_memory};
    return HRA_OK;
}
