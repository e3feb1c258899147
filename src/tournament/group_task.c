/* Plays a block of groups as matches. */
#include <math.h>
#include <stdlib.h>

#include "tournament/group_task.h"

typedef struct collector {
    hra_group_task *block;
    uint64_t step;   /* from one game of the match to the next one among those of the block */
    uint64_t turn;   /* where the first one lies */
    uint64_t played; /* games of the match so far */
} collector;

static hra_err collect(void *self, const hra_match_game *game) {
    collector *c = self;
    c->block->game[c->turn + c->step * c->played++] = *game;
    return HRA_OK;
}

static hra_err add_record(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

/* Plays the match that is the block, or where there is one seat the part of it that one player plays;
 * *groups: of how many all its games were played. */
static hra_err play_match(const hra_tournament_setup *setup, hra_match_setup *how, collector *c,
                          uint64_t *groups, hra_error *why) {
    hra_match_result result = {.size = sizeof result};
    how->size = sizeof *how;
    how->game = setup->game;
    how->count = setup->game->seats;
    how->seed = setup->seed;
    how->threads = 1;
    how->limits = setup->limits;
    how->openings = setup->openings;
    how->adjudicator = setup->adjudicator;
    how->whole = UINT64_MAX;
    how->ended = collect;
    how->ended_self = c;
    if (setup->sink) {
        how->sink = add_record;
        how->sink_self = &c->block->records;
    }
    hra_err err = hra_match_run(how, &result, why);
    hra_match_release(&result);
    *groups = c->played / (uint64_t)setup->game->seats;
    return err;
}

static hra_err play_alone(hra_group_task *b, const hra_tournament_setup *setup, const int *players,
                          const hra_progress *progress, hra_error *why) {
    uint64_t whole = b->to - b->from, groups;
    hra_err err = HRA_OK;
    for (int i = 0; i < b->count && !err; i++) {
        collector c = {.block = b, .step = (uint64_t)b->count, .turn = (uint64_t)i};
        hra_match_setup how = {.players = &setup->players[players[i]], .progress = progress};
        how.first = b->from;
        how.games = b->to - b->from;
        err = play_match(setup, &how, &c, &groups, why);
        whole = groups < whole ? groups : whole;
    }
    b->to = b->from + whole;
    return err;
}

static hra_err play_together(hra_group_task *b, const hra_tournament_setup *setup, const int *players,
                             const hra_progress *progress, hra_error *why) {
    const hra_player *list[HRA_MAX_SEATS];
    uint64_t groups, count = (uint64_t)b->count;
    collector c = {.block = b, .step = 1};
    for (int i = 0; i < b->count; i++)
        list[i] = setup->players[players[i]];
    hra_match_setup how = {.players = list, .rotate = true, .progress = progress};
    how.first = b->from * count;
    how.games = (b->to - b->from) * count;
    hra_err err = play_match(setup, &how, &c, &groups, why);
    b->to = b->from + groups;
    return err;
}

uint64_t hra_group_task_period(const hra_tournament_setup *setup) {
    return setup->openings ? hra_openings_count(setup->openings) : 1;
}

hra_group_task *hra_group_task_new(const hra_tournament_setup *setup, uint64_t from, uint64_t to) {
    int count = setup->game->seats > 1 ? setup->game->seats : 2;
    hra_group_task *b = malloc(sizeof *b + (size_t)(to - from) * (size_t)count * sizeof *b->game);
    if (!b)
        return NULL;
    *b = (hra_group_task){.from = from, .to = to, .count = count, .period = hra_group_task_period(setup)};
    hra_text_init(&b->records);
    return b;
}

hra_err hra_group_task_play(hra_group_task **out, const hra_tournament_setup *setup, const int *players,
                            uint64_t from, uint64_t to, const hra_progress *progress, hra_error *why) {
    hra_group_task *b = hra_group_task_new(setup, from, to);
    if (!b)
        return hra_no_memory(why);
    hra_progress quiet = progress ? *progress : (hra_progress){0};
    quiet.report = NULL; /* games of a block are no progress that anybody waits for */
    hra_err err = setup->game->seats > 1 ? play_together(b, setup, players, &quiet, why)
                                         : play_alone(b, setup, players, &quiet, why);
    if (err)
        hra_group_task_release(b);
    else
        *out = b;
    return err;
}

void hra_group_task_release(hra_group_task *block) {
    if (!block)
        return;
    hra_text_release(&block->records);
    free(block->kind);
    free(block);
}

const hra_match_game *hra_group_task_group(const hra_group_task *block, uint64_t group) {
    uint64_t at = group - block->from;
    return &block->game[(block->kind ? block->kind[at] : at) * (uint64_t)block->count];
}

uint64_t hra_group_task_moves(const hra_group_task *block, uint64_t group) {
    const hra_match_game *games = hra_group_task_group(block, group);
    uint64_t hash = block->kind ? block->moves[hra_group_task_witness(block->period, group)] : 0;
    for (int i = 0; i < block->count && !block->kind; i++)
        hash = hra_group_task_add_moves(hash, games[i].moves);
    return hash;
}

/* Players of a pairing turn through the seats. */
static hra_placing placing_of_game(const hra_match_game *g) {
    hra_placing p;
    for (int seat = 0; seat < g->count; seat++) {
        int i = g->player[seat];
        p.value[i] = g->value[seat];
        p.share[i] = g->winners >> seat & 1 ? g->share : 0;
        p.points[i] = p.share[i] ? 1.0 / p.share[i] : 0;
    }
    return p;
}

/* Each has played the number alone: the most is best. */
static hra_placing placing_of_number(const hra_match_game *g, int count) {
    hra_placing p;
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < count; i++)
        most = fmax(most, p.value[i] = g[i].value[0]);
    for (int i = 0; i < count; i++)
        best += p.value[i] == most;
    for (int i = 0; i < count; i++) {
        p.share[i] = p.value[i] == most ? best : 0;
        p.points[i] = p.share[i] ? 1.0 / p.share[i] : 0;
    }
    return p;
}

int hra_group_task_placings(const hra_match_game *games, int count, hra_placing *out) {
    if (games->count == 1) {
        *out = placing_of_number(games, count);
        return 1;
    }
    for (int i = 0; i < count; i++)
        out[i] = placing_of_game(&games[i]);
    return count;
}
