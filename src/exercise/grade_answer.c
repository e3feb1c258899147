/* The other end of the dialogue: a player, or an evaluation, answers as a submission does. What it knows of a state comes
 * by the same lines. */
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "hra/grade.h"
#include "hra/rules.h"
#include "hra/state.h"
#include "hra/trace.h"

enum { WORDS = 8, MOST_NODES = 100000 };

typedef struct answering {
    const char *spec; /* as it was given */
    hra_text player;  /* the same, with the depth and the evaluation of the test */
    hra_grade_link *link;
    hra_game *game;
    hra_agent *agent; /* opened when it is first asked for a move */
    hra_eval eval;    /* and this for a number */
    hra_evaluator evaluator;
    void *state;
    hra_move *moves;
    hra_text line, out;
} answering;

static void close_game(answering *a) {
    hra_agent_close(a->agent);
    hra_evaluator_close(&a->evaluator);
    hra_eval_close(&a->eval);
    free(a->state);
    free(a->moves);
    hra_game_close(a->game);
    a->agent = NULL;
    a->game = NULL;
    a->state = a->moves = NULL;
    a->eval = (hra_eval){0};
    a->evaluator = (hra_evaluator){0};
}

/* "test GAME DEPTH EVAL" */
static hra_err begin_test(answering *a, const char *const words[4], hra_error *why) {
    close_game(a);
    hra_text_clear(&a->player);
    hra_text_add(&a->player, a->spec);
    if (strcmp(words[2], "0") != 0)
        hra_text_addf(&a->player, "%cdepth=%s,eval=%s", strchr(a->spec, ':') ? ',' : ':', words[2], words[3]);
    hra_err err = hra_game_open_at(&a->game, NULL, words[1], 0, NULL, why);
    if (err)
        return err;
    a->state = calloc(1, (size_t)hra_encoding_of(a->game).state_size);
    a->moves = calloc(hra_game_move_capacity(a->game), sizeof *a->moves);
    return a->state && a->moves ? HRA_OK : hra_no_memory(why);
}

/* Sends the line in a->out and reads the reply, whose words after the first are at *reply. */
static hra_err ask(answering *a, const char **reply, hra_error *why) {
    hra_err err =
        a->out.err ? hra_no_memory(why) : a->link->say(a->link->self, hra_text_string(&a->out), why);
    if (!err)
        err = a->link->hear(a->link->self, &a->line, why);
    const char *tab = err ? NULL : strchr(hra_text_string(&a->line), '\t');
    if (!err && !tab)
        err = hra_fail(why, HRA_EINPUT, -1, _("a line without a tab: '%.60s'"), hra_text_string(&a->line));
    *reply = tab ? tab + 1 : "";
    return err;
}

static hra_err read_state(answering *a, int number, hra_error *why) {
    const char *reply;
    hra_text_clear(&a->out);
    hra_text_addf(&a->out, "text\t%d", number);
    hra_err err = ask(a, &reply, why);
    return err ? err : hra_game_read_position(a->game, reply, a->state, why);
}

static int index_of(answering *a, const void *state, hra_move move) {
    const int count = hra_game_moves(a->game, state, a->moves);
    int i = 0;
    while (i < count - 1 && a->moves[i] != move)
        i++;
    return i;
}

/* ---- a move ---------------------------------------------------------------------------------*/

/* Asks for each state that the search visited, from the one above it; that a state is above another one is all that is
 * taken from the trace. */
static hra_err visit(answering *a, const hra_trace_tree *tree, hra_error *why) {
    int *numbers = calloc(tree->count, sizeof *numbers);
    const size_t size = (size_t)hra_encoding_of(a->game).state_size;
    unsigned char *state = malloc(size);
    hra_err err = numbers && state ? HRA_OK : hra_no_memory(why);
    for (uint32_t i = 1; i < tree->count && !err; i++) {
        const hra_trace_node *node = &tree->nodes[i];
        const char *reply;
        double number;
        if (node->kind == HRA_TRACE_PRUNED)
            continue;
        err = hra_game_read_position(a->game, tree->nodes[node->parent].position, state, why);
        if (err)
            break;
        hra_text_clear(&a->out);
        hra_text_addf(&a->out, "after\t%d\t%d", numbers[node->parent], index_of(a, state, node->move));
        err = ask(a, &reply, why);
        const char *end = reply;
        if (!err && hra_number_read(reply, &end, &number))
            numbers[i] = (int)number;
    }
    free(numbers);
    free(state);
    return err;
}

static hra_err choose(answering *a, hra_error *why) {
    hra_analysis analysis;
    hra_trace *trace = NULL;
    hra_err err = read_state(a, 0, why);
    if (!err && !a->agent)
        err = hra_agent_open_spec(&a->agent, a->game, hra_text_string(&a->player), why);
    if (err)
        return err;
    hra_analysis_init(&analysis);
    const hra_question question = {.state = a->state, .want = HRA_WANT_MOVE};
    const hra_trace_limits limits = {.nodes = MOST_NODES};
    const bool searches = hra_player_info_of(hra_agent_player(a->agent))->kind->title != NULL;
    if (searches)
        err = hra_trace_walk(&trace, a->agent, &question, &limits, &analysis, why);
    else if (hra_agent_ask(a->agent, &question, &analysis))
        err = hra_fail_as(why, &analysis.why);
    if (!err && searches)
        err = visit(a, hra_trace_nodes(trace), why);
    if (!err) {
        hra_text_clear(&a->out);
        hra_text_addf(&a->out, "move\t%d", index_of(a, a->state, analysis.move));
        err = a->link->say(a->link->self, hra_text_string(&a->out), why);
    }
    hra_trace_close(trace);
    hra_analysis_release(&analysis);
    return err;
}

/* ---- a number -------------------------------------------------------------------------------*/

static hra_err evaluate(answering *a, int number, int seat, hra_error *why) {
    double value[HRA_MAX_SEATS] = {0};
    hra_err err = read_state(a, number, why);
    if (!err && !a->eval.kind)
        err = hra_eval_open(&a->eval, a->game, a->spec, why);
    if (!err && !a->evaluator.kind)
        err = hra_evaluator_open(&a->evaluator, &a->eval);
    if (err)
        return err;
    if (a->game->rules->to_move(a->game, a->state) == HRA_OVER && !a->eval.kind->ends) {
        a->game->rules->returns(a->game, a->state, value);
        value[seat] *= 1e6; /* more than any estimate */
    } else {
        hra_evaluate(&a->evaluator, a->state, value);
    }
    hra_text_clear(&a->out);
    hra_text_add(&a->out, "number\t");
    hra_text_add_number(&a->out, value[seat]);
    return a->link->say(a->link->self, hra_text_string(&a->out), why);
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* Divides a line at its tabs, in place. */
static int divide(char *line, const char *words[WORDS]) {
    int count = 0;
    for (char *at = line; at && count < WORDS; count++) {
        words[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return count;
}

static hra_err obey(answering *a, int count, const char *const words[], hra_error *why) {
    double number, seat;
    if (strcmp(words[0], "hra-agent 1") == 0)
        return a->link->say(a->link->self, "ready", why);
    if (strcmp(words[0], "ugi") == 0)
        return HRA_OK;
    if (strcmp(words[0], "test") == 0 && count > 3)
        return begin_test(a, words, why);
    if (a->game && strcmp(words[0], "choose") == 0)
        return choose(a, why);
    if (a->game && strcmp(words[0], "evaluate") == 0 && count > 2 &&
        hra_number_read(words[1], NULL, &number) && hra_number_read(words[2], NULL, &seat) && seat >= 0 &&
        seat < a->game->seats)
        return evaluate(a, (int)number, (int)seat, why);
    return hra_fail(why, HRA_EINPUT, -1, _("unknown line '%.60s'; expected one of docs/grading.md"),
                    words[0]);
}

hra_err hra_grade_answer(const char *spec, hra_grade_link *link, hra_error *why) {
    answering a = {.spec = spec, .link = link};
    hra_err err = HRA_OK;
    hra_text line;
    hra_text_init(&line);
    while (!err) {
        const char *words[WORDS];
        err = link->hear(link->self, &line, why);
        if (err || strcmp(hra_text_string(&line), "quit") == 0)
            break;
        if (line.length > 0)
            err = obey(&a, divide(line.data, words), words, why);
    }
    close_game(&a);
    hra_text_release(&a.player);
    hra_text_release(&a.line);
    hra_text_release(&a.out);
    hra_text_release(&line);
    return err;
}
