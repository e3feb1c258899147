/* Finished games as lines of text. */
#include "match/game_row.h"

#include "core/messages.h"

static int statistics_of(const hra_game *game) {
    const char *const *names = game->rules->conduct->statistics;
    int n = 0;
    while (names && names[n] && n < HRA_MAX_STATISTICS)
        n++;
    return n;
}

static void add_number(hra_text *out, double value) {
    hra_text_add_char(out, ' ');
    hra_text_add_number(out, value);
}

void hra_game_row_write(const hra_game *game, const hra_match_game *g, hra_text *out) {
    const hra_match_facts *f = g->facts;
    hra_text_addf(out, "row %llu %llu %d %llx %d %d %d %d %u %d %llu", (unsigned long long)g->game,
                  (unsigned long long)g->number, g->plies, (unsigned long long)g->moves, (int)g->outcome,
                  (int)g->adjudication, (int)g->failure, g->failed, g->winners, g->share,
                  (unsigned long long)f->legal);
    for (int seat = 0; seat < g->count; seat++) {
        hra_text_addf(out, " %d", g->player[seat]);
        add_number(out, g->value[seat]);
        add_number(out, f->seconds[seat]);
        hra_text_addf(out, " %llu", (unsigned long long)f->decisions[seat]);
        add_number(out, f->first[seat]);
        for (int i = 0; i < statistics_of(game); i++)
            add_number(out, f->statistics[seat][i]);
    }
    hra_text_add_char(out, '\n');
}

void hra_game_row_read(hra_lines *l, const hra_game *game, hra_match_game *g, hra_match_facts *f) {
    enum { MOST = INT32_MAX };
    *f = (hra_match_facts){.legal = 0};
    *g = (hra_match_game){.count = game->seats, .facts = f};
    g->game = hra_lines_whole(l, 0, UINT64_MAX);
    g->number = hra_lines_whole(l, 0, UINT64_MAX);
    g->plies = hra_lines_int(l, 0, MOST);
    g->moves = hra_lines_hex(l);
    g->outcome = (hra_outcome)hra_lines_int(l, 0, HRA_OUTCOME_ADJUDICATED);
    g->adjudication = (hra_adjudication)hra_lines_int(l, 0, HRA_ADJUDICATIONS - 1);
    g->failure = (hra_err)hra_lines_int(l, HRA_EPROTOCOL, 0);
    g->failed = hra_lines_int(l, -1, game->seats - 1);
    g->winners = (unsigned)hra_lines_int(l, 0, (1 << HRA_MAX_SEATS) - 1);
    g->share = hra_lines_int(l, g->winners != 0, HRA_MAX_SEATS + 1);
    f->legal = hra_lines_whole(l, 0, UINT64_MAX);
    for (int seat = 0; seat < game->seats; seat++) {
        g->player[seat] = hra_lines_int(l, 0, HRA_MAX_SEATS - 1);
        g->value[seat] = hra_lines_number(l, -1e300, 1e300);
        f->seconds[seat] = hra_lines_number(l, 0, 1e300);
        f->decisions[seat] = hra_lines_whole(l, 0, UINT64_MAX);
        f->first[seat] = hra_lines_number(l, 0, 1e300);
        for (int i = 0; i < statistics_of(game); i++)
            f->statistics[seat][i] = hra_lines_number(l, -1e300, 1e300);
    }
    hra_lines_done(l);
}

hra_err hra_game_rows_each(const hra_game *game, const char *text, size_t length,
                           hra_err (*ended)(void *self, const hra_match_game *), void *self) {
    hra_lines l;
    hra_error why = {0};
    hra_err err = HRA_OK;
    hra_lines_open(&l, text, length, 1, &why);
    l.whole_only = true;
    while (!err && !l.err && hra_lines_next(&l)) {
        hra_match_game g;
        hra_match_facts facts;
        hra_lines_expect_key(&l, "row");
        hra_game_row_read(&l, game, &g, &facts);
        err = l.err ? HRA_EDAMAGED : ended ? ended(self, &g) : HRA_OK;
    }
    return err                        ? err
           : l.err || l.next < l.last ? HRA_EDAMAGED
                                      : HRA_OK; /* a row that was cut off is left over */
}
