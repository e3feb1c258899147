/* What a review is of: a copy of a record or of a play, and an analyst. */
#include <stdlib.h>
#include <string.h>

#include "review/review_object.h"
#include "rules/game_properties.h"
#include "rules/rename.h"

/* What is reviewed: one of the two. */
typedef struct source {
    const hra_record *record;
    const hra_play *play;
    const hra_play_info *info; /* of it */
} source;

static hra_ply ply_of(const source *s, int ply) {
    return s->record ? hra_record_at(s->record, ply) : hra_play_at(s->play, ply);
}

/* Whether a word ended it, and not a move: then the last move is not to blame for the result. */
static bool ended_by_word(const source *s) {
    hra_outcome outcome = s->info->outcome;
    return outcome == HRA_OUTCOME_RESIGNED || outcome == HRA_OUTCOME_AGREED ||
           outcome == HRA_OUTCOME_ADJUDICATED;
}

static void copy_ply(hra_review *r, const source *s, int ply) {
    hra_ply one = ply_of(s, ply);
    if (ply == r->plies && ended_by_word(s))
        one.mover = r->game->rules->to_move(r->game, one.state);
    memcpy(r->states + (size_t)ply * r->stride, one.state, r->game->state_size);
    r->movers[ply] = (signed char)one.mover;
    if (ply < r->plies)
        r->moves[ply] = one.move;
    if (ply < r->plies && hra_is_concession(r->game, one.state, one.move))
        r->movers[ply] = HRA_CHANCE; /* no decision among legal moves */
}

static hra_err copy_players(hra_review *r, const source *s) {
    for (int seat = 0; seat < r->game->seats; seat++) {
        const char *player = s->info->specs[seat];
        size_t size = strlen(player) + 1;
        r->players[seat] = malloc(size);
        if (!r->players[seat])
            return HRA_ENOMEM;
        memcpy(r->players[seat], player, size);
    }
    return HRA_OK;
}

static hra_err copy(hra_review *r, const source *s) {
    size_t plies = (size_t)s->info->plies;
    r->seed = s->info->seed;
    r->number = s->info->number;
    r->plies = (int)plies;
    r->stride = (r->game->state_size + 15) & ~(size_t)15;
    r->states = malloc((plies + 1) * r->stride);
    r->moves = malloc((plies + 1) * sizeof *r->moves);
    r->movers = malloc(plies + 1);
    r->judged = malloc((plies + 1) * sizeof *r->judged);
    if (!r->states || !r->moves || !r->movers || !r->judged)
        return HRA_ENOMEM;
    for (int ply = 0; ply <= r->plies; ply++)
        copy_ply(r, s, ply);
    r->conceded = ended_by_word(s) && r->movers[r->plies] != HRA_OVER;
    if (r->movers[r->plies] == HRA_OVER || r->conceded)
        memcpy(r->returns, s->info->returns, sizeof r->returns);
    return copy_players(r, s);
}

/* Some variants of a game lack what tells the margins. */
static hra_err open_margins(hra_review *r, const hra_player *analyst) {
    const char *by = r->game->rules->conduct->thresholds_by;
    hra_err err = HRA_OK;
    hra_text spec;
    hra_text_init(&spec);
    if (by) {
        hra_judging_evaluation(r->game, analyst, by, &spec);
        err = spec.err ? spec.err : hra_eval_open(&r->margins, r->game, hra_text_string(&spec), NULL);
    }
    hra_text_release(&spec);
    if (err)
        r->margins = (hra_eval){0};
    return err == HRA_ENOMEM ? err : hra_evaluator_open(&r->margin_eval, &r->margins);
}

static void describe(hra_review *r, const hra_player *analyst) {
    r->info = (hra_review_info){.size = sizeof r->info,
                                .game = r->game,
                                .analyst = analyst,
                                .plies = r->plies,
                                .over = r->movers[r->plies] == HRA_OVER || r->conceded};
    for (int seat = 0; seat < r->game->seats; seat++)
        r->info.players[seat] = r->players[seat];
    hra_review_refresh(r);
}

static hra_err open_source(hra_review **out, hra_agent *analyst, const source *s, hra_error *why) {
    const hra_game *played = s->info->game;
    const hra_player *player = hra_agent_player(analyst);
    const hra_game *game = hra_player_info_of(player)->game;
    if (!hra_same_game(game, played->spec))
        return hra_fail(why, HRA_EINPUT, -1, "the analyst is of the game %s, but %s was played", game->spec,
                        played->spec);
    hra_review *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    r->game = game;
    r->estimates = !hra_player_info_of(player)->exact;
    r->chances = hra_review_is_by_chances(game);
    r->owner = -1;
    hra_err err = hra_judging_init(&r->judging, analyst);
    if (!err)
        err = copy(r, s);
    if (!err)
        err = hra_review_own_open(r);
    if (!err)
        err = open_margins(r, player);
    if (err) {
        hra_review_close(r);
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    describe(r, player);
    *out = r;
    return HRA_OK;
}

hra_err hra_review_open(hra_review **out, hra_agent *analyst, const hra_record *record, hra_error *why) {
    const source s = {.record = record, .info = hra_record_info(record)};
    return open_source(out, analyst, &s, why);
}

hra_err hra_review_open_play(hra_review **out, hra_agent *analyst, const hra_play *play, hra_error *why) {
    const source s = {.play = play, .info = hra_play_snapshot(play)};
    return open_source(out, analyst, &s, why);
}

void hra_review_close(hra_review *r) {
    if (!r)
        return;
    for (int ply = 0; ply < r->done; ply++)
        free((void *)(uintptr_t)r->judged[ply].line); /* each is a copy that was made here */
    hra_review_own_close(r);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        free(r->players[seat]);
    free(r->states);
    free(r->moves);
    free(r->movers);
    free(r->judged);
    hra_judging_release(&r->judging);
    hra_evaluator_close(&r->margin_eval);
    hra_eval_close(&r->margins);
    free(r);
}

void hra_review_limit(hra_review *r, hra_limits limits) {
    r->limits = limits;
}
