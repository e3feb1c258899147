/* What a match has come to, as text and as JSON. */
#include "match_report.h"

#include <math.h>
#include <string.h>

#include "forfeits.h"
#include "pictures/chart/histogram.h"
#include "speech/print.h"
#include "strength_report.h"

static const double shares[5] = {0.10, 0.25, 0.50, 0.75, 0.90};

/* ---- figures as text ------------------------------------------------------------------------*/

static void show_facts(const hra_game *game, hra_match_player *p) {
    for (int i = 0; game->rules->conduct->statistics && game->rules->conduct->statistics[i]; i++) {
        bool amount = game->rules->conduct->statistic_amounts >> i & 1;
        double mean = hra_stats_summary(&p->statistics[i]).mean;
        print_label(_(game->rules->conduct->statistics[i]));
        print(" %9.2F%s\n", print_rounded(amount ? mean : 100 * mean, 2), amount ? "" : " %");
    }
}

/* Where players rotate: the score rate in each seat, as many to a line as fit. */
static void show_seats(const hra_game *game, const hra_match_player *p) {
    print_label(_("score rate as"));
    for (int k = 0; k < game->seats; k++)
        if (p->seat_games[k])
            print("  %s: %.4F", hra_game_seat_name(game, k), p->seat_points[k] / (double)p->seat_games[k]);
    print("\n");
}

/* How much stronger than the other one, with what chance would make of it. */
static void show_elo(const hra_match_player *p) {
    hra_elo elo;
    hra_elo_from(p->wins, p->draws, p->losses, &elo);
    if (!isfinite(elo.elo) || !isfinite(elo.error))
        return;
    print_label(_("Elo difference"));
    if (elo.high > elo.low)
        elo_show(elo.elo, elo.low, elo.high, elo.los);
    else
        print(_(" %+.1F  (all games ended alike: no interval)\n"), print_rounded(elo.elo, 1));
}

/* Of more than two an Elo difference says nothing: one that is as strong as the others together wins its fair
 * share, so the share is held against that. The error is that of single games; the normal distribution as in
 * hra_elo_from. */
static void show_share(const hra_match_result *r, const hra_match_player *p) {
    double n = (double)r->games, fair = 1.0 / r->count, mean = p->points / n, squares = 0;
    for (int seat = 0; seat < r->count; seat++)
        for (int k = 1; k <= r->count; k++)
            squares += (double)p->shared[seat][k] / k / k;
    double error = sqrt(fmax(squares / n - mean * mean, 0) / n);
    if (error <= 0)
        return;
    print_label(_("share of wins"));
    print(_(" %.4F  +- %.4F, equal share %.4F; probability above it %.1F %%\n"), mean, error, fair,
          100 * erfc((fair - mean) / error / sqrt(2.0)) / 2);
}

static void show_scores(hra_match_player *p) {
    const hra_summary score = hra_stats_summary(&p->score);
    print_label(_("mean"));
    print(" %12.4F  +- %.4F\n", print_rounded(score.mean, 4), score.error);
    print_label(_("standard deviation"));
    print(" %12.4F\n", score.stddev);
    print_label(_("median (min, max)"));
    print(" %7.10G  (%.10G .. %.10G)\n", hra_stats_percentile(&p->score, 0.5), score.min, score.max);
    print_label(_("percentiles"));
    for (int i = 0; i < 5; i++)
        print("  %G %%: %.10G", 100 * shares[i], hra_stats_percentile(&p->score, shares[i]));
    print("\n");
}

bool match_has_program(const hra_game *game, const hra_player *const *players) {
    bool found = false;
    for (int seat = 0; seat < game->seats; seat++) {
        const hra_player_kind *kind = hra_player_info_of(players[seat])->kind;
        found = found || (kind && kind->program);
    }
    return found;
}

/* The first decision apart: a program is started in it, or hears that another game begins. */
static void show_times(const hra_match_time *t) {
    const uint64_t others = t->decisions - t->firsts;
    if (!t->firsts)
        return;
    print_label(_("first decision"));
    print(_(" %.3F ms in the mean of games, at most %.3F ms"), 1000 * t->first_seconds / (double)t->firsts,
          1000 * t->first_most);
    if (others)
        print(_("; others %.3F ms"), 1000 * fmax(t->seconds - t->first_seconds, 0) / (double)others);
    print("\n");
}

static void show_player(const hra_game *game, hra_match_result *result, int index,
                        const hra_match_time *times) {
    hra_match_player *p = &result->players[index];
    if (p->seat >= 0 && result->count > 1)
        print("\n%s  (%s)\n", hra_match_called(result, index), hra_game_seat_name(game, p->seat));
    else
        print("\n%s\n", hra_match_called(result, index));
    show_scores(p);
    show_facts(game, p);
    if (result->count > 1) {
        print_label(_("games"));
        print(_(" %llu won, %llu drawn, %llu lost; score rate %.4F\n"), (unsigned long long)p->wins,
              (unsigned long long)p->draws, (unsigned long long)p->losses, p->points / (double)result->games);
    }
    if (times)
        show_times(&times[index]);
    print_forfeits(result->forfeits[index]);
    if (result->count == 2)
        show_elo(p);
    if (result->count > 2 && !game->one_against_all)
        show_share(result, p);
    if (p->seat < 0 && result->count > 1)
        show_seats(game, p);
}

/* Says where the match is not whole, and how many groups there are where players rotate. */
static void show_extent(const hra_match_result *r) {
    if (r->games < r->games_planned)
        print(_n("%llu game of %llu is missing\n", "%llu games of %llu are missing\n",
                 r->games_planned - r->games),
              (unsigned long long)(r->games_planned - r->games), (unsigned long long)r->games_planned);
    if (r->rotate && r->count > 1 && r->partial_group_games)
        print(_n("%llu group of %d games, and %llu games of incomplete groups\n",
                 "%llu groups of %d games, and %llu games of incomplete groups\n", r->groups),
              (unsigned long long)r->groups, r->count, (unsigned long long)r->partial_group_games);
    else if (r->rotate && r->count > 1)
        print(_n("%llu group of %d games\n", "%llu groups of %d games\n", r->groups),
              (unsigned long long)r->groups, r->count);
}

/* Why it was not played to its end; nothing where it was. */
static const char *cut_short(const hra_match_result *result) {
    return !result->stopped ? "" : print_interrupted() ? _(" (interrupted)") : _(" (time limit reached)");
}

/* Who plays in seats for which no player was named, each spec once. */
static void show_unnamed(const hra_match_result *r, int named) {
    const int seats = r->count - named;
    hra_text specs;
    if (seats <= 0)
        return;
    hra_text_init(&specs);
    for (int i = named; i < r->count; i++)
        if (i == named || strcmp(hra_match_called(r, i), hra_match_called(r, i - 1)) != 0)
            hra_text_addf(&specs, "%s%s", i > named ? ", " : "", hra_match_called(r, i));
    print(
        _n("%d seat without a named player: %s\n", "%d seats without a named player: %s\n", (uint64_t)seats),
        seats, print_string(&specs));
    hra_text_release(&specs);
}

void match_show(const hra_game *game, hra_match_result *result, int named, const hra_match_time *times) {
    print(_n("%s: %llu game, seed %llu, %.2F s, %.0f games/s%s\n",
             "%s: %llu games, seed %llu, %.2F s, %.0f games/s%s\n", result->games),
          result->game, (unsigned long long)result->games, (unsigned long long)result->seed, result->seconds,
          (double)result->games / result->seconds, cut_short(result));
    show_extent(result);
    show_unnamed(result, named);
    for (int i = 0; i < result->count; i++) {
        hra_text bars;
        hra_text_init(&bars);
        show_player(game, result, i, times);
        /* seats that play together against the first one have its scores, negated */
        bool mirror = game->one_against_all && result->players[i].seat > 0;
        if (result->players[i].score.used > 3 && !mirror)
            histogram_text(&result->players[i].score, 22, &bars);
        print("%s%s", bars.length ? "\n" : "", print_string(&bars));
        hra_text_release(&bars);
    }
}

/* ---- games that are the same --------------------------------------------------------------------*/

static hra_err add_repeat(void *self, const hra_match_game *game) {
    match_repeats *r = self;
    const int first = game->player[0];
    r->differ = r->differ || (r->seen[first] && r->moves[first] != game->moves);
    r->moves[first] = game->moves;
    r->seen[first] = true;
    r->games++;
    return HRA_OK;
}

void match_repeats_watch(match_repeats *r, uint64_t games, hra_work_setup *how) {
    enum { FEW = 10000 }; /* of more, hearing of each game takes a third of the time of quick players */
    *r = (match_repeats){0};
    if (games > FEW || how->ended)
        return;
    how->ended = add_repeat;
    how->ended_self = r;
}

void match_repeats_say(const match_repeats *r) {
    uint64_t seatings = 0;
    for (int i = 0; i < HRA_MAX_SEATS; i++)
        seatings += r->seen[i];
    if (r->differ || r->games <= seatings)
        return;
    print("\n%s\n%s\n",
          seatings > 1 ? _("Each seating played one game again and again: count it as one, not as many.")
                       : _("One game was played again and again: count it as one, not as many."),
          _("With --openings FILE each begins at another position."));
}

/* ---- as JSON ------------------------------------------------------------------------------------*/

/* Seconds of each player, in the order of the players. */
static void add_times(const hra_match_result *result, const hra_match_time *times, hra_json *json) {
    hra_json_list(json, "times");
    for (int p = 0; p < result->count; p++) {
        const hra_match_time *t = &times[p];
        hra_json_object(json, NULL);
        hra_json_count(json, "decisions", t->decisions);
        hra_json_seconds(json, "seconds", t->seconds);
        hra_json_count(json, "firsts", t->firsts);
        hra_json_seconds(json, "first_seconds", t->first_seconds);
        hra_json_seconds(json, "first_max", t->first_most);
        hra_json_end(json);
    }
    hra_json_end(json);
}

void match_show_json(const hra_game *game, hra_match_result *result, const match_branching *branching,
                     const hra_match_time *times) {
    hra_text out, members;
    hra_text_init(&out);
    hra_text_init(&members);
    hra_json json = hra_json_begin(&out), inner = hra_json_begin(&members);
    hra_json_match(&inner, NULL, game, result);
    hra_json_object(&json, NULL);
    hra_json_members(&json, hra_text_string(&members));
    if (branching)
        match_branching_json(branching, &json);
    if (times)
        add_times(result, times, &json);
    hra_json_end(&json);
    out.err = out.err ? out.err : members.err;
    hra_text_release(&members);
    (void)print_json(&out);
}
