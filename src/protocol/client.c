/* A program that plays: its process, lines to it and from it, and what went wrong in words. */
#include <stddef.h>
#include <string.h>

#include "client.h"
#include "core/messages.h"
#include "rules/host.h"

#define FAREWELL 0.5 /* seconds that a program may take to end when it was asked to */
#define HURRY 0.3    /* seconds to say a move after a stop */

hra_err hra_client_fail(hra_client *c, hra_err code, const char *format, ...) {
    char text[sizeof c->why.text];
    va_list list;
    va_start(list, format);
    (void)hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    const char *at = hra_options_text(c->options, "address");
    const char *command = at ? at : hra_options_text(c->options, "cmd");
    if (c->stage == HRA_CLIENT_THINKS)
        return hra_fail(&c->why, code, -1, "'%.80s' %.180s while it thought", command, text);
    if (c->stage == HRA_CLIENT_ENDS)
        return hra_fail(&c->why, code, -1, "'%.80s' %.180s when it was asked to end", command, text);
    return hra_fail(&c->why, code, -1, "'%.80s' %.180s when it was started", command, text);
}

/* What the channel says, or its lack of an answer, in words. */
static hra_err fail_of(hra_client *c, hra_err err, const hra_error *what) {
    if (err == HRA_EENDED)
        return hra_client_fail(c, err, "%s", what->text);
    if (err == HRA_EPROTOCOL)
        return hra_client_fail(c, err, "said %s", what->text);
    if (err == HRA_EHUNG && c->unknown[0])
        return hra_client_fail(c, err, "did not answer in time, but said '%s',", c->unknown);
    if (err == HRA_EHUNG)
        return hra_client_fail(c, err, "did not answer in time");
    c->why = *what;
    return err;
}

/* Begins to wait for at most `seconds`. */
static void begin_to_wait(hra_client *c, double seconds) {
    c->unknown[0] = '\0';
    c->deadline = hra_clock() + seconds;
}

hra_err hra_client_say(hra_client *c, const char *format, ...) {
    hra_error what = {0};
    va_list list;
    va_start(list, format);
    hra_text_clear(&c->out);
    hra_text_addv(&c->out, format, list);
    hra_text_add_char(&c->out, '\n');
    va_end(list);
    if (c->out.err)
        return hra_no_memory(&c->why);
    hra_err err = c->channel->write(c->channel, c->out.data, c->out.length, c->deadline, c->stop, &what);
    return err ? fail_of(c, err, &what) : HRA_OK;
}

hra_err hra_client_hear(hra_client *c) {
    hra_error what = {0};
    hra_err err;
    do
        err = c->channel->read(c->channel, &c->line, c->deadline, c->stop, &what);
    while (!err && hra_text_string(&c->line)[strspn(hra_text_string(&c->line), " \t")] == '\0');
    return err ? fail_of(c, err, &what) : HRA_OK;
}

void hra_client_pass_over(hra_client *c, const char *line) {
    (void)hra_snprintf(c->unknown, sizeof c->unknown, "%s", line);
}

const char *hra_client_behind(const hra_client *c, const char *word) {
    const char *line = hra_text_string(&c->line) + strspn(hra_text_string(&c->line), " \t");
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

hra_err hra_client_init(hra_client *c) {
    hra_text_init(&c->out);
    hra_text_init(&c->line);
    hra_text_init(&c->errors);
    c->stage = HRA_CLIENT_STARTS;
    c->fresh = true;
    return c->kind->open(c);
}

static void read_errors(hra_client *c, hra_text *out) {
    if (c->channel && c->channel->size > offsetof(hra_channel, errors) && c->channel->errors)
        c->channel->errors(c->channel, out);
}

void hra_client_errors(hra_client *c, hra_text *out) {
    if (c->errors.length)
        hra_text_add(out, hra_text_string(&c->errors));
    hra_text_clear(&c->errors);
    read_errors(c, out);
}

void hra_client_report(hra_client *c) {
    const hra_host *host = c->game->host;
    if (host && host->failed && c->why.code)
        host->failed(host->self, c->why.text, hra_text_string(&c->errors));
}

static void cut_off(hra_client *c, double patience) {
    hra_text_clear(&c->errors);
    read_errors(c, &c->errors);
    if (c->channel)
        c->channel->close(c->channel, patience);
    c->channel = NULL;
    c->fresh = true;
}

/* Asks it to end, and after a while ends it. */
static void end_program(hra_client *c) {
    if (!c->channel)
        return;
    c->stage = HRA_CLIENT_ENDS;
    c->stop = NULL;
    begin_to_wait(c, FAREWELL);
    hra_err err = hra_client_say(c, "%s", c->kind->bye);
    cut_off(c, err ? 0 : FAREWELL);
}

void hra_client_release(hra_client *c) {
    end_program(c);
    c->kind->close(c);
    hra_text_release(&c->out);
    hra_text_release(&c->line);
    hra_text_release(&c->errors);
}

/* The parameters that the user names: "tt-size=16 book=no". */
static hra_err set_parameters(hra_client *c) {
    const char *text = hra_options_text(c->options, "options");
    hra_err err = HRA_OK;
    for (size_t length; text && !err; text += length) {
        text += strspn(text, " ");
        length = strcspn(text, " ");
        const char *value = memchr(text, '=', length);
        if (!length)
            break;
        if (!value)
            return hra_fail(&c->why, HRA_EINPUT, -1,
                            "ext: options takes NAME=VALUE, with blanks between them, not '%.*s'",
                            (int)(length < 40 ? length : 40), text);
        err = c->kind->set(c, (int)(value - text), text, (int)(text + length - value - 1), value + 1);
    }
    return err;
}

hra_err hra_client_start(hra_client *c, const hra_stop *stop) {
    const char *at = hra_options_text(c->options, "address"), *log = hra_options_text(c->options, "log");
    hra_err err = at ? hra_game_connect(c->game, at, log, &c->channel, &c->why)
                     : hra_game_run(c->game, hra_options_text(c->options, "cmd"), log, &c->channel, &c->why);
    if (err)
        return err;
    c->stage = HRA_CLIENT_STARTS;
    c->stop = stop;
    begin_to_wait(c, hra_options_real(c->options, "timeout"));
    err = c->kind->greet(c);
    if (!err)
        err = set_parameters(c);
    if (err)
        cut_off(c, 0);
    return err;
}

/* Seconds to wait for a move at most. */
static double patience_for(const hra_client *c, const hra_limits *limits) {
    double left = c->clocks.of[c->clocks.seat].seconds, most = limits->seconds;
    if (left > 0 && !(most > 0 && most < left))
        most = left;
    return most > 0 ? most + hra_options_real(c->options, "timemargin")
                    : hra_options_real(c->options, "timeout");
}

/* HRA_ESTOPPED: there was a stop, and no move in time. */
static hra_err think(hra_client *c, const hra_question *q, const hra_limits *limits, hra_analysis *result) {
    double began = hra_clock();
    begin_to_wait(c, hra_options_real(c->options, "timeout"));
    hra_err err = c->kind->ask(c, q, limits);
    c->fresh = false;
    begin_to_wait(c, patience_for(c, limits));
    if (!err)
        err = c->kind->hear_move(c, result);
    if (err == HRA_ESTOPPED) {
        c->stop = NULL;
        begin_to_wait(c, HURRY);
        bool told = hra_client_say(c, "stop") == 0 && c->kind->hear_move(c, result) == 0;
        err = told ? HRA_OK : hra_fail(&c->why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        result->stopped = true;
    }
    result->seconds = hra_clock() - began;
    return err ? err : c->kind->take_move(c, q->state, result);
}

hra_err hra_client_chose(hra_client *c, hra_past *past, hra_analysis *result) {
    if (hra_analysis_reserve(result, c->game->max_moves, 1) != 0)
        return hra_no_memory(&c->why);
    result->move_count = hra_game_moves(c->game, hra_past_state(past, past->count), past->list);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_analysis_move){.move = past->list[i], .probability = 1, .distance = -1};
    result->pv[0] = result->move;
    result->pv_length = 1;
    hra_past_push(past, result->move);
    return HRA_OK;
}

hra_err hra_client_illegal(hra_client *c, const char *move) {
    return hra_client_fail(c, HRA_EILLEGAL, "chose the illegal move '%.40s'", move);
}

hra_err hra_client_choose(hra_client *c, const hra_question *question, const hra_limits *limits,
                          hra_analysis *result) {
    hra_err err = HRA_OK;
    if (!c->channel) {
        err = hra_client_start(c, question->stop);
        if (!err)
            err = c->kind->prepare(c);
    }
    c->stage = HRA_CLIENT_THINKS;
    c->stop = question->stop;
    if (!err)
        err = think(c, question, limits, result);
    c->clocks = (hra_clocks){0};
    if (err)
        cut_off(c, 0);
    if (hra_failure(err) >= 0)
        hra_client_report(c);
    return err;
}
