/* The gates of builds with checks before what players say; see gates.h. */
#include "players/gates.h"

#ifdef HRA_CHECKS

#include <math.h>
#include <string.h>

#include "rules/options.h"
#include "rules/rename.h"

static hra_gate_range join(hra_gate_range a, hra_gate_range b) {
    return (hra_gate_range){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* The evaluation that a player was given, or takes by default; NULL: none. */
static const hra_evaluation *evaluation_of(const hra_game *game, const hra_options *options) {
    const hra_evaluation *own = game->rules->catalogue->evaluations;
    char name[HRA_NAME_LENGTH];
    const char *spec, *text;
    size_t length;
    if (!options || !hra_options_has(options, "eval"))
        return NULL;
    spec = hra_options_text(options, "eval");
    if (!spec)
        return own && own->name ? own : NULL;
    if (hra_spec_split(spec, name, &text, &length, NULL) != 0)
        return NULL;
    return hra_evaluation_find(game->rules, name);
}

/* Methods that search for one seat say of the others what it loses (walk.c), and of two seats by how much one
 * has more. */
void hra_gate_player(hra_player *player, const hra_options *options) {
    const hra_game *game = player->info.game;
    const hra_evaluation *kind = evaluation_of(game, options);
    hra_gate_range r = hra_range_of_returns(game);
    if (kind)
        r = join(r, hra_range_of_evaluation(game, kind));
    if (kind && kind->win > 0)
        r = join(r, (hra_gate_range){-kind->win, kind->win});
    if (player->whole.others != HRA_OTHERS_SELFISH)
        r = join(r, (hra_gate_range){fmin(r.low - r.high, -r.high), fmax(r.high - r.low, -r.low)});
    if (player->whole.own_scale)
        r = (hra_gate_range){-HUGE_VAL, HUGE_VAL};
    player->low = r.low;
    player->high = r.high;
}

/* An infinite number is not a value, however wide the range. */
static void require_value(const hra_player *player, const char *what, hra_unit unit, double x) {
    const hra_gate_range r = {fmax(player->low, -1e300), fmin(player->high, 1e300)};
    hra_gate_require(player->info.spec, what, x, unit == HRA_UNIT_PROBABILITY ? hra_gate_probabilities : r);
}

static void require_seats(const hra_player *player, const hra_analysis *result, const char *what,
                          hra_value_kind kind, const double *value) {
    for (int seat = 0; seat < player->info.game->seats && kind != HRA_VALUE_NONE; seat++)
        if (result->value_seat < 0 || result->value_seat == seat)
            require_value(player, what, result->what.unit, value[seat]);
}

void hra_gate_result(const hra_player *player, const hra_analysis *result) {
    require_seats(player, result, "the value", result->kind, result->value);
    for (int i = 0; i < result->move_count; i++) {
        hra_gate_require(player->info.spec, "the probability of an outcome", result->moves[i].probability,
                         hra_gate_probabilities);
        require_seats(player, result, "the value of a move", result->moves[i].kind, result->moves[i].value);
    }
}

void hra_gate_advice(const hra_player *player, const hra_analysis *advice) {
    for (int i = 0; i < advice->move_count; i++) {
        const hra_analysis_move *m = &advice->moves[i];
        if (m->kind == HRA_VALUE_NONE)
            continue;
        require_value(player, "the value of a move in advice", advice->what.unit,
                      m->value[advice->value_seat]);
        for (int k = 0; k < advice->column_count; k++)
            if (advice->columns[k].unit == HRA_UNIT_PROBABILITY)
                hra_gate_require(player->info.spec, advice->columns[k].key, m->column[k],
                                 hra_gate_probabilities);
    }
}

void hra_gate_worth(const hra_player *player, const double *worth) {
    for (int seat = 0; seat < player->info.game->seats; seat++)
        require_value(player, "what a state is worth", HRA_UNIT_POINTS, worth[seat]);
}

/* Luck is a difference of two values. */
void hra_gate_luck(const hra_player *player, const double *luck) {
    const double span = fmin(player->high - player->low, 1e300);
    for (int seat = 0; seat < player->info.game->seats; seat++)
        hra_gate_require(player->info.spec, "the luck of a throw", luck[seat], (hra_gate_range){-span, span});
}

/* Its unit is not known, so this finds only numbers that are not finite. */
void hra_gate_thought(const hra_player *player, const hra_decision *thought) {
    for (int seat = 0; seat < player->info.game->seats && thought->length; seat++)
        hra_gate_require(player->info.spec, "the value of a decision", thought->value[seat],
                         (hra_gate_range){-1e300, 1e300});
}

#else

typedef int hra_gates_of_players_are_not_built; /* a source may not be empty */

#endif
