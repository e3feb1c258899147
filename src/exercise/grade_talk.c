/* The dialogue with an agent that is graded. All that it names is a number that was given to it, so that nothing it sends
 * is looked up as a name or as a text. */
#include "grade_talk.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/state.h"
#include "hra/term.h"

enum {
    GREETING = 1000 /* lines before it, of a program for UGI: its name, its options */,
    WORD_BYTES = 200,
    FIRST_STATES = 256,
    MOST_BYTES = 256 << 20
};

void hra_grade_break(hra_grade_result *result, const char *format, ...) {
    va_list list;
    result->broken = true;
    result->points = 0;
    hra_text_clear(&result->why);
    va_start(list, format);
    hra_text_addv(&result->why, format, list);
    va_end(list);
}

void hra_grade_result_release(hra_grade_result *result) {
    hra_text_release(&result->why);
    hra_text_release(&result->drawn);
    *result = (hra_grade_result){0};
}

/* ---- states ---------------------------------------------------------------------------------*/

const void *hra_talk_state(const grade_talk *t, int number) {
    return t->states + (size_t)number * t->stride;
}

static hra_err reserve(grade_talk *t, hra_error *why) {
    if (t->count < t->capacity)
        return HRA_OK;
    int capacity = t->capacity ? 2 * t->capacity : FIRST_STATES;
    if (t->count >= HRA_GRADE_STATES || (size_t)capacity * t->stride > MOST_BYTES)
        return hra_fail_code(why, HRA_ELIMIT);
    unsigned char *states = realloc(t->states, (size_t)capacity * t->stride);
    if (!states)
        return hra_no_memory(why);
    t->states = states;
    grade_node *nodes = realloc(t->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes)
        return hra_no_memory(why);
    t->nodes = nodes;
    t->capacity = capacity;
    return HRA_OK;
}

hra_err hra_talk_root(grade_talk *t, const void *state, hra_error *why) {
    t->count = 0;
    hra_err err = reserve(t, why);
    if (err)
        return err;
    memcpy(t->states, state, t->game->state_size);
    t->nodes[0] = (grade_node){.parent = -1, .first = -1, .last = -1, .next = -1};
    t->count = 1;
    return HRA_OK;
}

int hra_talk_child(const grade_talk *t, int number, hra_move move) {
    int child = t->nodes[number].first;
    while (child >= 0 && t->nodes[child].move != move)
        child = t->nodes[child].next;
    return child;
}

hra_err hra_talk_after(grade_talk *t, int number, hra_move move, int *after, hra_error *why) {
    *after = hra_talk_child(t, number, move);
    if (*after >= 0)
        return HRA_OK;
    hra_err err = reserve(t, why);
    if (err)
        return err;
    const int child = t->count++;
    unsigned char *state = t->states + (size_t)child * t->stride;
    memcpy(state, hra_talk_state(t, number), t->game->state_size);
    t->game->rules->apply(t->game, state, move);
    t->nodes[child] = (grade_node){.parent = number, .first = -1, .last = -1, .next = -1, .move = move};
    if (t->nodes[number].first < 0)
        t->nodes[number].first = child;
    else
        t->nodes[t->nodes[number].last].next = child;
    t->nodes[number].last = child;
    *after = child;
    return HRA_OK;
}

void hra_talk_add_move(const grade_talk *t, const void *state, hra_move move, hra_text *out) {
    t->game->rules->text->show_move(t->game, state, move, out);
}

/* ---- beginning and end ----------------------------------------------------------------------*/

static hra_err say(grade_talk *t, hra_error *why) {
    if (t->out.err)
        return hra_no_memory(why);
    return t->link->say(t->link->self, hra_text_string(&t->out), why);
}

static hra_err open_eval(grade_talk *t, hra_error *why) {
    const hra_rules_catalogue *offers = hra_rules_offers(t->game->rules);
    if (!t->test->eval && !(offers->evaluations && offers->evaluations->name))
        return HRA_OK;
    hra_err err = hra_eval_open(&t->eval, t->game, t->test->eval, why);
    if (!err && hra_evaluator_open(&t->evaluator, &t->eval))
        err = hra_no_memory(why);
    return err;
}

hra_err hra_talk_open(grade_talk *t, const hra_grade_test *test, hra_grade_link *link,
                      hra_grade_result *result, hra_error *why) {
    *t = (grade_talk){.test = test, .link = link, .result = result};
    hra_err err = hra_game_open_at(&t->game, NULL, test->game, 0, NULL, why);
    if (err)
        return err;
    t->stride = (size_t)hra_encoding_of(t->game).state_size;
    const size_t capacity = hra_game_move_capacity(t->game);
    t->moves = calloc(capacity, sizeof *t->moves);
    t->probability = calloc(capacity, sizeof *t->probability);
    if (!t->moves || !t->probability)
        return hra_no_memory(why);
    err = open_eval(t, why);
    if (err || link->ugi)
        return err;
    hra_text_clear(&t->out);
    hra_text_addf(&t->out, "test\t%s\t%d\t%s", test->game, test->depth, test->eval ? test->eval : "");
    return say(t, why);
}

void hra_talk_release(grade_talk *t) {
    hra_evaluator_close(&t->evaluator);
    hra_eval_close(&t->eval);
    free(t->states);
    free(t->nodes);
    free(t->moves);
    free(t->probability);
    hra_text_release(&t->line);
    hra_text_release(&t->out);
    hra_game_close(t->game);
    *t = (grade_talk){0};
}

hra_err hra_talk_start(const grade_talk *t, int index, void *state, hra_error *why) {
    const char *at = t->test->position;
    hra_text position;
    memset(state, 0, t->stride);
    if (!at) {
        t->game->rules->init(t->game, state);
        return HRA_OK;
    }
    for (int i = 0; i < index; i++) {
        const char *next = strchr(at, '\n');
        at = next ? next + 1 : t->test->position;
    }
    hra_text_init(&position);
    hra_text_add_bytes(&position, at, strcspn(at, "\n"));
    hra_err err = position.err ? hra_no_memory(why)
                               : hra_game_read_position(t->game, hra_text_string(&position), state, why);
    hra_text_release(&position);
    return err;
}

/* ---- what the agent asks --------------------------------------------------------------------*/

/* The next word of a line, which tabs divide, as a number in 0..below-1; -1: it is none. */
static int next_number(const char **at, int below) {
    double number;
    const char *end;
    if (**at != '\t' || !hra_number_read(*at + 1, &end, &number) || (*end && *end != '\t'))
        return -1;
    *at = end;
    return number >= 0 && number < below && number == floor(number) ? (int)number : -1;
}

static void add_state(grade_talk *t, int number) {
    const void *state = hra_talk_state(t, number);
    const hra_game *game = t->game;
    const int mover = game->rules->to_move(game, state);
    const int count = mover == HRA_OVER ? 0 : hra_game_moves(game, state, t->moves);
    hra_text_addf(&t->out, "\t%d\t", number);
    if (mover >= 0)
        hra_text_addf(&t->out, "%d", mover);
    else
        hra_text_add(&t->out, mover == HRA_CHANCE ? "chance" : "over");
    for (int i = 0; i < count; i++) {
        hra_text_add_char(&t->out, '\t');
        hra_talk_add_move(t, state, t->moves[i], &t->out);
    }
}

static bool add_after(grade_talk *t, int number, const char **at) {
    const void *state = hra_talk_state(t, number);
    int after;
    hra_error why;
    if (t->game->rules->to_move(t->game, state) == HRA_OVER)
        return false;
    const int count = hra_game_moves(t->game, state, t->moves), index = next_number(at, count);
    if (index < 0)
        return false;
    if (hra_talk_after(t, number, t->moves[index], &after, &why)) {
        hra_grade_break(t->result, _("The agent asked for more than %d states for one move."), t->count);
        return true;
    }
    hra_text_add(&t->out, "state");
    add_state(t, after);
    return true;
}

static bool add_named(grade_talk *t, int number, const char **at) {
    (void)at;
    hra_text_add(&t->out, "state");
    add_state(t, number);
    return true;
}

static void add_numbers(grade_talk *t, int number, int seat) {
    const hra_term *term = hra_rules_offers(t->game->rules)->terms;
    for (; term && term->name; term++) {
        hra_text_addf(&t->out, "\t%s=", term->name);
        hra_text_add_number(&t->out,
                            term->value(t->game, hra_talk_state(t, number), term->shared ? 0 : seat));
    }
}

static bool add_terms(grade_talk *t, int number, const char **at) {
    const int seat = next_number(at, t->game->seats);
    hra_text_add(&t->out, "terms");
    if (seat >= 0)
        add_numbers(t, number, seat);
    return seat >= 0;
}

/* Of a state that is over its return, unless the evaluation values such states too. */
static bool add_value(grade_talk *t, int number, const char **at) {
    const void *state = hra_talk_state(t, number);
    const int seat = next_number(at, t->game->seats);
    double value[HRA_MAX_SEATS] = {0};
    const bool over = t->game->rules->to_move(t->game, state) == HRA_OVER;
    if (seat < 0)
        return false;
    if (over && !(t->eval.kind && t->eval.kind->ends))
        t->game->rules->returns(t->game, state, value);
    else if (t->eval.kind)
        t->eval.kind->value(t->game, t->eval.self, t->evaluator.scratch, state, value);
    hra_text_add(&t->out, "value\t");
    hra_text_add_number(&t->out, value[seat]);
    return true;
}

static bool add_text(grade_talk *t, int number, const char **at) {
    (void)at;
    hra_text_add(&t->out, "text\t");
    t->game->rules->text->write_position(t->game, hra_talk_state(t, number), &t->out);
    return true;
}

static bool add_chance(grade_talk *t, int number, const char **at) {
    const void *state = hra_talk_state(t, number);
    (void)at;
    if (t->game->rules->to_move(t->game, state) != HRA_CHANCE)
        return false;
    const int count = t->game->rules->chance_outcomes(t->game, state, t->moves, t->probability);
    hra_text_add(&t->out, "chance");
    for (int i = 0; i < count; i++) {
        hra_text_add_char(&t->out, '\t');
        hra_text_add_number(&t->out, t->probability[i]);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*add)(grade_talk *t, int number, const char **at);
} questions[] = {{"state", add_named}, {"after", add_after}, {"terms", add_terms},
                 {"value", add_value}, {"text", add_text},   {"chance", add_chance}};

/* "error KIND TEXT": what our wrappers report of a submission. */
static bool is_error(hra_grade_result *result, const char *line) {
    static const struct {
        const char *kind, *sentence;
    } known[] = {
        {"syntax", N_("The file is not a valid program: %s.")},
        {"entry", N_("The file does not define what this task asks for: %s.")},
        {"raised", N_("The agent failed: %s.")},
        {"result", N_("The agent did not return what was asked for: %s.")},
    };
    char kind[WORD_BYTES];
    if (strncmp(line, "error\t", 6) != 0)
        return false;
    (void)hra_snprintf(kind, sizeof kind, "%.*s", (int)strcspn(line + 6, "\t"), line + 6);
    const char *text = strchr(line + 6, '\t');
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].kind, kind) == 0) {
            hra_grade_break(result, _(known[i].sentence), text ? text + 1 : "");
            return true;
        }
    hra_grade_break(result, _("The agent failed: %s."), line + 6);
    return true;
}

/* Reads lines and answers questions, until one comes that is neither; NULL: it broke off. */
static hra_err listen(grade_talk *t, const char **line, hra_error *why) {
    for (;;) {
        hra_err err = t->link->hear(t->link->self, &t->line, why);
        if (err)
            return err;
        *line = hra_text_string(&t->line);
        const size_t length = strcspn(*line, "\t");
        const char *at = *line + length;
        bool asks = false, good = false;
        hra_text_clear(&t->out);
        for (size_t i = 0; i < sizeof questions / sizeof *questions && !asks; i++) {
            asks = strlen(questions[i].name) == length && strncmp(*line, questions[i].name, length) == 0;
            const int number = asks ? next_number(&at, t->count) : -1;
            good = number >= 0 && questions[i].add(t, number, &at);
        }
        if (is_error(t->result, *line))
            *line = NULL;
        else if (asks && !good)
            hra_grade_break(t->result, _("The agent sent '%s', which names no state or move."), *line);
        if (!*line || t->result->broken) {
            *line = NULL;
            return HRA_OK;
        }
        if (!asks)
            return HRA_OK;
        err = say(t, why);
        if (err)
            return err;
    }
}

/* ---- what the judge asks --------------------------------------------------------------------*/

static void unexpected(grade_talk *t, const char *line, const char *wanted) {
    hra_grade_break(t->result, _("The agent sent '%.60s'; expected '%s'."), line, wanted);
}

static hra_err choose_by_ugi(grade_talk *t, hra_move *move, bool *made, hra_error *why) {
    const void *state = hra_talk_state(t, 0);
    hra_error wrong;
    hra_text_clear(&t->out);
    hra_text_add(&t->out, "position fen ");
    t->game->rules->text->write_position(t->game, state, &t->out);
    hra_err err = say(t, why);
    if (!err)
        err = t->link->say(t->link->self, "go movetime 1000", why);
    while (!err) {
        err = t->link->hear(t->link->self, &t->line, why);
        const char *line = hra_text_string(&t->line);
        if (err || strncmp(line, "bestmove ", 9) != 0)
            continue; /* info, and what else a program may say */
        *made = hra_game_parse_move(t->game, state, line + 9, move, &wrong) == HRA_OK &&
                hra_game_legal(t->game, state, *move);
        if (!*made)
            hra_grade_break(t->result, _("The agent sent '%s', which is not legal here."), line);
        return HRA_OK;
    }
    return err;
}

hra_err hra_talk_choose(grade_talk *t, hra_move *move, bool *made, hra_error *why) {
    const char *line;
    *made = false;
    if (t->link->ugi)
        return choose_by_ugi(t, move, made, why);
    hra_text_clear(&t->out);
    hra_text_add(&t->out, "choose");
    add_state(t, 0);
    hra_err err = say(t, why);
    if (!err)
        err = listen(t, &line, why);
    if (err || !line)
        return err;
    const char *at = line + 4;
    const int count = hra_game_moves(t->game, hra_talk_state(t, 0), t->moves);
    const int index = strncmp(line, "move\t", 5) == 0 ? next_number(&at, count) : -1;
    if (index < 0)
        unexpected(t, line, "move NUMBER");
    else
        *move = t->moves[index];
    *made = index >= 0;
    return HRA_OK;
}

hra_err hra_talk_evaluate(grade_talk *t, int number, int seat, double *value, bool *made, hra_error *why) {
    const char *line;
    *made = false;
    hra_text_clear(&t->out);
    hra_text_addf(&t->out, "evaluate\t%d\t%d", number, seat);
    add_numbers(t, number, seat); /* so that most agents need not ask */
    hra_err err = say(t, why);
    if (!err)
        err = listen(t, &line, why);
    if (err || !line)
        return err;
    *made = strncmp(line, "number\t", 7) == 0 && hra_number_read(line + 7, NULL, value);
    if (!*made)
        unexpected(t, line, "number X");
    return HRA_OK;
}

/* ---- a test ---------------------------------------------------------------------------------*/

/* Our agents answer the first line, and programs for UGI the second one. */
hra_err hra_grade_greet(hra_grade_link *link, hra_grade_result *result, hra_error *why) {
    hra_text line;
    hra_grade_result_release(result);
    hra_text_init(&line);
    hra_err err = link->say(link->self, "hra-agent 1", why);
    if (!err)
        err = link->say(link->self, "ugi", why);
    bool greeted = false;
    for (int lines = 0; !err && !greeted && !result->broken; lines++) {
        err = link->hear(link->self, &line, why);
        const char *said = hra_text_string(&line);
        if (err || is_error(result, said))
            continue;
        if (lines == GREETING)
            hra_grade_break(result, _("The agent sent '%.60s'; expected '%s'."), said, "ready");
        link->ugi = strcmp(said, "ugiok") == 0;
        greeted = link->ugi || strcmp(said, "ready") == 0;
    }
    hra_text_release(&line);
    return err;
}

hra_err hra_grade_run(const hra_grade_task *task, const hra_grade_test *test, hra_grade_link *link,
                      const uint64_t *seeds, size_t count, hra_grade_result *result, hra_error *why) {
    grade_talk t;
    hra_grade_result_release(result);
    if (link->ugi && task->kind != HRA_GRADE_PLAY)
        return hra_fail(why, HRA_EFIT, -1, _("a program that speaks UGI chooses moves only"));
    hra_err err = hra_talk_open(&t, test, link, result, why);
    if (!err)
        err = task->kind == HRA_GRADE_SEARCH ? hra_grade_search(&t, why)
                                             : hra_grade_games(&t, task->kind, seeds, count, why);
    hra_talk_release(&t);
    if (!err && (result->why.err || result->drawn.err))
        err = hra_no_memory(why);
    result->passed = !err && !result->broken && result->points >= 1;
    return err;
}
