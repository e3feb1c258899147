/* A tournament as it stands, as JSON. */
#include <stdlib.h>

#include "core/json_keys.h"
#include "match/match_counts.h"
#include "play/play_metadata.h"
#include "rating/elo_stats.h"
#include "tournament/tournament_tasks.h"

static const char *const outcomes[] = {[HRA_OUTCOME_NONE] = NULL,
                                       [HRA_OUTCOME_RULES] = "rules",
                                       [HRA_OUTCOME_REPETITION] = "repetition",
                                       [HRA_OUTCOME_RESIGNED] = "resigned",
                                       [HRA_OUTCOME_AGREED] = "agreed"};
static const char *const schedules[] = {
    [HRA_ROUND_ROBIN] = "round-robin", [HRA_GAUNTLET] = "gauntlet", [HRA_LISTED] = "listed"};
static const char *const verdicts[] = {
    [HRA_GO_ON] = "open", [HRA_ACCEPT_LOW] = "low", [HRA_ACCEPT_HIGH] = "high"};

/* The mean and the deviation that the other numbers of a strength come of: those of what occurred, but that
 * of pairs each kind counts that has not come yet. Where fewer than two kinds occurred nothing is added. */
static void add_regularized(hra_json *json, const hra_pairing *p) {
    enum { KINDS = 5 };
    static const double value[KINDS] = {0, 0.25, 0.5, 0.75, 1};
    const hra_sample pairs = {
        .value = value, .count = p->pairs, .kinds = KINDS, .reference = 0.5, .games = p->count};
    hra_moments m = {.mean = p->strength.mean, .stddev = p->strength.stddev};
    if (!(m.stddev > 0)) {
        hra_json_null(json, "regularized");
        return;
    }
    if (p->paired)
        hra_moments_of(&pairs, hra_sample_absent, &m);
    hra_json_object(json, "regularized");
    hra_json_number(json, "mean", m.mean);
    hra_json_number(json, "stddev", m.stddev);
    hra_json_number(json, "absent", p->paired ? hra_sample_absent : 0);
    hra_json_end(json);
}

/* Writes beside the numbers which of them come from results that occurred, because the two kinds of means
 * differ. */
static void add_strength(hra_json *json, const hra_pairing *p) {
    const hra_elo_stats *s = &p->strength;
    hra_json_object(json, "strength");
    hra_json_number(json, "mean", s->mean);
    hra_json_number(json, "stddev", s->stddev);
    hra_json_number(json, "normalized", s->normalized);
    hra_json_number(json, "normalized_error", s->normalized_error);
    if (s->logistic) {
        hra_json_number(json, "elo", s->elo);
        hra_json_number(json, "low", s->low);
        hra_json_number(json, "high", s->high);
        size_t from = json->out->length;
        hra_json_number(json, "los", s->los);
        hra_json_renamed(json, from, "los", "superior");
    }
    hra_json_object(json, "observed");
    hra_json_number(json, "mean", s->mean);
    hra_json_number(json, "stddev", s->stddev);
    hra_json_end(json);
    add_regularized(json, p);
    hra_json_end(json);
}

static void add_adjudicated(hra_json *json, const hra_pairing *p) {
    hra_json_object(json, "adjudicated");
    for (int i = HRA_ADJUDICATION_NONE + 1; i < HRA_ADJUDICATIONS; i++)
        hra_json_count(json, hra_adjudication_name((hra_adjudication)i), p->adjudicated[i]);
    hra_json_end(json);
}

static void add_pairing(hra_json *json, hra_tournament *t, int pairing) {
    hra_pairing look;
    const hra_pairing *p = &look;
    const hra_sequential *test = hra_tournament_setup_of(t)->test;
    hra_tournament_snapshot(t, pairing, &look);
    hra_json_object(json, NULL);
    hra_json_list(json, "players");
    for (int i = 0; i < p->count; i++)
        hra_json_integer(json, NULL, p->player[i]);
    hra_json_end(json);
    hra_json_count(json, "groups", p->groups);
    size_t from = json->out->length;
    hra_json_count(json, "uncounted_groups", p->uncounted_groups);
    hra_json_renamed(json, from, "uncounted_groups", "after");
    hra_json_list(json, "points");
    for (int i = 0; i < p->count; i++)
        hra_json_number(json, NULL, p->points[i]);
    hra_json_end(json);
    hra_json_list(json, "wins");
    for (int i = 0; i < p->count; i++)
        hra_json_count(json, NULL, p->wins[i]);
    hra_json_end(json);
    if (p->paired) {
        hra_json_list(json, "pairs");
        for (int i = 0; i < 5; i++)
            hra_json_count(json, NULL, p->pairs[i]);
        hra_json_end(json);
    }
    hra_json_object(json, "outcomes");
    for (int i = HRA_OUTCOME_RULES; i <= HRA_OUTCOME_AGREED; i++)
        hra_json_count(json, outcomes[i], p->outcomes[i]);
    hra_json_end(json);
    if (hra_tournament_setup_of(t)->adjudicator)
        add_adjudicated(json, p);
    hra_json_list(json, "forfeits");
    for (int i = 0; i < p->count; i++)
        hra_json_forfeits(json, NULL, p->forfeits[i]);
    hra_json_end(json);
    from = json->out->length;
    hra_json_bool(json, "deterministic", p->deterministic);
    hra_json_renamed(json, from, "deterministic", "alike");
    add_strength(json, p);
    if (test) {
        hra_json_number(json, "llr", p->llr);
        hra_json_text(json, "verdict", verdicts[p->verdict]);
    }
    hra_json_end(json);
}

void hra_json_sequential(hra_json *json, const char *key, const hra_sequential *test) {
    const hra_sequential_state begin = hra_sequential_judge(test, NULL);
    hra_json_object(json, key);
    hra_json_text(json, "model", test->logistic ? "logistic" : "normalized");
    hra_json_number(json, "low", test->low);
    hra_json_number(json, "high", test->high);
    hra_json_number(json, "alpha", test->alpha);
    hra_json_number(json, "beta", test->beta);
    hra_json_number(json, "lower", begin.lower);
    hra_json_number(json, "upper", begin.upper);
    hra_json_end(json);
}

/* Players of one component are compared with each other, through others at least. */
static void add_component(hra_json *json, int component) {
    size_t from = json->out->length;
    hra_json_integer(json, "component", component);
    hra_json_renamed(json, from, "component", "island");
}

/* Ratings, beside what each player got in all its pairings. */
static hra_err add_players(hra_json *json, hra_tournament *t, const hra_progress *progress, hra_error *why) {
    bool sampled = false;
    const hra_tournament_setup *setup = hra_tournament_setup_of(t);
    hra_rating *ratings = calloc((size_t)setup->count, sizeof *ratings);
    hra_err err = ratings ? hra_tournament_rate(t, HRA_TOURNAMENT_SAMPLES, progress, ratings, &sampled, why)
                          : hra_no_memory(why);
    size_t from = json->out->length;
    hra_json_bool(json, "bootstrapped", sampled);
    hra_json_renamed(json, from, "bootstrapped", "sampled");
    hra_json_list(json, "players");
    for (int i = 0; i < setup->count && !err; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "player", hra_player_info_of(setup->players[i])->spec);
        hra_json_text(json, "name", hra_player_called(setup->players, setup->count, i).text);
        hra_json_number(json, "elo", ratings[i].elo);
        hra_json_number(json, "low", ratings[i].low);
        hra_json_number(json, "high", ratings[i].high);
        add_component(json, ratings[i].component);
        from = json->out->length;
        hra_json_bool(json, "prior_games", ratings[i].prior_games);
        hra_json_renamed(json, from, "prior_games", "pseudo");
        hra_json_count(json, "games", ratings[i].games);
        hra_json_number(json, "points", hra_tournament_points(t, i));
        hra_json_end(json);
    }
    hra_json_end(json);
    free(ratings);
    return err;
}

hra_err hra_json_tournament(hra_json *json, const char *key, hra_tournament *t, const hra_progress *progress,
                            hra_error *why) {
    const hra_tournament_setup *setup = hra_tournament_setup_of(t);
    hra_json_object(json, key);
    hra_json_text(json, "game", setup->game->spec);
    hra_json_text(json, "schedule", schedules[setup->schedule]);
    hra_json_count(json, "seed", setup->seed);
    hra_json_count(json, "groups", setup->groups);
    uint64_t openings = setup->openings ? hra_openings_count(setup->openings) : 0;
    if (openings) /* that are played: a store keeps no others */
        hra_json_count(json, "openings", openings < setup->groups ? openings : setup->groups);
    hra_json_bool(json, "over", hra_tournament_over(t));
    if (setup->test)
        hra_json_sequential(json, "test", setup->test);
    hra_err err = add_players(json, t, progress, why);
    hra_json_list(json, "pairings");
    for (int i = 0; i < setup->pairings && !err; i++)
        add_pairing(json, t, i);
    hra_json_end(json);
    hra_json_end(json);
    return err;
}

hra_err hra_json_ties(hra_json *json, const char *key, hra_tournament *t, hra_error *why) {
    const hra_tournament_setup *setup = hra_tournament_setup_of(t);
    double tie[HRA_MAX_SEATS + 1];
    int most = setup->game->seats > 1 ? setup->game->seats : 2;
    hra_tie_rating *worths = calloc((size_t)setup->count, sizeof *worths);
    hra_err err = worths ? hra_tournament_ties(t, worths, tie, why) : hra_no_memory(why);
    hra_json_object(json, key);
    if (!err)
        hra_json_numbers(json, "tie", tie + 2, most - 1);
    hra_json_list(json, "players");
    for (int i = 0; i < setup->count && !err; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "player", hra_player_info_of(setup->players[i])->spec);
        hra_json_text(json, "name", hra_player_called(setup->players, setup->count, i).text);
        size_t from = json->out->length;
        hra_json_number(json, "log_strength", worths[i].log);
        hra_json_renamed(json, from, "log_strength", "log_worth");
        hra_json_number(json, "error", worths[i].error);
        add_component(json, worths[i].component);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
    free(worths);
    return err;
}
