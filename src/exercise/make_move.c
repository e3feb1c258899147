/* Making exercises "find the move": the analyst is asked about every legal move of a position. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "move.h"
#include "review/best_move.h"
#include "review/review_object.h"

typedef struct maker {
    hra_exercise *x;
    move_key *key;
    hra_agent *analyst;
    const hra_game *game;
    hra_question question;
    judging judging;
    int mover;
    hra_error *why;
} maker;

/* ---- the moves after a move ---------------------------------------------------------------------*/

/* Appends the moves behind the first one of a line, up to the first state of chance. */
static void add_line(const maker *m, const hra_move *line, int length, hra_text *out) {
    const hra_rules *rules = m->game->rules;
    void *state = malloc(m->game->state_size);
    if (!state) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(state, m->question.state, m->game->state_size);
    for (int i = 0;
         i < length && rules->to_move(m->game, state) >= 0 && hra_game_legal(m->game, state, line[i]); i++) {
        if (i) {
            hra_text_add(out, i > 1 ? " | " : "");
            rules->text->show_move(m->game, state, line[i], out);
        }
        rules->apply(m->game, state, line[i]);
    }
    free(state);
}

static char *take(hra_text *text) {
    char *copy = text->err ? NULL : strdup(hra_text_string(text));
    hra_text_release(text);
    return copy;
}

static hra_err add_move(const maker *m, int index) {
    const hra_analysis *r = &m->judging.result;
    const hra_analysis_move *found = &r->moves[index];
    hra_text text, line;
    hra_text_init(&text);
    hra_text_init(&line);
    m->game->rules->text->show_move(m->game, m->question.state, found->move, &text);
    if (index == m->judging.best && m->judging.length > found->line_length)
        add_line(m, m->judging.line, m->judging.length, &line);
    else
        add_line(m, r->lines + found->line, found->line_length, &line);
    const key_move move = {.text = take(&text),
                           .line = take(&line),
                           .move = found->move,
                           .value = m->judging.advised[index].value + 0.0, /* not -0 */
                           .kind = found->kind};
    return hra_move_key_add(m->key, &move) ? hra_no_memory(m->why) : HRA_OK;
}

/* ---- bounds -------------------------------------------------------------------------------------*/

static int depth_of(const maker *m) {
    const int own = hra_player_info_of(hra_agent_player(m->analyst))->limits.depth,
              asked = m->question.limits.depth;
    return own && asked ? (own < asked ? own : asked) : own + asked;
}

static hra_err refuse_bound(const maker *m, const key_move *at) {
    return hra_fail(m->why, HRA_EFIT, -1,
                    "the analyst does not decide whether %.60s is as good as the best move; "
                    "use one that values all moves, such as minimax",
                    at->text);
}

/* A move of which is only known that it is no better than the best one may be as good: the state behind it is asked
 * about. */
static hra_err resolve(const maker *m, key_move *at) {
    const int depth = depth_of(m);
    hra_question question = m->question;
    hra_analysis answer;
    void *state = malloc(m->game->state_size);
    if (!state)
        return hra_no_memory(m->why);
    memcpy(state, m->question.state, m->game->state_size);
    m->game->rules->apply(m->game, state, at->move);
    question.state = state;
    question.want = HRA_WANT_VALUE;
    if (depth)
        question.limits.depth = depth - 1;
    hra_analysis_init(&answer);
    hra_err err = depth == 1 ? refuse_bound(m, at) : hra_agent_ask(m->analyst, &question, &answer);
    if (err && depth != 1)
        (void)hra_fail_as(m->why, hra_agent_why(m->analyst));
    if (!err && (answer.value_seat >= 0 && answer.value_seat != m->mover))
        err = refuse_bound(m, at);
    if (!err) {
        at->value = answer.value[m->mover];
        at->kind = answer.kind == HRA_VALUE_EXACT ? HRA_VALUE_EXACT : HRA_VALUE_ESTIMATE;
    }
    hra_analysis_release(&answer);
    free(state);
    return err;
}

static hra_err resolve_bounds(const maker *m) {
    const double best = m->judging.advised[m->judging.best].value;
    for (int i = 0; i < m->key->count; i++) {
        key_move *at = &m->key->moves[i];
        if (at->kind == HRA_VALUE_NONE)
            return hra_fail(m->why, HRA_EFIT, -1, "the analyst does not value %.60s", at->text);
        if (at->kind != HRA_VALUE_AT_MOST || best - at->value > m->x->info.threshold)
            continue;
        hra_err err = resolve(m, at);
        if (err)
            return err;
    }
    return HRA_OK;
}

/* ---- making -------------------------------------------------------------------------------------*/

static hra_err ask(maker *m) {
    hra_judging_list(&m->judging, m->question.state);
    if (m->judging.legal_count < 2)
        return hra_fail(m->why, HRA_EFIT, -1, "%s", _("there is only one legal move"));
    hra_agent_forget(m->analyst);
    hra_err err = hra_judging_ask(&m->judging, &m->question);
    if (err)
        return hra_agent_why(m->analyst)->code == err ? hra_fail_as(m->why, hra_agent_why(m->analyst))
                                                      : hra_fail_code(m->why, err);
    if (m->judging.count != m->judging.legal_count)
        return hra_fail(m->why, HRA_EFIT, -1, "the analyst values %d of %d legal moves", m->judging.count,
                        m->judging.legal_count);
    m->x->unit = m->judging.unit;
    for (int i = 0; i < m->judging.count && !err; i++)
        err = add_move(m, i);
    return err ? err : resolve_bounds(m);
}

static hra_err set_position(const maker *m) {
    hra_text text;
    hra_text_init(&text);
    m->game->rules->text->write_position(m->game, m->question.state, &text);
    hra_err err = text.err ? text.err : hra_exercise_set(&m->x->info.position, hra_text_string(&text));
    hra_text_release(&text);
    if (!err)
        err = hra_exercise_set(&m->x->info.game, m->game->spec);
    if (!err)
        err = hra_exercise_set(&m->x->info.analyst, hra_player_info_of(hra_agent_player(m->analyst))->spec);
    return err ? hra_no_memory(m->why) : HRA_OK;
}

static hra_err set_played(move_key *key, const hra_exercise_setup *setup, hra_error *why) {
    hra_exercise_setup all = {0};
    if (setup)
        memcpy(&all, setup, setup->size < sizeof all ? setup->size : sizeof all);
    if (all.played && strpbrk(all.played, "\n\r"))
        return hra_fail(why, HRA_EINPUT, -1, "%s", _("the move that was played has more than one line"));
    if (all.played && (key->played = strdup(all.played)) == NULL)
        return hra_no_memory(why);
    return HRA_OK;
}

hra_err hra_exercise_from_state(hra_exercise **out, hra_agent *analyst, const hra_question *question,
                                const hra_exercise_setup *setup, hra_error *why) {
    maker m = {.x = hra_exercise_new(&hra_exercise_move),
               .analyst = analyst,
               .game = hra_player_info_of(hra_agent_player(analyst))->game,
               .question = *question,
               .why = why};
    *out = NULL;
    hra_err err = m.x ? HRA_OK : hra_no_memory(why);
    if (!err) {
        m.key = m.x->self;
        err = set_played(m.key, setup, why);
    }
    if (!err)
        err = hra_exercise_take_setup(m.x, setup, why);
    m.mover = m.game->rules->to_move(m.game, question->state);
    if (!err && m.mover < 0)
        err = hra_fail(why, HRA_EFIT, -1, "%s", _("no seat is to move"));
    if (!err) {
        m.question.limits = m.x->info.limits;
        m.question.seed = m.x->info.seed;
        m.x->info.threshold = m.x->info.threshold > 0 ? m.x->info.threshold : HRA_MIN_MISTAKE_LOSS;
        err = hra_judging_init(&m.judging, analyst) ? hra_no_memory(why) : ask(&m);
        hra_judging_release(&m.judging);
    }
    if (!err)
        err = set_position(&m);
    if (!err)
        err = hra_exercise_complete(m.x, m.game->host, why);
    if (err)
        hra_exercise_close(m.x);
    else
        *out = m.x;
    return err;
}

hra_err hra_exercise_from_review(hra_exercise **out, const hra_review *review, int ply, hra_agent *analyst,
                                 const hra_exercise_setup *setup, const hra_stop *stop, hra_error *why) {
    const hra_game *game = review->game;
    hra_exercise_setup all = {.size = sizeof all};
    hra_text played;
    *out = NULL;
    if (ply < 0 || ply >= review->info.done)
        return hra_fail(why, HRA_EINPUT, -1, "ply %d is not reviewed", ply);
    if (setup)
        memcpy(&all, setup, setup->size < sizeof all ? setup->size : sizeof all);
    all.size = sizeof all;
    if (all.threshold <= 0)
        all.threshold = review->info.grade_from[HRA_GRADE_INACCURACY] / 2;
    const void *state = hra_review_state(review, ply);
    const hra_question question = {.state = state, .stop = stop, .want = HRA_WANT_ALL};
    hra_text_init(&played);
    if (game->rules->to_move(game, state) >= 0)
        game->rules->text->show_move(game, state, review->moves[ply], &played);
    hra_err err = played.err ? hra_no_memory(why) : HRA_OK;
    all.played = hra_text_string(&played);
    all.ply = ply;
    if (!err)
        err = hra_exercise_from_state(out, analyst ? analyst : review->judging.analyst, &question, &all, why);
    hra_text_release(&played);
    return err;
}
