/* Which positions are the same one, and how a game ended as one number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"
#include "rules/defaults.h"

/* ---- keys -----------------------------------------------------------------------------------*/

hra_err hra_key_room_open(hra_key_room *room, const hra_game *game) {
    room->canonical = calloc(1, game->state_size);
    room->exchanged = calloc(1, game->state_size);
    if (room->canonical && room->exchanged)
        return HRA_OK;
    hra_key_room_close(room);
    return HRA_ENOMEM;
}

void hra_key_room_close(hra_key_room *room) {
    free(room->canonical);
    free(room->exchanged);
    *room = (hra_key_room){0};
}

/* Neither 0 nor a key of another spec. */
static uint64_t salted(uint64_t key, uint64_t salt) {
    const uint64_t words[2] = {salt, key};
    return hra_hash(words, sizeof words);
}

static uint64_t key_of(const hra_game *game, uint64_t salt, const void *s, hra_key_room *room) {
    hra_game_canonical(game, s, room->canonical);
    return salted(hra_game_key(game, room->canonical), salt);
}

uint64_t hra_position_key(const hra_game *game, uint64_t salt, const void *s, hra_key_room *room,
                          bool *exchanged) {
    uint64_t key = key_of(game, salt, s, room), other;
    *exchanged = false;
    if (!game->rules->hints->exchange)
        return key;
    game->rules->hints->exchange(game, s, room->exchanged);
    other = key_of(game, salt, room->exchanged, room);
    *exchanged = other < key;
    return *exchanged ? other : key;
}

uint64_t hra_next_key(uint64_t key) {
    key &= (UINT64_C(1) << HRA_ENTRY_NEXT) - 1;
    return key ? key : 1;
}

/* ---- specs ----------------------------------------------------------------------------------*/

enum { PROBE = 12 /* plies */ };

/* Keys of positions on the way of the first moves. */
static hra_err probe(const hra_game *game, uint64_t salt, uint64_t *out) {
    hra_key_room room;
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    unsigned char *s = calloc(1, game->state_size);
    uint64_t words[2] = {0, 0};
    bool turned;
    hra_err err = moves && s ? hra_key_room_open(&room, game) : HRA_ENOMEM;
    if (!err) {
        hra_first_state(game, s);
        for (int ply = 0; ply < PROBE && !err; ply++) {
            words[1] = hra_position_key(game, salt, s, &room, &turned);
            words[0] = hra_hash(words, sizeof words);
            int n = game->rules->to_move(game, s) == HRA_OVER ? 0 : hra_game_moves(game, s, moves);
            if (n <= 0)
                break;
            game->rules->apply(game, s, moves[n / 2]);
        }
        hra_key_room_close(&room);
    }
    free(moves);
    free(s);
    *out = words[0];
    return err;
}

static int find_spec(const hra_collection *c, const char *text) {
    if (c->spec_last < c->spec_count && strcmp(c->specs[c->spec_last].text, text) == 0)
        return c->spec_last;
    for (int i = 0; i < c->spec_count; i++)
        if (strcmp(c->specs[i].text, text) == 0)
            return i;
    return -1;
}

/* One that is written otherwise and means the same has the same salt. */
static uint64_t salt_of(const hra_collection *c, const hra_game *game) {
    for (int i = 0; i < c->spec_count; i++)
        if (hra_spec_equal(c->specs[i].text, game->spec, HRA_NAME_GAME, NULL, NULL))
            return c->specs[i].salt;
    return hra_hash(game->spec, strlen(game->spec));
}

static hra_err room_for_spec(hra_collection *c, hra_error *why) {
    if (c->spec_count == HRA_SPECS)
        return hra_fail(why, HRA_ELIMIT, -1, "a collection takes games of at most %d specs", HRA_SPECS);
    if (c->spec_count < c->spec_capacity)
        return HRA_OK;
    int capacity = c->spec_capacity ? 2 * c->spec_capacity : 16;
    hra_spec_known *specs = realloc(c->specs, (size_t)capacity * sizeof *specs);
    if (!specs)
        return hra_no_memory(why);
    c->specs = specs;
    c->spec_capacity = capacity;
    return HRA_OK;
}

hra_err hra_collection_take_spec(hra_collection *c, const hra_collection_spec *spec, hra_error *why) {
    hra_err err = room_for_spec(c, why);
    if (err)
        return err;
    char *copy = strdup(spec->text);
    if (!copy)
        return hra_no_memory(why);
    c->specs[c->spec_count++] = (hra_spec_known){.text = copy, .salt = spec->salt, .probe = spec->probe};
    return HRA_OK;
}

static hra_err add_spec(hra_collection *c, const hra_game *game, hra_error *why) {
    hra_collection_spec spec = {
        .number = c->spec_count + 1, .text = game->spec, .salt = salt_of(c, game), .probe = 0};
    hra_err err = probe(game, spec.salt, &spec.probe) ? hra_no_memory(why) : HRA_OK;
    if (!err)
        err = hra_collection_take_spec(c, &spec, why);
    return err ? err : c->storage.add_spec(c->storage.self, &spec, why);
}

hra_err hra_collection_check_spec(hra_collection *c, const hra_game *game, int number, hra_error *why) {
    hra_spec_known *spec = &c->specs[number - 1];
    uint64_t now;
    if (spec->checked)
        return HRA_OK;
    if (probe(game, spec->salt, &now))
        return hra_no_memory(why);
    if (now != spec->probe)
        return hra_fail(why, HRA_EVERSION, -1,
                        "the collection was made by another version of hra; index the files again");
    spec->checked = true;
    return HRA_OK;
}

hra_err hra_collection_find_spec(hra_collection *c, const hra_game *game, int *number, hra_error *why) {
    int known = find_spec(c, game->spec);
    if (known < 0) {
        hra_err err = add_spec(c, game, why);
        if (err)
            return err;
        known = c->spec_count - 1;
    }
    c->spec_last = known;
    *number = known + 1;
    return hra_collection_check_spec(c, game, *number, why);
}

/* ---- outcomes -------------------------------------------------------------------------------*/

bool hra_outcome_has_points(const hra_game *game) {
    return game->integer_returns && (game->seats == 1 || (game->seats == 2 && game->zero_sum));
}

uint32_t hra_outcome_write(const hra_game *game, const hra_collection_game *g, bool exchanged) {
    unsigned winners = g->winners;
    if (!g->over)
        return 0;
    if (hra_outcome_has_points(game)) {
        int64_t first = (int64_t)lround(exchanged ? g->returns[1] : g->returns[0]);
        int64_t doubled = first < 0 ? -2 * first - 1 : 2 * first;
        return doubled < INT32_MAX ? (uint32_t)doubled + 1 : 0;
    }
    if (exchanged)
        winners = (winners & ~3U) | (winners & 1) << 1 | (winners >> 1 & 1);
    return 1 + winners;
}

static void count_winners(const hra_game *game, unsigned winners, bool exchanged,
                          hra_collection_count *count) {
    const unsigned all = (1U << game->seats) - 1;
    winners &= all;
    if (winners == all && game->seats > 1) {
        count->draws++;
        return;
    }
    for (int seat = 0; seat < game->seats; seat++)
        count->wins[exchanged && seat < 2 ? !seat : seat] += winners >> seat & 1;
}

void hra_outcome_count(const hra_game *game, uint32_t outcome, bool exchanged, hra_collection_count *count) {
    count->games++;
    if (!outcome) {
        count->unknown++;
    } else if (hra_outcome_has_points(game)) {
        uint32_t doubled = outcome - 1;
        double first = doubled & 1 ? -(double)(doubled / 2 + 1) : (double)(doubled / 2);
        first = exchanged ? -first : first;
        count->points[0] += first;
        count->points[1] -= first;
        if (game->seats == 2)
            count_winners(game, first > 0 ? 1 : first < 0 ? 2 : 3, false, count);
    } else {
        count_winners(game, outcome - 1, exchanged, count);
    }
}
