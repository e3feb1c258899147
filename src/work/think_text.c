/* A task as text, for a worker (worker.c), and its result.
 *
 *     hra-work 1                     move keep 1-1<TAB>"what ..."    its reasons, if they are wanted
 *     task choose                    advice "what ..."        worth 0.5 -0.5         tree {"format":...}
 *     game yahtzee                   analysis "what ..."      cost "loss ..."        review "plies ..."
 *     player optimal                 ready                    part "..."             exercise "hra-exercise 1 ..."
 *     mind 0                         error fit checkers gives no advice
 *     play 3
 *     position ...                   usual move a1               "usual" first: the usual limit ended it
 *     limits 0 0 0 0.5               depth, nodes, playouts, seconds
 *     seed 17
 *     history 00c0ffee...            keys, where there are any
 *     tells                          the reasons of a choice are wanted too
 *     standard 0 0 0 5               no limit was given: the usual one, as limits
 *     shown 200 0 0 boards           of a tree: maximum nodes, plies and breadth, with boards
 *     simulations 60                 of a tree of mcts: the first ones, one at a time
 *     chances duel                   player that adds the win probability to advice
 *     move a1                        whose loss is wanted; of an exercise: that was made, at
 *     ply 12                         this ply
 *     source plays/nim-17.hra        of this record
 *     threshold 0.01                 loss up to which a move is as good as the best one
 *     block games 0 50               of a match: the task (hra/work.h)
 *     record                         of a review: all that follows is the record; of a match: the spec of the work
 *
 * The result is one line; its first word says what it is. Strings of JSON have texts of several lines: analysis_text.h,
 * review_text.h, and of a part of a match that of its kind of work. Progress of a review is such a string too. */
#include "core/text.h"
#include "core/words.h"
#include "rules/rename.h"
#include "work/analysis_text.h"
#include "work/review_text.h"
#include "work/think_task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hra/json.h"

const char *const hra_think_kinds[] = {"open", "choose", "advise", "analyse",  "worth", "review",
                                       "cost", "match",  "tree",   "exercise", NULL};

static const char *const codes[] = {"ok",      "memory",  "input", "fit",   "io",     "damaged",
                                    "version", "stopped", "state", "limit", "denied", "missing"};

const char *hra_think_task_code_word(hra_err code) {
    int i = -code;
    if (code == HRA_ETHREAD)
        return "thread";
    return i >= 0 && i < (int)(sizeof codes / sizeof *codes) ? codes[i] : "unknown";
}

/* ---- the order ------------------------------------------------------------------------------*/

static void write_limits(const char *key, const hra_limits *limits, hra_text *out) {
    hra_text_addf(out, "%s %d %" PRIu64 " %" PRIu64 " ", key, limits->depth, limits->nodes, limits->playouts);
    hra_text_add_number(out, limits->seconds);
    hra_text_add_char(out, '\n');
}

static void write_question(const think_task *task, hra_text *out) {
    const hra_question *q = &task->question;
    hra_text_add(out, "position ");
    task->game->rules->text->write_position(task->game, task->state, out);
    hra_text_add_char(out, '\n');
    write_limits("limits", &q->limits, out);
    hra_text_addf(out, "seed %" PRIu64 "\n", q->seed);
    if (q->history_length)
        hra_text_add(out, "history");
    for (int i = 0; i < q->history_length; i++)
        hra_text_addf(out, " %016" PRIx64, q->history[i]);
    hra_text_addf(out, "%s%s", q->history_length ? "\n" : "", task->tells ? "tells\n" : "");
    if (task->standard)
        write_limits("standard", &task->usual, out);
    if (task->kind == THINK_TREE)
        hra_text_addf(out, "shown %" PRIu32 " %d %d%s\n", task->shown.nodes, task->shown.depth,
                      task->shown.breadth, task->boards ? " boards" : "");
    if (task->simulations)
        hra_text_addf(out, "simulations %d\n", task->simulations);
    if (task->chances)
        hra_text_addf(out, "chances %s\n", task->chances->spec);
    if (task->kind != THINK_COST && task->kind != THINK_EXERCISE)
        return;
    hra_text_add(out, "move ");
    task->game->rules->text->show_move(task->game, task->state, task->move, out);
    hra_text_add_char(out, '\n');
    if (task->kind == THINK_COST)
        return;
    hra_text_addf(out, "ply %d\n", task->ply);
    if (*task->source)
        hra_text_addf(out, "source %s\n", task->source);
    hra_text_add(out, "threshold ");
    hra_text_add_number(out, task->threshold);
    hra_text_add_char(out, '\n');
}

void hra_think_task_write(const think_task *task, const char *spec, hra_text *out) {
    hra_text_addf(out, "hra-work 1\ntask %s\ngame %s\nplayer %s\n", hra_think_kinds[task->kind],
                  task->game->spec, task->match ? task->match->players : spec);
    hra_text_addf(out, "mind %d\nplay %" PRIu64 "\n", task->slot, task->play);
    if (task->keys == HRA_JSON_NEW_KEYS && task->kind == THINK_TREE)
        hra_text_add(out, "keys new\n");
    if (task->kind == THINK_MATCH) {
        hra_text_addf(out, "block %s\nrecord\n%s", task->task_of, task->match->spec);
    } else if (task->kind == THINK_REVIEW) {
        write_limits("limits", &task->question.limits, out);
        hra_text_addf(out, "record\n%s", task->record_text);
    } else if (task->kind != THINK_OPEN || task->state) {
        write_question(task, out);
    }
}

/* What a line "key rest" says; NULL: it has another key. */
static const char *rest_of_line(const char *line, const char *key) {
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && (line[n] == ' ' || !line[n]) ? line + n + (line[n] == ' ') : NULL;
}

/* ---- the result -----------------------------------------------------------------------------*/

void hra_think_task_write_error(const hra_error *why, hra_text *out) {
    hra_text_addf(out, "error %s %s", hra_think_task_code_word(why->code), why->text);
}

/* Appends a text of several lines as a string of JSON. */
static hra_err add_text(hra_text *text, hra_err err, hra_text *out) {
    err = err ? err : text->err;
    if (!err)
        hra_text_add_json(out, hra_text_string(text));
    hra_text_release(text);
    return err;
}

static hra_err add_analysis(const think_task *task, const hra_analysis *analysis, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    return add_text(&text, hra_analysis_write(task->game, task->state, analysis, &text), out);
}

static hra_err add_cost(const think_task *task, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    return add_text(&text, hra_move_loss_write(task->game, task->state, &task->cost, &text), out);
}

void hra_think_task_write_review(const hra_review *review, int from, int to, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = add_text(&text, hra_review_write_plies(review, from, to, &text), out);
    out->err = out->err ? out->err : err;
}

static hra_err add_move(const think_task *task, hra_text *out) {
    task->game->rules->text->show_move(task->game, task->state, task->move, out);
    if (!task->explained)
        return HRA_OK;
    hra_text_add(out, "\t");
    return add_analysis(task, &task->advice, out);
}

static void add_worth(const think_task *task, hra_text *out) {
    for (int seat = 0; seat < task->game->seats; seat++) {
        hra_text_add(out, seat ? " " : "");
        hra_text_add_number(out, task->worth[seat]);
    }
}

/* What follows the first word. */
static hra_err add_result(const think_task *task, hra_text *out) {
    switch (task->kind) {
    case THINK_COST:
        return add_cost(task, out);
    case THINK_MATCH:
    case THINK_EXERCISE:
        hra_text_add_json(out, hra_text_string(&task->part));
        return task->part.err;
    case THINK_TREE:
        hra_text_add(out, task->json);
        return HRA_OK;
    case THINK_REVIEW:
        hra_think_task_write_review(*task->review, 0, hra_review_snapshot(*task->review)->done, out);
        return HRA_OK;
    case THINK_CHOOSE:
        return add_move(task, out);
    case THINK_ADVISE:
        return add_analysis(task, &task->advice, out);
    case THINK_WORTH:
        add_worth(task, out);
        return HRA_OK;
    case THINK_OPEN:
        return HRA_OK;
    default:
        return add_analysis(task, &task->result, out);
    }
}

static const char *const results[] = {"ready",  "move", "advice", "analysis", "worth",
                                      "review", "cost", "part",   "tree",     "exercise"};

void hra_think_task_write_result(const think_task *task, hra_text *out) {
    if (task->err) {
        hra_think_task_write_error(&task->why, out);
        return;
    }
    hra_text_addf(out, "%s%s%s", task->usual_ended ? "usual " : "", results[task->kind],
                  task->kind == THINK_OPEN ? "" : " ");
    hra_err err = add_result(task, out);
    out->err = out->err ? out->err : err;
}

static hra_err read_json(think_task *task, const char *text, hra_error *why) {
    size_t length = strlen(text);
    if (*text != '{' || !hra_json_valid(text, length))
        return hra_fail(why, HRA_EINPUT, -1, "the result is not a JSON object on one line");
    task->json = malloc(length + 1);
    if (!task->json)
        return hra_no_memory(why);
    memcpy(task->json, text, length + 1);
    return HRA_OK;
}

static hra_err read_error(think_task *task, const char *text) {
    size_t n = strcspn(text, " ");
    task->err = n == strlen("thread") && strncmp(text, "thread", n) == 0 ? HRA_ETHREAD : HRA_EINPUT;
    for (int i = 1; i < (int)(sizeof codes / sizeof *codes); i++)
        if (strlen(codes[i]) == n && strncmp(codes[i], text, n) == 0)
            task->err = -i;
    text += n + (text[n] == ' ');
    hra_fail(&task->why, task->err, -1, "%s", *text ? text : hra_err_text(task->err));
    return HRA_OK;
}

/* The text in a string of JSON, for the caller to free. */
static hra_err read_text(const char *string, char **out, hra_error *why) {
    size_t size = strlen(string) + 1;
    char *copy = malloc(size), *text = NULL;
    if (!copy)
        return hra_no_memory(why);
    memcpy(copy, string, size);
    hra_err err = hra_words_only(copy, &text, why);
    if (!err && !text)
        err = hra_fail(why, HRA_EINPUT, -1, "a result ends with a string of JSON");
    if (err) {
        free(copy);
        return err;
    }
    memmove(copy, text, strlen(text) + 1);
    *out = copy;
    return HRA_OK;
}

/* Advice, and what a choice rests on, has a value for the seat that is to move. */
static hra_err read_analysis(think_task *task, const char *string, hra_analysis *out, hra_error *why) {
    char *text;
    hra_err err = read_text(string, &text, why);
    if (err)
        return err;
    free(task->words);
    err = hra_analysis_read(task->game, task->state, text, out, &task->words, why);
    free(text);
    if (!err && out == &task->advice && out->move_count && out->value_seat < 0) {
        hra_analysis_release(out);
        err = hra_fail(why, HRA_EINPUT, -1, "advice is of no seat");
    }
    return err;
}

static hra_err read_move(think_task *task, const char *text, hra_error *why) {
    char move[256];
    size_t n = strcspn(text, "\t");
    if (n >= sizeof move)
        return hra_fail(why, HRA_EINPUT, -1, "no move is as long as '%.60s...'", text);
    memcpy(move, text, n);
    move[n] = '\0';
    hra_err err = hra_game_parse_move(task->game, task->state, move, &task->move, why);
    task->explained = !err && text[n];
    return task->explained ? read_analysis(task, text + n + 1, &task->advice, why) : err;
}

static hra_err read_worth(think_task *task, const char *text, hra_error *why) {
    for (int seat = 0; seat < task->game->seats; seat++) {
        if (!hra_number_read(text, &text, &task->worth[seat]) || (*text && *text != ' '))
            return hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", task->game->seats);
        text += *text == ' ';
    }
    return *text ? hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", task->game->seats)
                 : HRA_OK;
}

static hra_err read_cost(think_task *task, const char *string, hra_error *why) {
    char *text;
    hra_err err = read_text(string, &text, why);
    if (err)
        return err;
    err = hra_move_loss_read(task->game, task->state, text, &task->cost, why);
    free(text);
    return err;
}

/* The caller checks them: whether these are the games or plies of the task, or an exercise. */
hra_err hra_think_task_read_plies(think_task *task, const char *string, hra_error *why) {
    char *text;
    hra_err err = read_text(string, &text, why);
    if (err)
        return err;
    hra_text_clear(&task->part);
    hra_text_add(&task->part, text);
    free(text);
    return task->part.err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_think_task_read_result(think_task *task, const char *text, hra_error *why) {
    const char *rest = rest_of_line(text, "error");
    if (rest)
        return read_error(task, rest);
    rest = rest_of_line(text, "usual");
    task->usual_ended = rest != NULL;
    rest = rest_of_line(rest ? rest : text, results[task->kind]);
    if (!rest)
        return hra_fail(why, HRA_EINPUT, -1,
                        "the result must begin with '%s ...' or 'error ...', not '%.40s'",
                        results[task->kind], text);
    task->err = HRA_OK;
    if (task->kind == THINK_OPEN)
        return *rest ? hra_fail(why, HRA_EINPUT, -1, "after opening a player only 'ready' is expected")
                     : HRA_OK;
    switch (task->kind) {
    case THINK_WORTH:
        return read_worth(task, rest, why);
    case THINK_MATCH:
    case THINK_REVIEW:
    case THINK_EXERCISE:
        return hra_think_task_read_plies(task, rest, why);
    case THINK_COST:
        return read_cost(task, rest, why);
    case THINK_ADVISE:
        return read_analysis(task, rest, &task->advice, why);
    case THINK_ANALYSE:
        return read_analysis(task, rest, &task->result, why);
    case THINK_CHOOSE:
        return read_move(task, rest, why);
    default:
        return read_json(task, rest, why);
    }
}
