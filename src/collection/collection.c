/* A collection: games go in, entries wait, and a commit writes them. */
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"

/* Entries that wait for a commit: a game more, and they still have room in the next power of two. */
enum { DUE = 500000, DUE_IN_MEMORY = 32000 };

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err take_run(void *to, const hra_collection_run *run) {
    hra_collection *c = to;
    if (c->run_count == HRA_RUNS || run->number < 1 || run->number > INT32_MAX || run->level < 0 ||
        run->level > HRA_RUN_LEVELS)
        return HRA_EDAMAGED;
    c->runs[c->run_count++] = *run;
    return HRA_OK;
}

static hra_err take_spec(void *to, const hra_collection_spec *spec) {
    hra_collection *c = to;
    if (strlen(spec->text) > HRA_SPEC_LIMIT || spec->number != c->spec_count + 1)
        return HRA_EDAMAGED;
    return hra_collection_take_spec(c, spec, NULL);
}

static hra_err load(hra_collection *c, hra_error *why) {
    hra_error said = {0};
    hra_err err = c->storage.load(c->storage.self, &c->games, take_run, take_spec, c, &said);
    if (!err && (c->games < 0 || c->games > UINT32_MAX))
        err = HRA_EDAMAGED;
    if (!err)
        return HRA_OK;
    return said.code ? hra_fail_as(why, &said) : hra_fail(why, err, -1, "%s", hra_err_text(err));
}

static hra_err open_storage(hra_collection *c, const hra_collection_setup *setup, hra_error *why) {
    if (setup && setup->storage) {
        c->storage = *setup->storage;
        return HRA_OK;
    }
    c->in_memory = true;
    return hra_collection_memory(&c->storage, setup ? setup->most : 0, why);
}

static void close_setup(const hra_collection_setup *setup) {
    if (setup && setup->size && setup->storage && setup->storage->close)
        setup->storage->close(setup->storage->self);
}

hra_err hra_collection_open(hra_collection **out, const hra_collection_setup *setup, hra_error *why) {
    *out = NULL;
    if (setup && !setup->size)
        return hra_fail(why, HRA_EINPUT, -1, "the setup of a collection does not begin with its size");
    if (setup && setup->size > sizeof *setup) {
        close_setup(setup);
        return hra_fail(why, HRA_EVERSION, -1, "the setup of a collection is of a newer library");
    }
    hra_collection *c = calloc(1, sizeof *c);
    if (!c || hra_lock_init(&c->lock) != 0) {
        free(c);
        close_setup(setup);
        return hra_no_memory(why);
    }
    hra_err err = open_storage(c, setup, why);
    if (!err)
        err = load(c, why);
    if (err)
        hra_collection_close(c);
    else
        *out = c;
    return err;
}

void hra_collection_close(hra_collection *c) {
    if (!c)
        return;
    if (c->storage.close)
        c->storage.close(c->storage.self);
    for (int i = 0; i < c->spec_count; i++)
        free(c->specs[i].text);
    free(c->specs);
    free(c->entries);
    hra_lock_release(&c->lock);
    free(c);
}

int64_t hra_collection_games(const hra_collection *c) {
    return c->games;
}

uint64_t hra_collection_bytes(const hra_collection *c) {
    return c->in_memory ? hra_collection_memory_bytes(c->storage.self) + c->capacity * sizeof *c->entries : 0;
}

/* ---- a game ---------------------------------------------------------------------------------*/

static void add_moves(const hra_record *record, hra_text *out) {
    const hra_play_info *info = hra_record_info(record);
    for (int ply = 0; ply < info->plies; ply++) {
        hra_ply at = hra_record_at(record, ply);
        if (ply)
            hra_text_add_char(out, '\n');
        info->game->rules->text->show_move(info->game, at.state, at.move, out);
    }
}

/* The first state as text; empty if the game always begins so. */
static void add_start(const hra_record *record, hra_text *out) {
    const hra_play_info *info = hra_record_info(record);
    if (info->position)
        info->game->rules->text->write_position(info->game, hra_record_at(record, 0).state, out);
}

static uint64_t key_of_moves(const hra_game *game, const hra_text *start, const hra_text *moves) {
    const char *name = game->rules->name;
    const uint64_t words[3] = {hra_hash(name, strlen(name)), hra_hash(hra_text_string(start), start->length),
                               hra_hash(hra_text_string(moves), moves->length)};
    return hra_hash(words, sizeof words);
}

static void take_result(hra_collection_game *g, const hra_record *record) {
    const hra_play_info *info = hra_record_info(record);
    const hra_game *game = info->game;
    int share = 0;
    g->over = info->finished || info->outcome != HRA_OUTCOME_NONE;
    if (!g->over)
        return;
    memcpy(g->returns, info->returns, sizeof g->returns);
    g->winners = hra_game_winners(game, hra_record_at(record, info->plies).state, g->returns, &share);
}

/* Formats write ? for what they do not know. */
static const char *known_text(const char *text) {
    return text && *text && strspn(text, "?.-") < strlen(text) ? text : "";
}

static void take_facts(hra_collection_game *g, const hra_record *record, const hra_collection_tags *tags) {
    const hra_play_info *info = hra_record_info(record);
    g->size = sizeof *g;
    g->spec = info->game->spec;
    g->seats = info->game->seats;
    g->plies = info->plies;
    g->date = known_text(info->date);
    g->event = known_text(tags ? tags->event : NULL);
    g->source = tags ? tags->source : 0;
    g->index = tags ? tags->index : 0;
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++) {
        const char *name = seat < g->seats ? info->names[seat] : "";
        const char *spec = seat < g->seats ? info->specs[seat] : "";
        g->players[seat] = name && *name ? name : spec ? spec : "";
    }
    take_result(g, record);
}

/* ---- its entries ----------------------------------------------------------------------------*/

static hra_err have_room(hra_collection *c, size_t more, hra_error *why) {
    size_t capacity = c->capacity ? c->capacity : 1024;
    if (c->count + more <= c->capacity)
        return HRA_OK;
    while (capacity < c->count + more)
        capacity *= 2;
    hra_entry *entries = realloc(c->entries, capacity * sizeof *entries);
    if (!entries)
        return hra_no_memory(why);
    c->entries = entries;
    c->capacity = capacity;
    return HRA_OK;
}

/* Of entries of one game: each move from a position once; all but the first time at a position are marked. */
static size_t sort_out(hra_entry *entries, size_t count) {
    size_t kept = 0;
    qsort(entries, count, sizeof *entries, hra_entry_compare);
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t first = UINT32_MAX;
        for (end = i; end < count && entries[end].key == entries[i].key; end++)
            first = entries[end].ply < first ? entries[end].ply : first;
        for (size_t k = i; k < end; k++) {
            const bool same = k > i && entries[k].next == entries[k - 1].next;
            hra_entry e = entries[k];
            e.ply |= e.ply == first ? 0 : HRA_ENTRY_AGAIN;
            if (!same)
                entries[kept++] = e;
        }
    }
    return kept;
}

static void write_entries(hra_collection *c, const hra_record *record, const hra_collection_game *g,
                          hra_key_room *room) {
    const uint64_t salt = c->specs[g->spec_number - 1].salt;
    const hra_play_info *info = hra_record_info(record);
    hra_entry *own = c->entries + c->count;
    for (int ply = 0; ply <= info->plies; ply++) {
        bool exchanged;
        const void *state = hra_record_at(record, ply).state;
        uint64_t key = hra_position_key(info->game, salt, state, room, &exchanged);
        own[ply] = (hra_entry){.key = key,
                               .game = (uint32_t)g->number,
                               .ply = (uint32_t)ply << 2 | (exchanged ? HRA_ENTRY_EXCHANGED : 0),
                               .outcome = hra_outcome_write(info->game, g, exchanged)};
        if (ply)
            own[ply - 1].next = hra_next_key(key);
    }
    c->count += sort_out(own, (size_t)info->plies + 1);
}

static hra_err add_entries(hra_collection *c, const hra_record *record, hra_collection_game *g, bool *known,
                           hra_error *why) {
    const hra_game *game = hra_record_info(record)->game;
    hra_key_room room;
    hra_err err = hra_collection_find_spec(c, game, &g->spec_number, why);
    if (!err)
        err = have_room(c, (size_t)g->plies + 1, why);
    if (!err)
        err = hra_key_room_open(&room, game) ? hra_no_memory(why) : HRA_OK;
    if (err)
        return err;
    err = c->storage.add_game(c->storage.self, g, known, why);
    if (!err) {
        c->games++;
        write_entries(c, record, g, &room);
    }
    hra_key_room_close(&room);
    return err;
}

static hra_err add_record(hra_collection *c, const hra_record *record, const hra_collection_tags *tags,
                          bool *known, hra_error *why) {
    hra_collection_game g = {.number = c->games + 1};
    hra_text moves, start, opening;
    bool there = false;
    hra_err err = HRA_ENOMEM;
    if (g.number > UINT32_MAX || hra_record_info(record)->plies > INT32_MAX / 8)
        return hra_fail(why, HRA_ELIMIT, -1, "the collection is full");
    hra_text_init(&moves);
    hra_text_init(&start);
    hra_text_init(&opening);
    take_facts(&g, record, tags);
    add_moves(record, &moves);
    add_start(record, &start);
    (void)hra_record_opening(record, g.plies, &opening);
    g.moves = hra_text_string(&moves);
    g.start = hra_text_string(&start);
    g.opening = hra_text_string(&opening);
    g.moves_key = key_of_moves(hra_record_info(record)->game, &start, &moves);
    err =
        moves.err || start.err || opening.err ? hra_no_memory(why) : add_entries(c, record, &g, &there, why);
    hra_text_release(&moves);
    hra_text_release(&start);
    hra_text_release(&opening);
    if (known)
        *known = there;
    return err;
}

hra_err hra_collection_add(hra_collection *c, const hra_record *record, const hra_collection_tags *tags,
                           bool *known, hra_error *why) {
    hra_lock_take(&c->lock);
    hra_err err = add_record(c, record, tags, known, why);
    hra_lock_give(&c->lock);
    return err;
}

uint64_t hra_collection_moves_key(const hra_record *record) {
    hra_text moves, start;
    hra_text_init(&moves);
    hra_text_init(&start);
    add_moves(record, &moves);
    add_start(record, &start);
    uint64_t key = key_of_moves(hra_record_info(record)->game, &start, &moves);
    hra_text_release(&moves);
    hra_text_release(&start);
    return key;
}

bool hra_collection_is_due(const hra_collection *c) {
    return c->count >= (c->in_memory ? DUE_IN_MEMORY : DUE);
}

hra_err hra_collection_commit(hra_collection *c, hra_error *why) {
    hra_lock_take(&c->lock);
    hra_err err = hra_runs_write(c, why);
    if (!err)
        err = c->storage.commit(c->storage.self, why);
    hra_lock_give(&c->lock);
    return err;
}

hra_err hra_collection_game_at(hra_collection *c, int64_t number,
                               hra_err (*each)(void *to, const hra_collection_game *game), void *to,
                               hra_error *why) {
    hra_lock_take(&c->lock);
    hra_err err = c->storage.game(c->storage.self, number, each, to, why);
    hra_lock_give(&c->lock);
    return err;
}
