/* `ajedrecista`: Torres y Quevedo's machine of 1912, king and rook against a king. In every other position it moves at random. */
#include <math.h>
#include <stdlib.h>

#include "chess.h"
#include "core/messages.h"
#include "core/rng.h"
#include "hra/player.h"
#include "krk.h"
#include "players.h"
#include "players/analysis.h"

static hra_err open_machine(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    *shared = (void *)(uintptr_t)game; /* the game is all that it needs; it is only read */
    return HRA_OK;
}

/* Whether the side to move has a king and a rook, the other a king alone, on a board of 8x8. */
static bool is_its_ending(const ch_game *g, const ch_state *s, ch_krk *out) {
    const ch_set own = s->side[s->turn], rook = s->kind[CH_ROOK], other = s->side[!s->turn];
    if (g->size != 8 || own != ((s->kind[CH_KING] & own) | rook) || (rook & (rook - 1)) || !rook ||
        other != (s->kind[CH_KING] & other))
        return false;
    *out = (ch_krk){ch_first(own & ~rook), ch_first(rook), ch_first(other)};
    return true;
}

/* The move and its rule; -1: the rules do not say it. */
static int choose(const hra_game *game, const hra_question *q, const hra_move *moves, int n, hra_move *out) {
    ch_krk p;
    if (is_its_ending(ch_game_of(game), q->state, &p)) {
        const ch_krk_move m = ch_krk_choose(p);
        *out = ch_move(m.from, m.to, 0);
        return m.rule;
    }
    *out = moves[hra_rng_first_below(q->seed, hra_rng_first(q->seed), (uint32_t)n)];
    return -1;
}

static const char *reason(int rule) {
    static const char *const reasons[] = {
        N_("king and rook come in order; this rule is not Torres'"),
        N_("rule 1: the king is in the zone of the rook, which goes to the other edge"),
        N_("rule 2: the king is more than one rank away; the rook comes one nearer"),
        N_("rule 3: the kings are more than two ranks apart; the king comes one nearer"),
        N_("rule 4: the kings are an odd number of files apart; the rook waits beside"),
        N_("rule 5: the kings are an even number of files apart; the king comes one nearer"),
        N_("rule 6: the kings face each other; the rook gives check"),
    };
    return rule < 0 ? _("not king and rook against a king; a random move") : _(reasons[rule]);
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const hra_game *game = shared;
    hra_move moves[CH_MAX_MOVES], chosen;
    const int n = game->rules->moves(game, q->state, moves), rule = choose(game, q, moves, n, &chosen);
    out->move = chosen;
    if (q->want == HRA_WANT_MOVE)
        return HRA_OK;
    out->what = (hra_column){.key = "value", .label = "value", .unit = HRA_UNIT_POINTS, .estimate = rule < 0};
    hra_analysis_tell(out, 0, chosen, rule < 0 ? 0 : 1);
    out->move_count = 1;
    for (int i = 0; i < n; i++)
        if (moves[i] != chosen)
            hra_analysis_tell(out, out->move_count++, moves[i], rule < 0 ? 0 : NAN);
    (void)hra_snprintf(out->reason, sizeof out->reason, "%s", reason(rule));
    return HRA_OK;
}

const hra_player_kind ch_ajedrecista = {
    .size = sizeof(hra_player_kind),
    .name = "ajedrecista",
    .summary = "Torres' machine of 1912: mates with king and rook, else moves at random",
    .open = open_machine,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .state_only = true,
};
