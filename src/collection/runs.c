/* Entries in sorted runs of blocks. In a block a number is seven bits a byte, the lowest first, the last byte without the
 * top bit. An entry is
 *     the difference of its key and that of the entry before (in the first one, of the block's: 0),
 *     if that is 0 and it is not the first one: 1 if `next` is the same too, then the difference of the game; else 0,
 *     `next`, the game; then ply and outcome. */
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"

int hra_entry_compare(const void *a, const void *b) {
    const hra_entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->next != y->next)
        return x->next < y->next ? -1 : 1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return x->ply < y->ply ? -1 : x->ply > y->ply;
}

/* ---- writing --------------------------------------------------------------------------------*/

typedef struct writer {
    hra_collection *c;
    int64_t run, block, entries;
    hra_entry last;
    uint64_t first;
    hra_text bytes;
} writer;

static void add_number(hra_text *out, uint64_t n) {
    for (; n >= 128; n >>= 7)
        hra_text_add_char(out, (char)(n | 128));
    hra_text_add_char(out, (char)n);
}

static hra_err flush_block(writer *w, hra_error *why) {
    if (!w->bytes.length)
        return HRA_OK;
    if (w->bytes.err)
        return hra_no_memory(why);
    hra_err err = w->c->storage.add_block(w->c->storage.self, w->run, ++w->block, w->first, w->bytes.data,
                                          w->bytes.length, why);
    hra_text_clear(&w->bytes);
    return err;
}

static hra_err write_entry(writer *w, const hra_entry *e, hra_error *why) {
    hra_err err = w->bytes.length >= HRA_BLOCK_BYTES ? flush_block(w, why) : HRA_OK;
    const bool begins = !w->bytes.length;
    if (err)
        return err;
    if (begins) {
        w->first = e->key;
        w->last = (hra_entry){.key = e->key};
    }
    add_number(&w->bytes, e->key - w->last.key);
    const bool same = !begins && e->key == w->last.key;
    const bool follows = same && e->next == w->last.next;
    if (same)
        add_number(&w->bytes, follows);
    if (!follows)
        add_number(&w->bytes, e->next);
    add_number(&w->bytes, follows ? e->game - w->last.game : e->game);
    add_number(&w->bytes, e->ply);
    add_number(&w->bytes, e->outcome);
    w->last = *e;
    w->entries++;
    return HRA_OK;
}

/* Ends the run. */
static hra_err end_run(writer *w, int level, hra_error *why) {
    hra_collection *c = w->c;
    const hra_collection_run run = {w->run, w->entries, level};
    hra_err err = flush_block(w, why);
    if (!err)
        err = c->storage.add_run(c->storage.self, &run, why);
    if (!err)
        c->runs[c->run_count++] = run;
    return err;
}

/* The least number that no run has. */
static int64_t free_run(const hra_collection *c) {
    for (int64_t number = 1;; number++) {
        int i = 0;
        while (i < c->run_count && c->runs[i].number != number)
            i++;
        if (i == c->run_count)
            return number;
    }
}

/* ---- reading --------------------------------------------------------------------------------*/

static hra_err damaged(hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, "the collection is damaged: wrong positions");
}

static bool read_number(hra_run_reader *r, uint64_t *out) {
    *out = 0;
    for (int shift = 0; shift < 64 && r->at < r->bytes.length; shift += 7) {
        const uint64_t byte = (unsigned char)r->bytes.data[r->at++];
        if (shift == 63 && byte > 1)
            return false;
        *out |= (byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* Nothing in the bytes is trusted. */
static bool read_entry(hra_run_reader *r) {
    uint64_t by, follows = 0, next = r->now.next, game, ply, outcome;
    const bool begins = r->fresh;
    if (!read_number(r, &by) || by > UINT64_MAX - r->key)
        return false;
    if (by == 0 && !begins && (!read_number(r, &follows) || follows > 1))
        return false;
    if (!follows && (!read_number(r, &next) || next >> HRA_ENTRY_NEXT))
        return false;
    if (!read_number(r, &game) || !read_number(r, &ply) || !read_number(r, &outcome))
        return false;
    if (game > UINT32_MAX || ply > UINT32_MAX || outcome > UINT32_MAX)
        return false;
    game += follows ? r->now.game : 0;
    if (game < 1 || game > (uint64_t)r->c->games)
        return false;
    const hra_entry before = r->now;
    r->key += by;
    r->now = (hra_entry){r->key, next, (uint32_t)game, (uint32_t)ply, (uint32_t)outcome};
    r->fresh = false;
    return hra_entry_compare(&before, &r->now) <= 0;
}

/* Reads the next block and its first key. */
static hra_err read_block(hra_run_reader *r, hra_error *why) {
    const hra_collection_storage *s = &r->c->storage;
    uint64_t first = 0;
    const uint64_t before = r->key;
    hra_text_clear(&r->bytes);
    hra_err err = s->read_block(s->self, r->run, ++r->block, &first, &r->bytes, why);
    if (err == HRA_EMISSING) {
        r->over = true;
        return HRA_OK;
    }
    if (err)
        return err;
    if (first < before || !r->bytes.length)
        return damaged(why);
    r->key = first;
    r->at = 0;
    r->fresh = true;
    return HRA_OK;
}

hra_err hra_run_next(hra_run_reader *r, hra_error *why) {
    if (r->at == r->bytes.length) {
        hra_err err = read_block(r, why);
        if (err || r->over)
            return err;
    }
    return read_entry(r) ? HRA_OK : damaged(why);
}

hra_err hra_run_open(hra_run_reader *r, const hra_collection *c, int64_t run, uint64_t key, hra_error *why) {
    *r = (hra_run_reader){.c = c, .run = run};
    hra_text_init(&r->bytes);
    int64_t block = 0;
    hra_err err = key ? c->storage.find_block(c->storage.self, run, key, &block, why) : HRA_OK;
    r->block = block > 0 ? block - 1 : 0;
    if (!err)
        err = hra_run_next(r, why);
    while (!err && !r->over && r->now.key < key)
        err = hra_run_next(r, why);
    return err;
}

void hra_run_close(hra_run_reader *r) {
    hra_text_release(&r->bytes);
}

/* ---- merging --------------------------------------------------------------------------------*/

static hra_err copy_smallest(writer *w, hra_run_reader *readers, int count, bool *more, hra_error *why) {
    hra_run_reader *least = NULL;
    for (int i = 0; i < count; i++)
        if (!readers[i].over && (!least || hra_entry_compare(&readers[i].now, &least->now) < 0))
            least = &readers[i];
    *more = least != NULL;
    if (!least)
        return HRA_OK;
    hra_err err = write_entry(w, &least->now, why);
    return err ? err : hra_run_next(least, why);
}

static hra_err drop_merged(hra_collection *c, const int64_t *runs, int count, hra_error *why) {
    hra_err err = HRA_OK;
    for (int i = 0; i < count && !err; i++) {
        err = c->storage.drop_run(c->storage.self, runs[i], why);
        for (int k = 0; k < c->run_count && !err; k++)
            if (c->runs[k].number == runs[i])
                c->runs[k] = c->runs[--c->run_count];
    }
    return err;
}

/* Makes one run of the next level out of these. */
static hra_err merge(hra_collection *c, const int64_t *runs, int count, int level, hra_error *why) {
    hra_run_reader readers[HRA_RUN_MERGE];
    writer w = {.c = c, .run = free_run(c)};
    bool more = true;
    hra_err err = HRA_OK;
    hra_text_init(&w.bytes);
    int open = 0;
    for (; open < count && !err; open++)
        err = hra_run_open(&readers[open], c, runs[open], 0, why);
    while (!err && more)
        err = copy_smallest(&w, readers, count, &more, why);
    if (!err)
        err = end_run(&w, level + 1, why);
    for (int i = 0; i < open; i++)
        hra_run_close(&readers[i]);
    hra_text_release(&w.bytes);
    return err ? err : drop_merged(c, runs, count, why);
}

static hra_err merge_level(hra_collection *c, int level, hra_error *why) {
    int64_t runs[HRA_RUN_MERGE];
    int count = 0;
    for (int i = 0; i < c->run_count && count < HRA_RUN_MERGE; i++)
        if (c->runs[i].level == level)
            runs[count++] = c->runs[i].number;
    return count == HRA_RUN_MERGE ? merge(c, runs, count, level, why) : HRA_OK;
}

/* ---- the entries that wait ------------------------------------------------------------------*/

enum { PARTS = 16, PART = 32768 /* entries */ };

typedef struct part {
    const hra_entry *at, *end;
} part;

/* Sorts the entries by parts, which are merged as they are written: qsort may take as much memory as what it sorts. */
static int sort_parts(const hra_collection *c, part out[PARTS]) {
    const size_t least = c->count / PARTS + 1, size = least > PART ? least : PART;
    int count = 0;
    for (size_t from = 0; from < c->count; from += size) {
        const size_t length = c->count - from < size ? c->count - from : size;
        qsort(c->entries + from, length, sizeof *c->entries, hra_entry_compare);
        out[count++] = (part){c->entries + from, c->entries + from + length};
    }
    return count;
}

static hra_err write_parts(writer *w, part *parts, int count, hra_error *why) {
    hra_err err = HRA_OK;
    for (part *least = parts; least && !err;) {
        least = NULL;
        for (int i = 0; i < count; i++)
            if (parts[i].at < parts[i].end && (!least || hra_entry_compare(parts[i].at, least->at) < 0))
                least = &parts[i];
        if (least)
            err = write_entry(w, least->at++, why);
    }
    return err;
}

hra_err hra_runs_write(hra_collection *c, hra_error *why) {
    if (!c->count)
        return HRA_OK;
    if (c->run_count >= HRA_RUNS - 1)
        return damaged(why);
    writer w = {.c = c, .run = free_run(c)};
    part parts[PARTS];
    hra_text_init(&w.bytes);
    hra_err err = write_parts(&w, parts, sort_parts(c, parts), why);
    if (!err)
        err = end_run(&w, 0, why);
    hra_text_release(&w.bytes);
    for (int level = 0; level < HRA_RUN_LEVELS && !err; level++)
        err = merge_level(c, level, why);
    if (!err)
        c->count = 0;
    return err;
}
