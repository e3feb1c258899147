/* Plays a block of groups as matches. */
#include <math.h>
#include <stdlib.h>

#include "core/messages.h"
#include "match/match_run.h"
#include "tournament/group_task.h"

/* What a player is called in all games of the tournament; NULL: by its spec. */
static const char *name_of(const hra_tournament_setup *setup, int player, hra_called *room) {
    if (!hra_player_info_of(setup->players[player])->name)
        return NULL;
    *room = hra_player_called(setup->players, setup->count, player);
    return room->text;
}

/* Players that play games from..to-1 of a match. */
typedef struct meeting {
    const hra_player *players[HRA_MAX_SEATS];
    hra_called called[HRA_MAX_SEATS];
    const char *names[HRA_MAX_SEATS];
    bool rotate;
    uint64_t from, to;
    hra_match_game *games;
    hra_match_facts *facts; /* NULL: not wanted */
} meeting;

static void invite(meeting *m, const hra_tournament_setup *setup, const int *players, int count) {
    for (int i = 0; i < count; i++) {
        m->players[i] = setup->players[players[i]];
        m->names[i] = name_of(setup, players[i], &m->called[i]);
    }
}

/* Plays the games, *played of them. */
static hra_err play_match(hra_group_task *b, const hra_tournament_setup *setup, const meeting *m,
                          hra_idle_programs *idle, const hra_progress *progress, uint64_t *played,
                          hra_error *why) {
    const hra_match_setup how = {.game = setup->game,
                                 .players = m->players,
                                 .count = setup->game->seats,
                                 .games = UINT64_MAX,
                                 .seed = setup->seed,
                                 .rotate = m->rotate,
                                 .records = setup->records,
                                 .limits = setup->limits,
                                 .openings = setup->openings,
                                 .names = m->names,
                                 .adjudicator = setup->adjudicator};
    const hra_match_notes notes = {.games = m->games, .facts = m->facts, .records = &b->records};
    hra_match_result result = {.size = sizeof result};
    hra_match_table *table;
    hra_err err = hra_match_table_open(&table, &how, why);
    if (err)
        return err;
    hra_idle_programs_lend(idle, hra_match_table_play(table), m->players, how.count);
    err = hra_match_play(table, m->from, m->to, progress, &notes, &result, played, why);
    hra_idle_programs_take_back(idle, hra_match_table_play(table), m->players, how.count);
    hra_match_table_close(table);
    hra_match_release(&result);
    return err;
}

/* One player after the other plays all numbers; those that each has played count. */
static hra_err play_alone(hra_group_task *b, const hra_tournament_setup *setup, hra_idle_programs *idle,
                          const int *players, const hra_progress *progress, hra_error *why) {
    uint64_t whole = b->to - b->from, count = (uint64_t)b->count, played;
    meeting m = {.from = b->from, .to = b->to, .games = malloc((size_t)whole * sizeof *m.games)};
    if (b->facts)
        m.facts = malloc((size_t)whole * sizeof *m.facts);
    hra_err err = m.games && (m.facts || !b->facts) ? HRA_OK : hra_no_memory(why);
    for (uint64_t i = 0; i < count && !err; i++) {
        invite(&m, setup, &players[i], 1);
        err = play_match(b, setup, &m, idle, progress, &played, why);
        for (uint64_t group = 0; !err && group < played; group++) {
            b->game[group * count + i] = m.games[group];
            if (b->facts)
                b->facts[group * count + i] = m.facts[group];
        }
        whole = !err && played < whole ? played : whole;
    }
    free(m.facts);
    free(m.games);
    b->to = b->from + whole;
    return err;
}

static hra_err play_together(hra_group_task *b, const hra_tournament_setup *setup, hra_idle_programs *idle,
                             const int *players, const hra_progress *progress, hra_error *why) {
    uint64_t count = (uint64_t)b->count, played;
    meeting m = {
        .rotate = true, .from = b->from * count, .to = b->to * count, .games = b->game, .facts = b->facts};
    invite(&m, setup, players, b->count);
    hra_err err = play_match(b, setup, &m, idle, progress, &played, why);
    b->to = b->from + (err ? 0 : played / count);
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
    *b = (hra_group_task){.from = from,
                          .to = to,
                          .played = setup->game,
                          .count = count,
                          .period = hra_group_task_period(setup)};
    hra_text_init(&b->records);
    return b;
}

hra_err hra_group_task_play(hra_group_task **out, const hra_tournament_setup *setup, hra_idle_programs *idle,
                            const int *players, uint64_t from, uint64_t to, const hra_progress *progress,
                            hra_error *why) {
    hra_group_task *b = hra_group_task_new(setup, from, to);
    if (b && setup->facts)
        b->facts = malloc((size_t)(to - from) * (size_t)b->count * sizeof *b->facts);
    if (!b || (setup->facts && !b->facts)) {
        hra_group_task_release(b);
        return hra_no_memory(why);
    }
    hra_progress quiet = progress ? *progress : (hra_progress){0};
    quiet.report = NULL; /* games of a block are no progress that anybody waits for */
    hra_err err = setup->game->seats > 1 ? play_together(b, setup, idle, players, &quiet, why)
                                         : play_alone(b, setup, idle, players, &quiet, why);
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
    free(block->facts);
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
