/* Rows of CSV, a game each, and branching factors. */
#include "match_games.h"

#include <math.h>
#include <stdlib.h>

#include "speech/csv.h"

enum { SIZE_GAMES = 100000, WON = 4 /* no column of a game for one */ };

/* ---- rows -----------------------------------------------------------------------------------*/

static const char *const outcomes[] = {[HRA_OUTCOME_NONE] = "",
                                       [HRA_OUTCOME_RULES] = "rules",
                                       [HRA_OUTCOME_REPETITION] = "repetition",
                                       [HRA_OUTCOME_RESIGNED] = "resigned",
                                       [HRA_OUTCOME_AGREED] = "agreed",
                                       [HRA_OUTCOME_ADJUDICATED] = "adjudicated"};

/* "p1_time_per_decision_s". */
static void add_heading(hra_text *out, int player, const char *name, const char *unit) {
    hra_text_addf(out, ",p%d_", player + 1);
    csv_heading(out, name, unit);
}

void match_games_init(match_games *m, const hra_game *game, const hra_player *const *players, int count,
                      bool pairings) {
    const char *const *statistics = game->rules->conduct->statistics;
    *m = (match_games){.game = game, .players = players, .player_count = count, .pairings = pairings};
    hra_text_init(&m->heading);
    hra_text_init(&m->rows);
    hra_text_add(&m->heading, pairings ? "pairing," : "");
    hra_text_add(&m->heading, "game,group,outcome,plies,decisions,legal_moves,seconds");
    for (int p = 0; p < game->seats; p++) {
        static const char *const names[] = {"player", "name", "seat", "score", "won", "decisions"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (game->seats > 1 || i != WON)
                add_heading(&m->heading, p, names[i], "");
        add_heading(&m->heading, p, "time per decision", "s");
        add_heading(&m->heading, p, "first decision", "s");
        for (int i = 0; statistics && statistics[i]; i++)
            add_heading(&m->heading, p, statistics[i], "");
    }
    hra_text_add_char(&m->heading, '\n');
}

void match_games_release(match_games *m) {
    hra_text_release(&m->heading);
    hra_text_release(&m->rows);
    free(m->list);
}

static void add_number(hra_text *out, double value) {
    hra_text_add_char(out, ',');
    csv_measured(out, value);
}

/* What the player in this seat has. */
static void add_player(const match_games *m, const hra_match_game *g, int seat, hra_text *out) {
    const char *const *statistics = m->game->rules->conduct->statistics;
    const hra_match_facts *f = g->facts;
    const double decisions = (double)f->decisions[seat];
    hra_text_add_char(out, ',');
    csv_text(out, hra_player_info_of(m->players[g->player[seat]])->spec);
    hra_text_add_char(out, ',');
    csv_text(out, hra_player_called(m->players, m->player_count, g->player[seat]).text);
    add_number(out, seat + 1);
    add_number(out, g->value[seat]);
    if (g->count > 1)
        add_number(out, g->winners >> seat & 1 ? 1.0 / g->share : 0);
    add_number(out, decisions);
    add_number(out, decisions > 0 ? f->seconds[seat] / decisions : 0);
    add_number(out, f->first[seat]);
    for (int i = 0; statistics && statistics[i]; i++)
        add_number(out, f->statistics[seat][i]);
}

/* The seat of the player with the lowest index from `least` on. */
static int seat_from(const hra_match_game *g, int least) {
    int found = -1;
    for (int seat = 0; seat < g->count; seat++)
        if (g->player[seat] >= least && (found < 0 || g->player[seat] < g->player[found]))
            found = seat;
    return found;
}

static hra_err list_row(match_games *m, const hra_match_game *g, size_t from) {
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 256;
        match_row *more = realloc(m->list, capacity * sizeof *more);
        if (!more)
            return HRA_ENOMEM;
        m->list = more;
        m->capacity = capacity;
    }
    m->list[m->count++] = (match_row){g->pairing, g->game, g->number, from, m->rows.length - from};
    return m->rows.err;
}

static hra_err add_row(match_games *m, const hra_match_game *g, double decisions, double seconds) {
    hra_text *out = &m->rows;
    const size_t from = out->length;
    if (m->pairings)
        hra_text_addf(out, "%d,", g->pairing + 1);
    hra_text_addf(out, "%llu,%llu,%s", (unsigned long long)g->game + 1, (unsigned long long)g->number + 1,
                  g->failure ? "forfeit" : outcomes[g->outcome]);
    add_number(out, g->plies);
    add_number(out, decisions);
    add_number(out, (double)g->facts->legal);
    add_number(out, seconds);
    for (int n = 0, least = 0; n < g->count; n++) {
        const int seat = seat_from(g, least);
        add_player(m, g, seat, out);
        least = g->player[seat] + 1;
    }
    hra_text_add_char(out, '\n');
    return list_row(m, g, from);
}

static int by_game(const void *a, const void *b) {
    const match_row *x = a, *y = b;
    if (x->pairing != y->pairing)
        return x->pairing < y->pairing ? -1 : 1;
    return x->game < y->game ? -1 : x->game > y->game;
}

int match_games_write(match_games *m, const char *path, bool (*counts)(const void *of, const match_row *),
                      const void *of) {
    hra_text out;
    hra_text_init(&out);
    if (m->count)
        qsort(m->list, m->count, sizeof *m->list, by_game);
    hra_text_add(&out, hra_text_string(&m->heading));
    for (size_t i = 0; i < m->count; i++)
        if (!counts || counts(of, &m->list[i]))
            hra_text_add_bytes(&out, hra_text_string(&m->rows) + m->list[i].at, m->list[i].length);
    out.err = out.err ? out.err : m->heading.err;
    int status = output_write(path, &out);
    hra_text_release(&out);
    return status;
}

hra_err match_games_add(void *self, const hra_match_game *g) {
    match_games *m = self;
    double decisions = 0, seconds = 0, legal = (double)g->facts->legal;
    for (int seat = 0; seat < g->count; seat++) {
        decisions += (double)g->facts->decisions[seat];
        seconds += g->facts->seconds[seat];
    }
    m->games++;
    m->decisions += decisions;
    m->legal += legal;
    m->plies += g->plies;
    m->decisions2 += decisions * decisions;
    m->legal2 += legal * legal;
    m->plies2 += (double)g->plies * g->plies;
    m->legal_decisions += legal * decisions;
    hra_err err = m->table ? add_row(m, g, decisions, seconds) : HRA_OK;
    if (err)
        return err;
    return m->lines ? series_line((void *)(uintptr_t)m->lines, g) : HRA_OK;
}

bool match_games_fit_merge(const args *a) {
    static const char *const each[] = {"csv", "branching"};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (args_given(a, each[i])) {
            print_error(_("%s: --merge reads totals of games, and --%s needs each game: play the match "
                          "without --part"),
                        a->command->name, each[i]);
            return false;
        }
    return true;
}

/* ---- branching ------------------------------------------------------------------------------*/

/* A ratio of two sums has the error of the distances from it: legal moves less what the mean makes of the decisions. */
hra_err match_branching_of(const match_games *m, match_branching *out, hra_error *why) {
    const double n = m->games, less = n > 1 ? n - 1 : 1;
    *out = (match_branching){.moves = m->decisions > 0 ? m->legal / m->decisions : 0,
                             .plies = n > 0 ? m->plies / n : 0};
    double r = out->moves, squares = m->legal2 - 2 * r * m->legal_decisions + r * r * m->decisions2;
    if (m->decisions > 0)
        out->moves_error = sqrt(fmax(squares, 0) / less / n) / (m->decisions / n);
    if (n > 0)
        out->plies_error = sqrt(fmax(m->plies2 - n * out->plies * out->plies, 0) / less / n);
    return hra_game_size_of(m->game, SIZE_GAMES, print_progress(), &out->size, why);
}

void match_branching_show(const match_branching *b) {
    print("\n%s\n", _("Branching, +- 95 %:"));
    print_label(_("legal moves"));
    print(_(" %9.2F  +- %.2F per decision\n"), print_rounded(b->moves, 2), 1.96 * b->moves_error);
    print_label(_("plies"));
    print(_(" %9.2F  +- %.2F per game\n"), print_rounded(b->plies, 2), 1.96 * b->plies_error);
    print_label(_("positions"));
    print(_(" at least %.4G (10^%.1F), by random games\n"), b->size.positions, log10(b->size.positions));
    if (!b->size.tree_known)
        return;
    print_label(_("game tree"));
    print(_(" 10^%.2F games"), b->size.tree_log10);
    if (b->size.tree_log10 < 15)
        print(" (%.6G)", pow(10, b->size.tree_log10));
    if (b->size.tree_largest > 0.05)
        print("%s", _(", or more: few of the random games decide this number\n"));
    else
        print(_(", +- %.2G %%, by %llu random games\n"), 196 * b->size.tree_error,
              (unsigned long long)b->size.games);
}

void match_branching_json(const match_branching *b, hra_json *json) {
    hra_json_object(json, "branching");
    hra_json_number(json, "moves", b->moves);
    hra_json_number(json, "moves_stderr", b->moves_error);
    hra_json_number(json, "plies", b->plies);
    hra_json_number(json, "plies_stderr", b->plies_error);
    hra_json_number(json, "positions_at_least", b->size.positions);
    if (b->size.tree_known) {
        hra_json_number(json, "tree_log10", b->size.tree_log10);
        hra_json_number(json, "tree_stderr", b->size.tree_error);
        hra_json_number(json, "tree_largest", b->size.tree_largest);
    }
    hra_json_end(json);
}
