/* Exercises "find the move". The key has every legal move, so judging is a look-up. */
#include "move.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/state.h"
#include "rules/defaults.h"

#define EQUAL 1e-9 /* a loss that is rounding */

/* Words of the kinds of values in the text. */
static const char *const kinds[] = {
    [HRA_VALUE_NONE] = "unknown", [HRA_VALUE_EXACT] = "exact",       [HRA_VALUE_AT_MOST] = "at-most",
    [HRA_VALUE_MEAN] = "mean",    [HRA_VALUE_ESTIMATE] = "estimate", [HRA_VALUE_AT_LEAST] = "at-least"};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_MOVES = 1 << 16 };

/* ---- reading ------------------------------------------------------------------------------------*/

hra_err hra_move_key_add(move_key *key, const key_move *move) {
    if (key->count == key->capacity) {
        int capacity = key->capacity ? 2 * key->capacity : 16;
        key_move *moves = realloc(key->moves, (size_t)capacity * sizeof *moves);
        if (moves) {
            key->moves = moves;
            key->capacity = capacity;
        }
    }
    if (key->count == key->capacity || !move->text || !move->line) {
        free(move->text);
        free(move->line);
        return HRA_ENOMEM;
    }
    key->moves[key->count++] = *move;
    return HRA_OK;
}

static hra_value_kind read_kind(hra_lines *l) {
    hra_lines_blanks(l);
    for (int kind = 0; kind < KINDS; kind++)
        if (hra_lines_key(l, kinds[kind]))
            return (hra_value_kind)kind;
    (void)hra_lines_expected(l, _("a kind of value: exact, estimate, mean, at-most, at-least or unknown"));
    return HRA_VALUE_NONE;
}

/* "move 0.5 exact 11-15 | 23-19 | 8-11" */
static void read_move(move_key *key, hra_lines *l) {
    key_move move = {.value = hra_lines_number(l, -1e12, 1e12), .kind = read_kind(l)};
    if (key->count == MOST_MOVES)
        (void)hra_lines_fail(l, HRA_ELIMIT, "an exercise of more than %d moves", MOST_MOVES);
    char *text = l->err ? NULL : hra_exercise_line_text(l);
    if (!text)
        return;
    char *bar = strstr(text, " | ");
    move.line = strdup(bar ? bar + 3 : "");
    if (bar)
        *bar = '\0';
    move.text = text;
    if (hra_move_key_add(key, &move))
        (void)hra_lines_no_memory(l);
}

static bool read_line(hra_exercise *x, hra_lines *l) {
    move_key *key = x->self;
    if (hra_lines_key(l, "move")) {
        read_move(key, l);
    } else if (hra_lines_key(l, "played")) {
        free(key->played);
        key->played = hra_exercise_line_text(l);
    } else {
        return false;
    }
    return true;
}

static void close_key(void *self) {
    move_key *key = self;
    for (int i = 0; i < key->count; i++) {
        free(key->moves[i].text);
        free(key->moves[i].line);
    }
    free(key->moves);
    free(key->played);
    free(key->state);
    hra_game_close(key->game);
}

/* ---- checking -----------------------------------------------------------------------------------*/

static hra_err open_position(hra_exercise *x, const hra_host *host, hra_error *why) {
    move_key *key = x->self;
    const char *position = *x->info.position ? x->info.position : NULL;
    hra_err err = hra_game_open_at(&key->game, host, x->info.game, 0, position, why);
    if (err)
        return err;
    key->state = calloc(1, (size_t)hra_encoding_of(key->game).state_size); /* hra_state_init fills it up */
    if (!key->state)
        return hra_no_memory(why);
    err = position ? hra_game_read_position(key->game, position, key->state, why)
                   : hra_state_init(key->game, 0, key->state, why);
    if (!err && key->game->rules->to_move(key->game, key->state) < 0)
        err = hra_fail(why, HRA_EINPUT, -1, "no seat is to move in the position of the exercise");
    return err;
}

static int find_move(const move_key *key, hra_move move) {
    for (int i = 0; i < key->count; i++)
        if (key->moves[i].move == move)
            return i;
    return -1;
}

/* Reads the moves of the key, each of which is legal and there once. */
static hra_err check_moves(move_key *key, hra_error *why) {
    const int count = key->count;
    for (key->count = 0; key->count < count; key->count++) {
        key_move *at = &key->moves[key->count];
        hra_move move;
        hra_err err = hra_game_parse_move(key->game, key->state, at->text, &move, why);
        if (!err)
            err = hra_game_check_move(key->game, key->state, move);
        if (err == HRA_EINPUT || (!err && find_move(key, move) >= 0))
            err = hra_fail(why, HRA_EINPUT, -1,
                           "the exercise has a move that is not legal, or twice: '%.60s'", at->text);
        if (err) {
            key->count = count; /* so that all are freed */
            return err;
        }
        at->move = move;
    }
    return HRA_OK;
}

static hra_err check_all_moves(const move_key *key, hra_error *why) {
    hra_move *legal = calloc(hra_game_move_capacity(key->game), sizeof *legal);
    if (!legal)
        return hra_no_memory(why);
    const int count = hra_game_moves(key->game, key->state, legal);
    free(legal);
    if (count < 0)
        return hra_no_memory(why);
    if (key->count != count)
        return hra_fail(why, HRA_EINPUT, -1, "the exercise has %d of %d legal moves", key->count, count);
    return HRA_OK;
}

/* The first of the highest value; one that is known comes before a bound. */
static void find_best(move_key *key) {
    key->best = 0;
    for (int i = 1; i < key->count; i++) {
        const key_move *best = &key->moves[key->best], *at = &key->moves[i];
        const bool bound = at->kind == HRA_VALUE_AT_MOST || at->kind == HRA_VALUE_NONE;
        const bool over = best->kind == HRA_VALUE_AT_MOST || best->kind == HRA_VALUE_NONE;
        if ((!bound && over) || (bound == over && at->value > best->value))
            key->best = i;
    }
}

double hra_move_key_loss(const move_key *key, int index) {
    const double loss = key->moves[key->best].value - key->moves[index].value;
    return loss > 0 ? loss : 0;
}

bool hra_move_key_is_good(const hra_exercise *x, int index) {
    const move_key *key = x->self;
    return index == key->best || (key->moves[index].kind != HRA_VALUE_NONE &&
                                  hra_move_key_loss(key, index) <= x->info.threshold + EQUAL);
}

/* ---- what follows a move ------------------------------------------------------------------------*/

/* The length of the first move of a line, with the bar behind it or without. */
static size_t length_of_first(const char *line, bool with_bar) {
    const char *bar = strstr(line, " | ");
    return !bar ? strlen(line) : (size_t)(bar - line) + (with_bar ? 3 : 0);
}

static void say(const move_key *key, int index, hra_text *out) {
    hra_game_say_move(key->game, key->state, key->moves[index].move, out);
}

/* Appends the answer to a move, as the analyst's line has it; nothing if that is not known. */
static void say_reply(const move_key *key, int index, hra_text *out) {
    const key_move *at = &key->moves[index];
    const size_t length = length_of_first(at->line, false);
    char *text = malloc(length + 1);
    void *state = malloc(key->game->state_size);
    hra_move reply;
    if (!text || !state) {
        out->err = HRA_ENOMEM;
    } else if (length) {
        memcpy(text, at->line, length);
        text[length] = '\0';
        memcpy(state, key->state, key->game->state_size);
        key->game->rules->apply(key->game, state, at->move);
        if (key->game->rules->to_move(key->game, state) >= 0 &&
            !hra_game_parse_move(key->game, state, text, &reply, NULL) &&
            hra_game_legal(key->game, state, reply))
            hra_game_say_move(key->game, state, reply, out);
    }
    free(text);
    free(state);
}

/* The move that people would rather play than a good one: what was played, or the best of the others; -1: none. */
static int find_tempting(const hra_exercise *x) {
    const move_key *key = x->self;
    int best = -1;
    if (key->played_at >= 0 && !hra_move_key_is_good(x, key->played_at))
        return key->played_at;
    for (int i = 0; i < key->count; i++)
        if (!hra_move_key_is_good(x, i) && (best < 0 || key->moves[i].value > key->moves[best].value))
            best = i;
    return best;
}

/* The first number or word of the best move, unless that is all of it: its length. */
static size_t find_beginning(const move_key *key) {
    const char *text = key->moves[key->best].text;
    size_t n = 0;
    const bool digits = isdigit((unsigned char)*text);
    while (text[n] && (digits ? isdigit((unsigned char)text[n]) : isalpha((unsigned char)text[n])))
        n++;
    return text[n] ? n : 0;
}

/* ---- hints --------------------------------------------------------------------------------------*/

typedef enum hint_kind { HINT_COUNT, HINT_REPLY, HINT_BEGINNING, HINTS } hint_kind;

static bool has_hint(const hra_exercise *x, hint_kind kind) {
    const move_key *key = x->self;
    const int tempting = find_tempting(x);
    return kind == HINT_COUNT || (kind == HINT_REPLY && tempting >= 0 && *key->moves[tempting].line) ||
           (kind == HINT_BEGINNING && find_beginning(key));
}

/* A number of points or of percent. */
static void add_loss(const hra_exercise *x, double loss, hra_text *out) {
    if (x->unit == HRA_UNIT_PROBABILITY)
        hra_text_addf(out, _("%.1F %%"), 100 * loss);
    else
        hra_text_addf(out, "%.4G", loss);
}

static void hint_count(const hra_exercise *x, hra_text *out) {
    const move_key *key = x->self;
    int good = 0;
    for (int i = 0; i < key->count; i++)
        good += hra_move_key_is_good(x, i);
    hra_text_addf(out, _n("%d of the %d legal moves is right.", "%d of the %d legal moves are right.", good),
                  good, key->count);
    if (key->played_at < 0 || hra_move_key_is_good(x, key->played_at))
        return;
    hra_text move, loss;
    hra_text_init(&move);
    hra_text_init(&loss);
    say(key, key->played_at, &move);
    add_loss(x, hra_move_key_loss(key, key->played_at), &loss);
    hra_text_add_char(out, ' ');
    hra_text_addf(out, _("The move played, %s, loses %s."), hra_text_string(&move), hra_text_string(&loss));
    hra_text_release(&move);
    hra_text_release(&loss);
}

static void hint_reply(const hra_exercise *x, hra_text *out) {
    const move_key *key = x->self;
    const int tempting = find_tempting(x);
    hra_text move, reply;
    hra_text_init(&move);
    hra_text_init(&reply);
    say(key, tempting, &move);
    say_reply(key, tempting, &reply);
    if (reply.length)
        hra_text_addf(out, _("Not %s, because of %s."), hra_text_string(&move), hra_text_string(&reply));
    else
        hra_text_addf(out, _("Not %s."), hra_text_string(&move));
    hra_text_release(&move);
    hra_text_release(&reply);
}

static void hint(const hra_exercise *x, int number, hra_text *out) {
    const move_key *key = x->self;
    int kind = HINT_COUNT;
    for (int left = number;; kind++)
        if (has_hint(x, (hint_kind)kind) && --left == 0)
            break;
    if (kind == HINT_COUNT)
        hint_count(x, out);
    else if (kind == HINT_REPLY)
        hint_reply(x, out);
    else
        hra_text_addf(out, _("The best move begins with '%.*s'."), (int)find_beginning(key),
                      key->moves[key->best].text);
}

static hra_err finish(hra_exercise *x, const hra_host *host, hra_error *why) {
    move_key *key = x->self;
    hra_move played;
    hra_err err = open_position(x, host, why);
    if (!err)
        err = check_moves(key, why);
    if (!err)
        err = check_all_moves(key, why);
    if (err)
        return err;
    find_best(key);
    key->played_at = -1;
    if (key->played && !hra_game_parse_move(key->game, key->state, key->played, &played, NULL))
        key->played_at = find_move(key, played);
    x->info.items = 1;
    for (int kind = 0; kind < HINTS; kind++)
        x->info.hints += has_hint(x, (hint_kind)kind);
    return HRA_OK;
}

/* ---- writing ------------------------------------------------------------------------------------*/

static void write_key(const hra_exercise *x, hra_text *out) {
    const move_key *key = x->self;
    if (key->played)
        hra_text_addf(out, "played %s\n", key->played);
    for (int i = 0; i < key->count; i++) {
        const key_move *at = &key->moves[i];
        hra_text_add(out, "move ");
        hra_text_add_number(out, at->value);
        hra_text_addf(out, " %s %s%s%s\n", kinds[at->kind], at->text, *at->line ? " | " : "", at->line);
    }
}

/* Equal positions, also on a board that is turned, are one exercise. */
static void identify(const hra_exercise *x, hra_text *out) {
    const move_key *key = x->self;
    void *canonical = calloc(1, key->game->state_size);
    if (!canonical) {
        out->err = HRA_ENOMEM;
        return;
    }
    hra_game_canonical(key->game, key->state, canonical);
    hra_exercise_game_name(key->game, out);
    hra_text_add_char(out, '\n');
    key->game->rules->text->write_position(key->game, canonical, out);
    free(canonical);
}

/* ---- judging ------------------------------------------------------------------------------------*/

static void explain(const hra_exercise *x, int index, hra_text *out) {
    const move_key *key = x->self;
    const double lost = hra_move_key_loss(key, index);
    const bool bound = key->moves[index].kind == HRA_VALUE_AT_MOST;
    hra_text move, loss, reply;
    hra_text_init(&move);
    hra_text_init(&loss);
    hra_text_init(&reply);
    say(key, index, &move);
    add_loss(x, lost, &loss);
    if (!hra_move_key_is_good(x, index))
        say_reply(key, index, &reply);
    const char *m = hra_text_string(&move), *by = hra_text_string(&loss);
    if (lost <= EQUAL)
        hra_text_addf(out, _("%s: no move is better."), m);
    else if (hra_move_key_is_good(x, index))
        hra_text_addf(out, _("%s is good enough: it loses only %s."), m, by);
    else if (reply.length)
        hra_text_addf(
            out, bound ? _("%s loses at least %s; the reply is %s.") : _("%s loses %s; the reply is %s."), m,
            by, hra_text_string(&reply));
    else
        hra_text_addf(out, bound ? _("%s loses at least %s.") : _("%s loses %s."), m, by);
    out->err = out->err ? out->err : move.err ? move.err : loss.err ? loss.err : reply.err;
    hra_text_release(&move);
    hra_text_release(&loss);
    hra_text_release(&reply);
}

static hra_err judge(const hra_exercise *x, const char *attempt, hra_exercise_verdict *out, hra_error *why) {
    const move_key *key = x->self;
    hra_move move;
    hra_text text;
    hra_err err = hra_game_parse_move(key->game, key->state, attempt, &move, why);
    if (err)
        return err;
    const int index = find_move(key, move);
    if (index < 0)
        return hra_fail(why, HRA_EINPUT, -1, "illegal move '%.60s'", attempt);
    hra_text_init(&text);
    explain(x, index, &text);
    const char *reason = hra_move_key_loss(key, index) <= EQUAL ? "best"
                         : hra_move_key_is_good(x, index)       ? "good"
                                                                : "worse";
    err = hra_verdict_add(out, "move", hra_move_key_is_good(x, index), reason, &text);
    hra_text_release(&text);
    return err ? hra_no_memory(why) : HRA_OK;
}

/* ---- the answer ---------------------------------------------------------------------------------*/

/* The next move by value after `last` (-1: the first of all) in the order of values; -1: there is none. */
static int next_by_value(const move_key *key, int last) {
    int next = -1;
    for (int i = 0; i < key->count; i++) {
        const double value = key->moves[i].value;
        const bool after = last < 0 || value < key->moves[last].value ||
                           (value == key->moves[last].value && i > last); /* the best one comes first below */
        if (after && i != key->best && (next < 0 || value > key->moves[next].value))
            next = i;
    }
    return next;
}

/* A value in the unit of losses: percent of a win, or points. */
static void add_value(const hra_exercise *x, const key_move *at, hra_text *out) {
    hra_text_add(out, hra_value_mark(at->kind, true, true));
    if (x->unit == HRA_UNIT_PROBABILITY)
        hra_text_addf(out, _("%.1F %%"), 100 * at->value);
    else
        hra_text_addf(out, "%.4G", at->value);
}

/* "11-15  54.5 %   then 23-19, 8-11", and what is lost by worse moves. */
static void answer_line(const hra_exercise *x, int index, hra_text *out) {
    const move_key *key = x->self;
    const key_move *at = &key->moves[index];
    const char *before = "   ";
    say(key, index, out);
    hra_text_add(out, "   ");
    add_value(x, at, out);
    if (!hra_move_key_is_good(x, index)) {
        hra_text loss;
        hra_text_init(&loss);
        add_loss(x, hra_move_key_loss(key, index), &loss);
        hra_text_add(out, "   ");
        hra_text_addf(out, _("loses %s"), hra_text_string(&loss));
        hra_text_release(&loss);
    }
    if (index == key->played_at)
        hra_text_addf(out, "   %s", _("(played)"));
    for (const char *from = at->line; *from; from += length_of_first(from, true)) {
        hra_text_add(out, before);
        hra_text_addf(out, *before == ',' ? "%.*s" : _("then %.*s"), (int)length_of_first(from, false), from);
        before = ", ";
    }
    hra_text_add_char(out, '\n');
}

static hra_err answer(const hra_exercise *x, const char *attempt, hra_text *out) {
    enum { SHOWN = 5 };
    const move_key *key = x->self;
    int at = -1;
    (void)attempt; /* verdicts have what it lost */
    answer_line(x, key->best, out);
    for (int i = 1; i < SHOWN && (at = next_by_value(key, at)) >= 0; i++)
        answer_line(x, at, out);
    return out->err;
}

static void ask_json(const hra_exercise *x, hra_json *json) {
    hra_json_text(json, "played", ((const move_key *)x->self)->played);
}

static void answer_move(const hra_exercise *x, int index, hra_json *json) {
    const move_key *key = x->self;
    const key_move *at = &key->moves[index];
    hra_json_object(json, NULL);
    hra_json_text(json, "move", at->text);
    hra_json_number(json, "value", at->value);
    hra_json_number(json, "loss", hra_move_key_loss(key, index));
    hra_json_text(json, "kind", hra_value_kind_text(at->kind));
    hra_json_bool(json, "good", hra_move_key_is_good(x, index));
    hra_json_list(json, "line");
    for (const char *from = at->line; *from; from += length_of_first(from, true)) {
        hra_text move;
        hra_text_init(&move);
        hra_text_add_bytes(&move, from, length_of_first(from, false));
        hra_json_text(json, NULL, hra_text_string(&move));
        hra_text_release(&move);
    }
    hra_json_end(json);
    hra_json_end(json);
}

static void answer_json(const hra_exercise *x, hra_json *json) {
    const move_key *key = x->self;
    hra_json_list(json, "moves");
    answer_move(x, key->best, json);
    for (int at = -1; (at = next_by_value(key, at)) >= 0;)
        answer_move(x, at, json);
    hra_json_end(json);
}

const hra_game *hra_exercise_game(const hra_exercise *x, const void **state) {
    const move_key *key = x->self;
    if (x->kind != &hra_exercise_move)
        return NULL;
    *state = key->state;
    return key->game;
}

const exercise_kind hra_exercise_move = {.name = "move",
                                         .self_size = sizeof(move_key),
                                         .read_line = read_line,
                                         .finish = finish,
                                         .close = close_key,
                                         .write = write_key,
                                         .identify = identify,
                                         .judge = judge,
                                         .hint = hint,
                                         .answer = answer,
                                         .ask_json = ask_json,
                                         .answer_json = answer_json};
