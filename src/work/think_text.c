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

const char *const hra_unit_tasks[] = {"open",   "choose", "advise", "analyse", "worth",
                                      "review", "cost",   "match",  "tree",    NULL};

static const char *const codes[] = {"ok",      "memory",  "input", "fit",   "io",     "damaged",
                                    "version", "stopped", "state", "limit", "denied", "missing"};

const char *hra_unit_code_word(hra_err code) {
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

static void write_question(const unit *u, hra_text *out) {
    const hra_question *q = &u->question;
    hra_text_add(out, "position ");
    u->game->rules->text->write_position(u->game, u->state, out);
    hra_text_add_char(out, '\n');
    write_limits("limits", &q->limits, out);
    hra_text_addf(out, "seed %" PRIu64 "\n", q->seed);
    if (q->history_length)
        hra_text_add(out, "history");
    for (int i = 0; i < q->history_length; i++)
        hra_text_addf(out, " %016" PRIx64, q->history[i]);
    hra_text_addf(out, "%s%s", q->history_length ? "\n" : "", u->tells ? "tells\n" : "");
    if (u->standard)
        write_limits("standard", &u->usual, out);
    if (u->task == UNIT_TREE)
        hra_text_addf(out, "shown %" PRIu32 " %d %d%s\n", u->shown.nodes, u->shown.depth, u->shown.breadth,
                      u->boards ? " boards" : "");
    if (u->chances)
        hra_text_addf(out, "chances %s\n", u->chances->spec);
    if (u->task != UNIT_COST)
        return;
    hra_text_add(out, "move ");
    u->game->rules->text->show_move(u->game, u->state, u->move, out);
    hra_text_add_char(out, '\n');
}

void hra_unit_write(const unit *u, const char *spec, hra_text *out) {
    hra_text_addf(out, "hra-work 1\ntask %s\ngame %s\nplayer %s\n", hra_unit_tasks[u->task], u->game->spec,
                  u->match ? u->match->players : spec);
    hra_text_addf(out, "mind %d\nplay %" PRIu64 "\n", u->mind, u->play);
    if (u->task == UNIT_MATCH) {
        hra_text_addf(out, "block %s\nrecord\n%s", u->task_of, u->match->spec);
    } else if (u->task == UNIT_REVIEW) {
        write_limits("limits", &u->question.limits, out);
        hra_text_addf(out, "record\n%s", u->record_text);
    } else if (u->task != UNIT_OPEN || u->state) {
        write_question(u, out);
    }
}

/* What a line "key rest" says; NULL: it has another key. */
const char *hra_unit_rest(const char *line, const char *key) {
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && (line[n] == ' ' || !line[n]) ? line + n + (line[n] == ' ') : NULL;
}

/* What the numbers of advice are, so that the session knows without reading them. */
static const char *const units[] = {"points", "probability"};

/* ---- the result -----------------------------------------------------------------------------*/

void hra_unit_write_error(const hra_error *why, hra_text *out) {
    hra_text_addf(out, "error %s %s", hra_unit_code_word(why->code), why->text);
}

void hra_unit_write_review(const hra_review *review, bool whole, hra_text *out) {
    hra_json json = hra_json_begin(out);
    json.old_keys = true;
    hra_json_object(&json, NULL);
    hra_unit_add_review(&json, review, whole);
    hra_json_end(&json);
}

void hra_unit_write_result(const unit *u, const char *spec, hra_text *out) {
    hra_json json = hra_json_begin(out);
    json.old_keys = true;
    hra_text text;
    hra_text_init(&text);
    if (u->err) {
        hra_unit_write_error(&u->why, out);
        return;
    }
    if (u->usual_ended)
        hra_text_add(out, "usual ");
    switch (u->task) {
    case UNIT_COST:
        hra_text_add(out, "cost ");
        hra_text_add_number(out, u->cost.loss);
        hra_text_add_char(out, ' ');
        hra_json_move_loss(&json, NULL, u->game, u->state, u->move, &u->cost);
        break;
    case UNIT_MATCH:
        hra_text_add(out, "part ");
        hra_text_add_json(out, hra_text_string(&u->part));
        out->err = u->part.err ? u->part.err : out->err;
        break;
    case UNIT_TREE:
        hra_text_addf(out, "tree %s", u->json);
        break;
    case UNIT_REVIEW:
        hra_text_add(out, "review ");
        hra_unit_write_review(*u->review, true, out);
        break;
    case UNIT_OPEN:
        hra_text_add(out, "ready");
        break;
    case UNIT_CHOOSE:
        hra_text_add(out, "move ");
        u->game->rules->text->show_move(u->game, u->state, u->move, out);
        if (u->advice.move_count) {
            hra_text_add(out, "\t");
            hra_json_advice(&json, NULL, u->game, u->state, &u->advice);
        }
        break;
    case UNIT_ADVISE:
        hra_text_addf(out, "advice %s ", units[u->advice.what.unit == HRA_UNIT_PROBABILITY]);
        hra_json_advice(&json, NULL, u->game, u->state, &u->advice);
        break;
    case UNIT_WORTH:
        hra_text_add(out, "worth");
        for (int seat = 0; seat < u->game->seats; seat++) {
            hra_text_add(out, " ");
            hra_text_add_number(out, u->worth[seat]);
        }
        break;
    default:
        hra_text_add(out, "analysis ");
        hra_json_analysis(&json, NULL, &u->result, u->game, u->state, spec);
        break;
    }
}

static hra_err read_json(unit *u, const char *text, hra_error *why) {
    size_t length = strlen(text);
    if (*text != '{' || !hra_json_valid(text, length))
        return hra_fail(why, HRA_EINPUT, -1, "the result is no object of JSON in one line");
    u->json = malloc(length + 1);
    if (!u->json)
        return hra_no_memory(why);
    memcpy(u->json, text, length + 1);
    return HRA_OK;
}

static hra_err read_error(unit *u, const char *text) {
    size_t n = strcspn(text, " ");
    u->err = n == strlen("thread") && strncmp(text, "thread", n) == 0 ? HRA_ETHREAD : HRA_EINPUT;
    for (int i = 1; i < (int)(sizeof codes / sizeof *codes); i++)
        if (strlen(codes[i]) == n && strncmp(codes[i], text, n) == 0)
            u->err = -i;
    text += n + (text[n] == ' ');
    hra_fail(&u->why, u->err, -1, "%s", *text ? text : hra_err_text(u->err));
    return HRA_OK;
}

static hra_err read_move(unit *u, const char *text, hra_error *why) {
    char move[256];
    size_t n = strcspn(text, "\t");
    if (n >= sizeof move)
        return hra_fail(why, HRA_EINPUT, -1, "no move is as long as '%.60s...'", text);
    memcpy(move, text, n);
    move[n] = '\0';
    hra_err err = hra_game_parse_move(u->game, u->state, move, &u->move, why);
    return err || !text[n] ? err : read_json(u, text + n + 1, why);
}

static hra_err read_worth(unit *u, const char *text, hra_error *why) {
    for (int seat = 0; seat < u->game->seats; seat++) {
        if (!hra_number_read(text, &text, &u->worth[seat]) || (*text && *text != ' '))
            return hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", u->game->seats);
        text += *text == ' ';
    }
    return *text ? hra_fail(why, HRA_EINPUT, -1, "worth is followed by %d numbers", u->game->seats) : HRA_OK;
}

static hra_err read_cost(unit *u, const char *text, hra_error *why) {
    if (!hra_number_read(text, &text, &u->cost.loss) || *text != ' ')
        return hra_fail(why, HRA_EINPUT, -1, "cost is followed by the loss, and an object of JSON");
    return read_json(u, text + 1, why);
}

static hra_err read_advice(unit *u, const char *text, hra_error *why) {
    for (int i = 0; i < 2; i++) {
        const char *rest = hra_unit_rest(text, units[i]);
        if (rest) {
            u->advice.what.unit = i ? HRA_UNIT_PROBABILITY : HRA_UNIT_POINTS;
            return read_json(u, rest, why);
        }
    }
    return hra_fail(why, HRA_EINPUT, -1,
                    "advice is followed by 'points' or 'probability', and an object of JSON");
}

/* Whether these are the games that were to be played, the work that counts them sees. */
static hra_err read_part(unit *u, const char *text, hra_error *why) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size), *at = copy, *part;
    if (!copy)
        return hra_no_memory(why);
    memcpy(copy, text, size);
    hra_err err = hra_words_only(at, &part, why);
    if (!err && !part)
        err = hra_fail(why, HRA_EINPUT, -1, "part is followed by a string of JSON");
    hra_text_clear(&u->part);
    if (!err)
        hra_text_add(&u->part, part);
    free(copy);
    return err ? err : u->part.err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_unit_read_result(unit *u, const char *text, hra_error *why) {
    static const char *const kinds[] = {"ready",  "move", "advice", "analysis", "worth",
                                        "review", "cost", "part",   "tree"};
    const char *rest = hra_unit_rest(text, "error");
    if (rest)
        return read_error(u, rest);
    rest = hra_unit_rest(text, "usual");
    u->usual_ended = rest != NULL;
    rest = hra_unit_rest(rest ? rest : text, kinds[u->task]);
    if (!rest)
        return hra_fail(why, HRA_EINPUT, -1, "this work ends with '%s ...' or 'error ...', not '%.40s'",
                        kinds[u->task], text);
    u->err = HRA_OK;
    if (u->task == UNIT_OPEN)
        return *rest ? hra_fail(why, HRA_EINPUT, -1, "'ready' is all there is to say of a player") : HRA_OK;
    if (u->task == UNIT_WORTH)
        return read_worth(u, rest, why);
    if (u->task == UNIT_MATCH)
        return read_part(u, rest, why);
    if (u->task == UNIT_COST)
        return read_cost(u, rest, why);
    if (u->task == UNIT_ADVISE)
        return read_advice(u, rest, why);
    return u->task == UNIT_CHOOSE ? read_move(u, rest, why) : read_json(u, rest, why);
}
