/* Reading formulas: recursive descent, which writes the steps as it reads. */
#include <stdarg.h>
#include <string.h>

#include "core/messages.h"
#include "formula/formula.h"

typedef struct reading {
    hra_formula *out;
    const hra_term *terms; /* of the game */
    const char *text, *at;
    int nesting;
    hra_error *why;
} reading;

static void skip_blanks(reading *r) {
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')
        r->at++;
}

/* Characters are counted from 1, as an editor does. */
static int place(const reading *r, const char *at) {
    return (int)(at - r->text) + 1;
}

static hra_err expected(reading *r, const char *what) {
    skip_blanks(r);
    if (!*r->at)
        return hra_fail(r->why, HRA_EINPUT, -1, "the formula ends where %s should follow", _(what));
    return hra_fail(r->why, HRA_EINPUT, -1, "character %d of the formula: expected %s, found '%.20s'",
                    place(r, r->at), _(what), r->at);
}

static hra_err add_step(reading *r, hra_formula_step step) {
    if (r->out->step_count == HRA_FORMULA_STEPS)
        return hra_fail(r->why, HRA_ELIMIT, -1,
                        "a formula has at most %d numbers, terms and operations, this one has more",
                        HRA_FORMULA_STEPS);
    r->out->step[r->out->step_count++] = step;
    return HRA_OK;
}

static hra_err add_code(reading *r, hra_formula_code code) {
    return add_step(r, (hra_formula_step){.code = code});
}

/* ---- words ----------------------------------------------------------------------------------*/

static bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Reads letters, digits and _; at is behind them. Returns false where there is no word, or none that fits. */
static bool read_word(reading *r, char word[HRA_NAME_LENGTH]) {
    size_t n = 0;
    if (!begins_word(*r->at))
        return false;
    while (begins_word(r->at[n]) || is_digit(r->at[n]))
        n++;
    if (n >= HRA_NAME_LENGTH)
        return false;
    memcpy(word, r->at, n);
    word[n] = '\0';
    r->at += n;
    return true;
}

/* Passes a word such as "and", where it is next. */
static bool pass_word(reading *r, const char *word) {
    const size_t n = strlen(word);
    skip_blanks(r);
    if (strncmp(r->at, word, n) != 0 || begins_word(r->at[n]) || is_digit(r->at[n]))
        return false;
    r->at += n;
    return true;
}

static bool pass_sign(reading *r, const char *sign) {
    const size_t n = strlen(sign);
    skip_blanks(r);
    if (strncmp(r->at, sign, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* ---- terms ----------------------------------------------------------------------------------*/

static int use_term(hra_formula *out, const hra_term *term) {
    for (int i = 0; i < out->used_count; i++)
        if (out->used[i] == term)
            return i;
    out->used[out->used_count] = term; /* at most one for each step */
    return out->used_count++;
}

static hra_err unknown_term(reading *r, const char *name, const char *at) {
    const char *names[64];
    int n = 0;
    for (const hra_term *t = r->terms; t->name && n < 63; t++)
        names[n++] = t->name;
    names[n] = NULL;
    return hra_fail_unknown(r->why, -1, name, names,
                            "character %d of the formula: %s has no term '%s'; it has", place(r, at),
                            r->out->game->rules->name, name);
}

/* `whose`: HRA_FORMULA_DIFFERENCE for a name alone. */
static hra_err add_term(reading *r, const char *name, const char *at, hra_formula_code whose) {
    const hra_term *term = r->terms;
    if (r->out->step_count == HRA_FORMULA_STEPS)
        return add_code(r, whose);
    while (term->name && strcmp(term->name, name) != 0)
        term++;
    if (!term->name)
        return unknown_term(r, name, at);
    if (term->shared && whose != HRA_FORMULA_DIFFERENCE)
        return hra_fail(
            r->why, HRA_EINPUT, -1,
            "character %d of the formula: %s belongs to the position, not to a seat; write %s alone",
            place(r, at), name, name);
    if (r->out->game->seats == 1 && whose == HRA_FORMULA_THEIRS)
        return hra_fail(r->why, HRA_EINPUT, -1,
                        "character %d of the formula: theirs.%s needs other seats, and there is only one",
                        place(r, at), name);
    if (term->shared || r->out->game->seats == 1)
        whose = HRA_FORMULA_MINE;
    return add_step(r, (hra_formula_step){.code = whose, .term = use_term(r->out, term)});
}

/* ---- operands -------------------------------------------------------------------------------*/

static hra_err read_formula(reading *r);

typedef struct function {
    const char *name;
    hra_formula_code code;
    int operands; /* 0: two or more */
} function;

static const function functions[] = {
    {"min", HRA_FORMULA_MIN, 0},     {"max", HRA_FORMULA_MAX, 0},   {"abs", HRA_FORMULA_ABS, 1},
    {"clamp", HRA_FORMULA_CLAMP, 3}, {"if", HRA_FORMULA_IF, 3},     {"sqrt", HRA_FORMULA_SQRT, 1},
    {"floor", HRA_FORMULA_FLOOR, 1}, {NULL, HRA_FORMULA_NUMBER, 0},
};

/* The operands of f behind "(", and the ")". */
static hra_err read_call(reading *r, const function *f, const char *at) {
    int n = 0;
    do {
        hra_err err = read_formula(r);
        if (!err && ++n > 1 && f->operands == 0)
            err = add_code(r, f->code);
        if (err)
            return err;
    } while (pass_sign(r, ","));
    if (!pass_sign(r, ")"))
        return expected(r, N_("',' or ')'"));
    if (f->operands == 0 && n < 2)
        return hra_fail(r->why, HRA_EINPUT, -1, "character %d of the formula: %s takes two numbers or more",
                        place(r, at), f->name);
    if (f->operands && n != f->operands)
        return hra_fail(r->why, HRA_EINPUT, -1,
                        "character %d of the formula: %s is called with %d numbers, not with %d",
                        place(r, at), f->name, f->operands, n);
    return f->operands ? add_code(r, f->code) : HRA_OK;
}

/* A term, or a call. */
static hra_err read_name(reading *r) {
    char word[HRA_NAME_LENGTH];
    const char *at = r->at;
    if (!read_word(r, word))
        return expected(r, N_("a term"));
    hra_formula_code whose = strcmp(word, "mine") == 0     ? HRA_FORMULA_MINE
                             : strcmp(word, "theirs") == 0 ? HRA_FORMULA_THEIRS
                                                           : HRA_FORMULA_DIFFERENCE;
    if (whose != HRA_FORMULA_DIFFERENCE) {
        if (*r->at != '.' || (r->at++, !read_word(r, word)))
            return hra_fail(r->why, HRA_EINPUT, -1,
                            "character %d of the formula: a term follows mine. and theirs., as in mine.%s",
                            place(r, at), r->terms[0].name);
        return add_term(r, word, at, whose);
    }
    for (const function *f = functions; f->name; f++)
        if (strcmp(word, f->name) == 0)
            return pass_sign(r, "(") ? read_call(r, f, at) : expected(r, N_("'('"));
    return add_term(r, word, at, whose);
}

static hra_err read_number(reading *r) {
    hra_formula_step step = {.code = HRA_FORMULA_NUMBER};
    const char *end;
    if (!hra_number_read(r->at, &end, &step.number))
        return expected(r, N_("a number"));
    r->at = end;
    if (step.number > HRA_FORMULA_LARGEST)
        step.number = HRA_FORMULA_LARGEST;
    return add_step(r, step);
}

static hra_err read_operand(reading *r) {
    skip_blanks(r);
    if (is_digit(*r->at) || (*r->at == '.' && is_digit(r->at[1])))
        return read_number(r);
    if (begins_word(*r->at))
        return read_name(r);
    if (!pass_sign(r, "("))
        return expected(r, N_("a number, a term or '('"));
    hra_err err = read_formula(r);
    if (!err && !pass_sign(r, ")"))
        err = expected(r, N_("')'"));
    return err;
}

/* One more level, for as long as `read` reads. */
static hra_err nested(reading *r, hra_err (*read)(reading *)) {
    if (r->nesting == HRA_FORMULA_NESTING)
        return hra_fail(r->why, HRA_ELIMIT, -1, "a formula has at most %d levels, this one has more",
                        HRA_FORMULA_NESTING);
    r->nesting++;
    hra_err err = read(r);
    r->nesting--;
    return err;
}

static hra_err read_signed(reading *r) {
    if (!pass_sign(r, "-"))
        return read_operand(r);
    hra_err err = nested(r, read_signed);
    return err ? err : add_code(r, HRA_FORMULA_NEGATE);
}

/* ---- operations, those that bind most first -------------------------------------------------*/

typedef struct operation {
    const char *sign;
    hra_formula_code code;
} operation;

static const operation products[] = {{"*", HRA_FORMULA_MULTIPLY}, {"/", HRA_FORMULA_DIVIDE}, {0}};
static const operation sums[] = {{"+", HRA_FORMULA_ADD}, {"-", HRA_FORMULA_SUBTRACT}, {0}};
static const operation comparisons[] = {{"<=", HRA_FORMULA_LESS_EQUAL},
                                        {"<", HRA_FORMULA_LESS},
                                        {">=", HRA_FORMULA_GREATER_EQUAL},
                                        {">", HRA_FORMULA_GREATER},
                                        {"==", HRA_FORMULA_EQUAL},
                                        {"!=", HRA_FORMULA_UNEQUAL},
                                        {0}};

/* Operands with signs of one kind between them. */
static hra_err read_chain(reading *r, const operation *table, hra_err (*operand)(reading *)) {
    hra_err err = operand(r);
    while (!err) {
        const operation *o = table;
        while (o->sign && !pass_sign(r, o->sign))
            o++;
        if (!o->sign)
            return HRA_OK;
        err = operand(r);
        if (!err)
            err = add_code(r, o->code);
    }
    return err;
}

static hra_err read_product(reading *r) {
    return read_chain(r, products, read_signed);
}

static hra_err read_sum(reading *r) {
    return read_chain(r, sums, read_product);
}

static hra_err read_comparison(reading *r) {
    return read_chain(r, comparisons, read_sum);
}

static hra_err read_not(reading *r) {
    if (!pass_word(r, "not"))
        return read_comparison(r);
    hra_err err = nested(r, read_not);
    return err ? err : add_code(r, HRA_FORMULA_NOT);
}

static hra_err read_words(reading *r, const char *word, hra_formula_code code,
                          hra_err (*operand)(reading *)) {
    hra_err err = operand(r);
    while (!err && pass_word(r, word)) {
        err = operand(r);
        if (!err)
            err = add_code(r, code);
    }
    return err;
}

static hra_err read_and(reading *r) {
    return read_words(r, "and", HRA_FORMULA_AND, read_not);
}

static hra_err read_or(reading *r) {
    return read_words(r, "or", HRA_FORMULA_OR, read_and);
}

static hra_err read_formula(reading *r) {
    return nested(r, read_or);
}

hra_err hra_formula_read(hra_formula *out, const hra_game *game, const char *text, hra_error *why) {
    reading r = {.out = out, .terms = game->rules->catalogue->terms, .text = text, .at = text, .why = why};
    if (!r.terms)
        return hra_fail(why, HRA_EFIT, -1, "%s has no terms for formulas", game->rules->name);
    if (strlen(text) > HRA_FORMULA_LENGTH)
        return hra_fail(why, HRA_ELIMIT, -1, "a formula has at most %d characters, not %zu",
                        HRA_FORMULA_LENGTH, strlen(text));
    *out = (hra_formula){.game = game};
    hra_err err = read_formula(&r);
    skip_blanks(&r);
    if (!err && *r.at)
        err = expected(&r, N_("an operation or the end"));
    return err;
}
