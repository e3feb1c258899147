/* Work as text, for whoever it is handed to (worker.c), and what comes of it.
 *
 *     hra-work 1                     move keep 1-1<TAB>{"key":...}     what was judged, where that was wanted
 *     task choose                    advice {"value":...}        worth 0.5 -0.5         tree {"format":...}
 *     game yahtzee                   analysis {"game":...}
 *     player optimal                 ready
 *     mind 0                         error fit checkers gives no advice
 *     play 3
 *     position ...                   usual move a1               "usual" first: the usual limit ended it
 *     limits 0 0 0 0.5               depth, nodes, playouts, seconds
 *     seed 17
 *     history 00c0ffee...            keys, where there are any
 *     tells                          what a choice rests on is wanted too
 *     standard 0 0 0 5               nobody named a limit: the usual one, as limits
 *     shown 200 0 0 boards           of a tree: nodes, plies and breadth that are wanted, with boards
 *     chances duel                   who adds the chance to win to advice
 *     move a1                        whose cost is asked for
 *     block games 0 50               of a match: the task (hra/work.h)
 *     record                         of a review: all that follows is the record; of a match: the spec of the work
 *
 * The result is one line; its first word says what it is. */
#include "core/text.h"
#include "core/words.h"
#include "rules/rename.h"
#include "work/think_task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hra/json.h"

const char *const hra_think_kinds[] = {"open",   "choose", "advise", "analyse", "worth",
                                       "review", "cost",   "match",  "tree",    NULL};

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
    if (task->chances)
        hra_text_addf(out, "chances %s\n", task->chances->spec);
    if (task->kind != THINK_COST)
        return;
    hra_text_add(out, "move ");
    task->game->rules->text->show_move(task->game, task->state, task->move, out);
    hra_text_add_char(out, '\n');
}

void hra_think_task_write(const think_task *task, const char *spec, hra_text *out) {
    hra_text_addf(out, "hra-work 1\ntask %s\ngame %s\nplayer %s\n", hra_think_kinds[task->kind],
                  task->game->spec, task->match ? task->match->players : spec);
    hra_text_addf(out, "mind %d\nplay %" PRIu64 "\n", task->slot, task->play);
    if (task->keys == HRA_JSON_NEW_KEYS && (task->kind == THINK_TREE || task->kind == THINK_REVIEW))
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
const char *hra_think_task_rest(const char *line, const char *key) {
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && (line[n] == ' ' || !line[n]) ? line + n + (line[n] == ' ') : NULL;
}

/* What the numbers of advice are, so that the session knows without reading them. */
static const char *const units[] = {"points", "probability"};

/* ---- the result -----------------------------------------------------------------------------*/

void hra_think_task_write_error(const hra_error *why, hra_text *out) {
    hra_text_addf(out, "error %s %s", hra_think_task_code_word(why->code), why->text);
}

void hra_think_task_write_review(const hra_review *review, bool whole, hra_json_keys keys, hra_text *out) {
    hra_json json = hra_json_begin(out);
    json.keys = keys;
    hra_json_object(&json, NULL);
    hra_think_task_add_review(&json, review, whole);
    hra_json_end(&json);
}

void hra_think_task_write_result(const think_task *task, const char *spec, hra_text *out) {
    hra_json json = hra_json_begin(out);
    json.keys = task->keys;
    hra_text text;
    hra_text_init(&text);
    if (task->err) {
        hra_think_task_write_error(&task->why, out);
        return;
    }
    if (task->usual_ended)
        hra_text_add(out, "usual ");
    switch (task->kind) {
    case THINK_COST:
        hra_text_add(out, "cost ");
        hra_text_add_number(out, task->cost.loss);
        hra_text_add_char(out, ' ');
        hra_json_move_loss(&json, NULL, task->game, task->state, task->move, &task->cost);
        break;
    case THINK_MATCH:
        hra_text_add(out, "part ");
        hra_text_add_json(out, hra_text_string(&task->part));
        out->err = task->part.err ? task->part.err : out->err;
        break;
    case THINK_TREE:
        hra_text_addf(out, "tree %s", task->json);
        break;
    case THINK_REVIEW:
        hra_text_add(out, "review ");
        hra_think_task_write_review(*task->review, true, task->keys, out);
        break;
    case THINK_OPEN:
        hra_text_add(out, "ready");
        break;
    case THINK_CHOOSE:
        hra_text_add(out, "move ");
        task->game->rules->text->show_move(task->game, task->state, task->move, out);
        if (task->advice.move_count) {
            hra_text_add(out, "\t");
            hra_json_advice(&json, NULL, task->game, task->state, &task->advice);
        }
        break;
    case THINK_ADVISE:
        hra_text_addf(out, "advice %s ", units[task->advice.what.unit == HRA_UNIT_PROBABILITY]);
        hra_json_advice(&json, NULL, task->game, task->state, &task->advice);
        break;
    case THINK_WORTH:
        hra_text_add(out, "worth");
        for (int seat = 0; seat < task->game->seats; seat++) {
            hra_text_add(out, " ");
            hra_text_add_number(out, task->worth[seat]);
        }
        break;
    default:
        hra_text_add(out, "analysis ");
        hra_json_analysis(&json, NULL, &task->result, task->game, task->state, spec);
        break;
    }
}

static hra_err read_json(think_task *task, const char *text, hra_error *why) {
    size_t length = strlen(text);
    if (*text != '{' || !hra_json_valid(text, length))
        return hra_fail(why, HRA_EINPUT, -1, "the result is no object of JSON in one line");
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

static hra_err read_move(think_task *task, const char *text, hra_error *why) {
    char move[256];
    size_t n = strcspn(text, "\t");
    if (n >= sizeof move)
        return hra_fail(why, HRA_EINPUT, -1, "no move is as long as '%.60s...'", text);
    memcpy(move, text, n);
    move[n] = '\0';
    hra_err err = hra_game_parse_move(task->game, task->state, move, &task->move, why);
    return err || !text[n] ? err : read_json(task, text + n + 1, why);
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

static hra_err read_cost(think_task *task, const char *text, hra_error *why) {
    if (!hra_number_read(text, &text, &task->cost.loss) || *text != ' ')
        return hra_fail(why, HRA_EINPUT, -1, "cost is followed by the loss, and an object of JSON");
    return read_json(task, text + 1, why);
}

static hra_err read_advice(think_task *task, const char *text, hra_error *why) {
    for (int i = 0; i < 2; i++) {
        const char *rest = hra_think_task_rest(text, units[i]);
        if (rest) {
            task->advice.what.unit = i ? HRA_UNIT_PROBABILITY : HRA_UNIT_POINTS;
            return read_json(task, rest, why);
        }
    }
    return hra_fail(why, HRA_EINPUT, -1,
                    "advice is followed by 'points' or 'probability', and an object of JSON");
}

/* Whether these are the games that were to be played, the work that counts them sees. */
static hra_err read_part(think_task *task, const char *text, hra_error *why) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size), *at = copy, *part;
    if (!copy)
        return hra_no_memory(why);
    memcpy(copy, text, size);
    hra_err err = hra_words_only(at, &part, why);
    if (!err && !part)
        err = hra_fail(why, HRA_EINPUT, -1, "part is followed by a string of JSON");
    hra_text_clear(&task->part);
    if (!err)
        hra_text_add(&task->part, part);
    free(copy);
    return err ? err : task->part.err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_think_task_read_result(think_task *task, const char *text, hra_error *why) {
    static const char *const kinds[] = {"ready",  "move", "advice", "analysis", "worth",
                                        "review", "cost", "part",   "tree"};
    const char *rest = hra_think_task_rest(text, "error");
    if (rest)
        return read_error(task, rest);
    rest = hra_think_task_rest(text, "usual");
    task->usual_ended = rest != NULL;
    rest = hra_think_task_rest(rest ? rest : text, kinds[task->kind]);
    if (!rest)
        return hra_fail(why, HRA_EINPUT, -1, "this work ends with '%s ...' or 'error ...', not '%.40s'",
                        kinds[task->kind], text);
    task->err = HRA_OK;
    if (task->kind == THINK_OPEN)
        return *rest ? hra_fail(why, HRA_EINPUT, -1, "'ready' is all there is to say of a player") : HRA_OK;
    if (task->kind == THINK_WORTH)
        return read_worth(task, rest, why);
    if (task->kind == THINK_MATCH)
        return read_part(task, rest, why);
    if (task->kind == THINK_COST)
        return read_cost(task, rest, why);
    if (task->kind == THINK_ADVISE)
        return read_advice(task, rest, why);
    return task->kind == THINK_CHOOSE ? read_move(task, rest, why) : read_json(task, rest, why);
}
