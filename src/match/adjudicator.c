/* Ends games of a match that are decided: by exact values, by what the players say, by their length. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "match/adjudicator.h"
#include "play/play_metadata.h"
#include "players/agent.h"
#include "rules/game_properties.h"

/* ---- what can be asked for ------------------------------------------------------------------*/

static const hra_option draw[] = {
    {.name = "movenumber",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .max = 1000000,
     .help = "moves that each player makes before this"},
    {.name = "movecount",
     .type = HRA_OPTION_INT,
     .fallback = "8",
     .min = 1,
     .max = 1000000,
     .help = "scores of each player in a row"},
    {.name = "score",
     .type = HRA_OPTION_REAL,
     .fallback = "0.05",
     .max = 1e9,
     .help = "largest distance of these scores from 0"},
    {0},
};

static const hra_option resign[] = {
    {.name = "movecount",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 1,
     .max = 1000000,
     .help = "scores of the loser in a row"},
    {.name = "score",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 1e-9,
     .max = 1e9,
     .help = "smallest distance of these scores below 0"},
    {.name = "twosided",
     .type = HRA_OPTION_FLAG,
     .fallback = "no",
     .help = "only if the scores of the winner agree"},
    {0},
};

const hra_option *hra_adjudicator_keys(const char *rule) {
    return strcmp(rule, "draw") == 0 ? draw : strcmp(rule, "resign") == 0 ? resign : NULL;
}

hra_err hra_adjudicator_read(hra_adjudicator *how, const char *rule, const char *text, hra_error *why) {
    bool draws = strcmp(rule, "draw") == 0;
    hra_options options;
    hra_err err = hra_options_read(&options, draws ? draw : resign, NULL, draws ? "--draw" : "--resign", text,
                                   strlen(text), 0, why);
    if (err)
        return err;
    if (draws) {
        how->draw_after = (int)hra_options_int(&options, "movenumber");
        how->draw_moves = (int)hra_options_int(&options, "movecount");
        how->draw_score = hra_options_real(&options, "score");
    } else {
        how->resign_moves = (int)hra_options_int(&options, "movecount");
        how->resign_score = hra_options_real(&options, "score");
        how->resign_twosided = hra_options_flag(&options, "twosided");
    }
    return HRA_OK;
}

static hra_err check_numbers(const hra_adjudicator *how, hra_error *why) {
    if (how->draw_moves < 0 || how->draw_after < 0 || how->resign_moves < 0 || how->max_plies < 0)
        return hra_fail(why, HRA_EINPUT, -1, "movenumber, movecount and max-plies must not be negative");
    if (how->draw_moves && !(how->draw_score >= 0 && isfinite(how->draw_score)))
        return hra_fail(why, HRA_EINPUT, -1, "the score of a draw must be at least 0, not %g",
                        how->draw_score);
    if (how->resign_moves && !(how->resign_score > 0 && isfinite(how->resign_score)))
        return hra_fail(why, HRA_EINPUT, -1, "the score of a resignation must be above 0, not %g",
                        how->resign_score);
    return HRA_OK;
}

hra_err hra_adjudicator_check(const hra_adjudicator *how, const hra_game *game, hra_error *why) {
    const char *title = _(game->rules->text->title);
    hra_err err = check_numbers(how, why);
    if (err)
        return err;
    if (!hra_is_contest(game))
        return hra_fail(why, HRA_EFIT, -1, "adjudication needs a two-player zero-sum game, and %s is not one",
                        title);
    if (how->resign_moves && game->max_return != 1)
        return hra_fail(why, HRA_EFIT, -1,
                        "resignations need a game in which a loss always costs 1; in %s it does not always",
                        title);
    if (how->tablebases && game->max_chances)
        return hra_fail(why, HRA_EFIT, -1, "%s has chance: the value of a position does not decide a game",
                        title);
    return HRA_OK;
}

/* ---- one game -------------------------------------------------------------------------------*/

/* Whether what is known of the present position ended the play. */
static hra_err by_tables(const hra_adjudicator *how, hra_play *play, bool *ended) {
    double value[HRA_MAX_SEATS];
    hra_err err = hra_solution_value(how->tablebases, hra_play_at(play, HRA_NOW).state, value);
    *ended = err == HRA_OK;
    if (err)
        return err == HRA_EINPUT ? HRA_OK : err; /* it is not held there */
    return hra_play_adjudicate(play, HRA_ADJUDICATION_TABLES, value[0]);
}

/* Counts what the seat that has just moved says; one that says nothing agrees to nothing. */
static void listen(const hra_adjudicator *how, const hra_play *play, int seat, hra_adjudication_counts *o) {
    hra_decision thought;
    hra_agent *agent = hra_play_agent(play, seat);
    bool told = agent && hra_agent_recall(agent, &thought) == 0 && isfinite(thought.value[seat]);
    double score = told ? thought.value[seat] : 0;
    o->moves[seat]++;
    o->drawn[seat] = told && fabs(score) <= how->draw_score ? o->drawn[seat] + 1 : 0;
    o->lost[seat] = told && score <= -how->resign_score ? o->lost[seat] + 1 : 0;
    o->won[seat] = told && score >= how->resign_score ? o->won[seat] + 1 : 0;
}

static hra_err by_scores(const hra_adjudicator *how, hra_play *play, int seat, hra_adjudication_counts *o) {
    int other = !seat;
    listen(how, play, seat, o);
    for (int loser = 0; loser < 2 && how->resign_moves; loser++)
        if (o->lost[loser] >= how->resign_moves &&
            (!how->resign_twosided || o->won[!loser] >= how->resign_moves))
            return hra_play_adjudicate(play, HRA_ADJUDICATION_RESIGN, loser == 0 ? -1 : 1);
    if (how->draw_moves && o->drawn[seat] >= how->draw_moves && o->drawn[other] >= how->draw_moves &&
        o->moves[seat] >= how->draw_after && o->moves[other] >= how->draw_after)
        return hra_play_adjudicate(play, HRA_ADJUDICATION_DRAW, 0);
    return HRA_OK;
}

hra_err hra_adjudicate(const hra_adjudicator *how, hra_play *play, const hra_event *event,
                       hra_adjudication_counts *counts) {
    int plies = hra_play_plies(play);
    bool ended = event->kind == HRA_EVENT_OVER || hra_play_at(play, plies).mover == HRA_OVER;
    hra_err err = !ended && how->tablebases ? by_tables(how, play, &ended) : HRA_OK;
    if (!err && !ended && event->kind == HRA_EVENT_MOVE && (how->resign_moves || how->draw_moves)) {
        err = by_scores(how, play, event->seat, counts);
        ended = hra_play_snapshot(play)->outcome != HRA_OUTCOME_NONE;
    }
    if (!err && !ended && how->max_plies && plies >= how->max_plies)
        err = hra_play_adjudicate(play, HRA_ADJUDICATION_LENGTH, 0);
    return err;
}
