/* Asking an analyst which move of a state is best. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/player.h"
#include "review/best_move.h"
#include "rules/options.h"

/* The evaluation of a search, if the game says what its values lead to. Players that value states themselves return what
 * they expect. */
static const hra_evaluation *by_chances(const hra_player *player) {
    const hra_player_info *info = hra_player_info_of(player);
    const hra_rules *rules = info->game->rules;
    if (!rules->catalogue->chance || !info->kind || (info->kind->answers & HRA_ANSWERS_VALUE))
        return NULL;
    const hra_evaluation *by = hra_player_evaluation(player);
    return by && !isnan(rules->catalogue->chance(info->game, by, 0)) ? by : NULL;
}

hra_err hra_judging_init(judging *j, hra_agent *analyst) {
    size_t capacity = hra_game_move_capacity(hra_player_info_of(hra_agent_player(analyst))->game);
    *j = (judging){.analyst = analyst, .by = by_chances(hra_agent_player(analyst))};
    hra_analysis_init(&j->result);
    j->legal = malloc(capacity * sizeof *j->legal);
    j->advised = malloc(capacity * sizeof *j->advised);
    if (j->legal && j->advised)
        return HRA_OK;
    hra_judging_release(j);
    return HRA_ENOMEM;
}

void hra_judging_release(judging *j) {
    free(j->legal);
    free(j->advised);
    hra_analysis_release(&j->result);
    j->legal = NULL;
    j->advised = NULL;
}

void hra_judging_list(judging *j, const void *state) {
    const hra_game *game = hra_player_info_of(hra_agent_player(j->analyst))->game;
    j->legal_count = game->rules->moves(game, state, j->legal);
}

static hra_err ask_advice(judging *j, const hra_question *question) {
    const hra_analysis *r = &j->result;
    hra_question asked = *question;
    asked.want = HRA_WANT_ADVICE;
    hra_err err = hra_agent_ask(j->analyst, &asked, &j->result);
    j->count = err ? 0 : r->move_count;
    for (int i = 0; i < j->count; i++)
        j->advised[i] = (judged_move){r->moves[i].move, r->moves[i].value[r->value_seat], r->moves[i].loss};
    j->best = 0;
    j->estimate = r->what.estimate;
    j->unit = r->what.unit;
    j->analysed = false;
    j->line = NULL;
    j->length = 0;
    return err ? err : j->count ? HRA_OK : HRA_EFIT;
}

/* The first of the highest value, as in advice; the values of moves that are not known, or no better than a
 * bound, do not count. */
static int best_of(const judging *j) {
    const hra_analysis *r = &j->result;
    int best = -1;
    for (int i = 0; i < r->move_count; i++)
        if (((r->moves[i].kind != HRA_VALUE_AT_MOST && r->moves[i].kind != HRA_VALUE_NONE) ||
             r->moves[i].move == r->move) &&
            (best < 0 || j->advised[i].value > j->advised[best].value))
            best = i;
    return best;
}

static void take_line(judging *j) {
    const hra_analysis *r = &j->result;
    const hra_analysis_move *best = &r->moves[j->best];
    bool principal = best->move == r->move && r->pv_length > best->line_length && r->pv[0] == r->move;
    j->line = principal ? r->pv : r->lines + best->line;
    j->length = principal ? r->pv_length : best->line_length;
}

/* An analysis tells what would have followed too. */
static hra_err ask_analysis(judging *j, const hra_question *question) {
    const hra_player *player = hra_agent_player(j->analyst);
    const hra_game *game = hra_player_info_of(player)->game;
    const hra_analysis *r = &j->result;
    int mover = game->rules->to_move(game, question->state);
    hra_err err = hra_agent_ask(j->analyst, question, &j->result);
    j->count = 0;
    if (err)
        return err;
    if (r->kind == HRA_VALUE_NONE || r->move_count == 0 || (r->value_seat >= 0 && r->value_seat != mover))
        return HRA_EFIT;
    j->count = r->move_count;
    j->analysed = true;
    j->unit = r->what.unit;
    j->estimate = !hra_player_info_of(player)->exact;
    for (int i = 0; i < j->count; i++)
        j->advised[i] = (judged_move){.move = r->moves[i].move, .value = r->moves[i].value[mover]};
    j->best = best_of(j);
    if (j->best < 0)
        return HRA_EFIT;
    for (int i = 0; i < j->count; i++)
        j->advised[i].loss = j->advised[j->best].value - j->advised[i].value;
    take_line(j);
    return HRA_OK;
}

double hra_judging_chance(const judging *j, double value) {
    const hra_game *game = hra_player_info_of(hra_agent_player(j->analyst))->game;
    return game->rules->catalogue->chance(game, j->by, value);
}

static void tell_chances(judging *j) {
    for (int i = 0; i < j->count; i++)
        j->advised[i].value = hra_judging_chance(j, j->advised[i].value);
    for (int i = 0; i < j->count; i++)
        j->advised[i].loss = j->advised[j->best].value - j->advised[i].value;
    j->unit = HRA_UNIT_PROBABILITY;
}

/* Means are of returns, whatever the evaluation. */
hra_err hra_judging_ask(judging *j, const hra_question *question) {
    const hra_player_kind *kind = hra_player_info_of(hra_agent_player(j->analyst))->kind;
    const unsigned answers = kind ? kind->answers : 0;
    hra_err err = (answers & HRA_ANSWERS_ALL) && !(answers & HRA_ANSWERS_ADVICE) ? ask_analysis(j, question)
                                                                                 : ask_advice(j, question);
    if (!err && j->by && j->unit == HRA_UNIT_POINTS && j->result.kind != HRA_VALUE_MEAN)
        tell_chances(j);
    return err;
}

void hra_judging_evaluation(const hra_game *game, const hra_player *analyst, const char *by, hra_text *out) {
    const hra_player_kind *player = hra_player_info_of(analyst)->kind;
    const hra_evaluation *kind = game->rules->catalogue->evaluations;
    char name[HRA_NAME_LENGTH];
    const char *text, *before = "(";
    size_t length;
    hra_options given;
    hra_text_add(out, by);
    while (kind && kind->name && strcmp(kind->name, by) != 0)
        kind++;
    if (!kind || !player ||
        hra_spec_split(hra_player_info_of(analyst)->spec, name, &text, &length, NULL) != 0 ||
        hra_options_read(&given, player->options, NULL, player->name, text, length, 0, NULL) != 0)
        return;
    for (const hra_option *o = kind->options; o && o->name; o++)
        if (o->type == HRA_OPTION_FILE && hra_options_has(&given, o->name) &&
            hra_options_given(&given, o->name)) {
            hra_text_addf(out, "%s%s=\"%s\"", before, o->name, hra_options_text(&given, o->name));
            before = ",";
        }
    hra_text_add(out, *before == ',' ? ")" : "");
}
