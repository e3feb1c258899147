/* The figures of a match, as JSON. */
#include <math.h>

#include "core/error.h"
#include "core/json_keys.h"
#include "match/match_counts.h"

void hra_json_forfeits(hra_json *json, const char *key, const uint64_t *forfeits) {
    hra_json_object(json, key);
    for (int i = 0; i < HRA_FAILURES; i++)
        hra_json_count(json, hra_failure_name(i), forfeits[i]);
    hra_json_end(json);
}

static void add_percentiles(hra_json *json, hra_stats *score) {
    static const struct {
        const char *key;
        double share;
    } percentiles[] = {
        {"10", 0.10}, {"25", 0.25}, {"50", 0.50}, {"75", 0.75}, {"90", 0.90},
    };
    hra_json_object(json, "percentiles");
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++)
        hra_json_number(json, percentiles[i].key, hra_stats_percentile(score, percentiles[i].share));
    hra_json_end(json);
}

static void add_seats(hra_json *json, const hra_match_result *r, const hra_match_player *p) {
    hra_json_list(json, "by_seat");
    for (int k = 0; k < r->count && r->count > 1; k++) {
        hra_json_object(json, NULL);
        hra_json_integer(json, "seat", k);
        hra_json_count(json, "games", p->seat_games[k]);
        hra_json_number(json, "points", p->seat_points[k]);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void add_facts(hra_json *json, const hra_game *game, hra_match_player *p) {
    const char *const *facts = game->rules->conduct->statistics;
    size_t from = json->out->length;
    hra_json_object(json, "statistics");
    for (int i = 0; facts && i < HRA_MAX_STATISTICS && facts[i]; i++)
        hra_json_number(json, facts[i], hra_stats_summary(&p->statistics[i]).mean);
    hra_json_end(json);
    hra_json_renamed(json, from, "statistics", "facts");
}

/* How much stronger than the other one, of two. */
static void add_elo(hra_json *json, const hra_match_result *r, const hra_match_player *p) {
    hra_elo elo;
    if (r->count != 2)
        return;
    hra_elo_from(p->wins, p->draws, p->losses, &elo);
    hra_json_object(json, "elo");
    hra_json_number(json, "elo", elo.elo);
    hra_json_number(json, "low", elo.low);
    hra_json_number(json, "high", elo.high);
    size_t from = json->out->length;
    hra_json_number(json, "los", elo.los);
    hra_json_renamed(json, from, "los", "superior");
    hra_json_end(json);
}

/* The scores of all players lie in bars of the same limits. */
static void add_histogram(hra_json *json, hra_match_result *r, hra_match_player *p) {
    enum { BARS = 30 };
    double low = INFINITY, high = -INFINITY;
    hra_histogram h;
    for (int i = 0; i < r->count; i++) {
        const hra_summary score = hra_stats_summary(&r->players[i].score);
        low = fmin(low, score.min);
        high = fmax(high, score.tail);
    }
    hra_stats_histogram(&p->score, low, high, BARS, &h);
    hra_json_object(json, "histogram");
    size_t from = json->out->length;
    hra_json_number(json, "min", h.from);
    hra_json_renamed(json, from, "min", "from");
    hra_json_number(json, "width", h.width);
    from = json->out->length;
    hra_json_list(json, "counts");
    for (int i = 0; i < h.count; i++)
        hra_json_count(json, NULL, h.bar[i]);
    hra_json_end(json);
    hra_json_renamed(json, from, "counts", "bars");
    hra_json_end(json);
}

static void add_player(hra_json *json, const hra_game *game, hra_match_result *r, hra_match_player *p) {
    const hra_summary score = hra_stats_summary(&p->score);
    hra_json_object(json, NULL);
    hra_json_text(json, "player", p->spec);
    hra_json_text(json, "name", hra_match_called(r, (int)(p - r->players)));
    if (p->seat >= 0)
        hra_json_integer(json, "seat", p->seat);
    else
        hra_json_null(json, "seat");
    hra_json_number(json, "mean", score.mean);
    hra_json_number(json, "stddev", score.stddev);
    hra_json_number(json, "median", hra_stats_percentile(&p->score, 0.5));
    hra_json_number(json, "min", score.min);
    hra_json_number(json, "max", score.max);
    add_percentiles(json, &p->score);
    add_histogram(json, r, p);
    hra_json_count(json, "wins", p->wins);
    hra_json_count(json, "draws", p->draws);
    hra_json_count(json, "losses", p->losses);
    hra_json_number(json, "score_rate", r->count > 1 ? p->points / (double)r->games : NAN);
    hra_json_number(json, "stderr", score.error);
    add_elo(json, r, p);
    add_seats(json, r, p);
    add_facts(json, game, p);
    const uint64_t *forfeits = hra_match_forfeits(r, (int)(p - r->players));
    if (forfeits) /* few matches are with programs */
        hra_json_forfeits(json, "forfeits", forfeits);
    hra_json_end(json);
}

void hra_json_match(hra_json *json, const char *key, const hra_game *game, hra_match_result *r) {
    hra_json_object(json, key);
    hra_json_text(json, "game", r->game);
    hra_json_count(json, "seed", r->seed);
    hra_json_count(json, "games", r->games);
    size_t from = json->out->length;
    hra_json_count(json, "games_planned", r->games_planned);
    hra_json_renamed(json, from, "games_planned", "of");
    hra_json_count(json, "groups", r->groups);
    from = json->out->length;
    hra_json_count(json, "partial_group_games", r->partial_group_games);
    hra_json_renamed(json, from, "partial_group_games", "partial");
    hra_json_seconds(json, "seconds", r->seconds);
    hra_json_list(json, "players");
    for (int p = 0; p < r->count; p++)
        add_player(json, game, r, &r->players[p]);
    hra_json_end(json);
    hra_json_end(json);
}
