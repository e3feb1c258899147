/* What an evaluation is made of, at the leaves of a tree: the terms of the game (hra_term). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tree_picture.h"

enum { MOST = 64 };

struct tree_terms {
    const hra_term *term[MOST];
    int count;
    bool all; /* every term of the game: those that are 0 everywhere are left out */
    hra_text word;
    unsigned char *state;
    const hra_trace_node *node; /* whose state that is; NULL: of none */
};

static bool is_of_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a player's spec has the term as a word: alphabeta:eval=expr(men+1.5*kings). */
static bool names_term(const char *method, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = method; (at = strstr(at, name)) != NULL; at += length)
        if ((at == method || !is_of_name(at[-1])) && !is_of_name(at[length]))
            return true;
    return false;
}

static void choose(tree_terms *t, const hra_term *terms, const char *method) {
    const char *formula = strstr(method, "expr(");
    for (const hra_term *term = terms; term->name && t->count < MOST; term++)
        if (formula && names_term(formula, term->name))
            t->term[t->count++] = term;
    t->all = t->count == 0;
    for (const hra_term *term = terms; t->all && term->name && t->count < MOST; term++)
        t->term[t->count++] = term;
}

void tree_terms_close(tree_terms *t) {
    if (!t)
        return;
    hra_text_release(&t->word);
    free(t->state);
    free(t);
}

hra_err tree_terms_open(tree_terms **out, const hra_game *game, const char *method) {
    const hra_term *terms = hra_rules_offers(game->rules)->terms;
    if (!terms)
        return HRA_EFIT;
    tree_terms *t = calloc(1, sizeof *t);
    if (!t || !(t->state = malloc(game->state_size))) {
        tree_terms_close(t);
        return HRA_ENOMEM;
    }
    hra_text_init(&t->word);
    choose(t, terms, method);
    *out = t;
    return HRA_OK;
}

/* The state of a node, which its line of text says. */
static const void *state_of(const tree_picture *p, const hra_trace_node *node) {
    tree_terms *t = p->terms;
    if (t->node == node)
        return t->state;
    t->node = hra_game_read_position(p->game, node->position, t->state, NULL) == HRA_OK ? node : NULL;
    return t->node ? t->state : NULL;
}

/* Writes t->word; false: it is 0 of every seat, and was not asked for by name. */
static bool says_term(const tree_picture *p, const hra_term *term, const void *state) {
    tree_terms *t = p->terms;
    bool some = !t->all;
    picture_next_line(&t->word);
    hra_text_addf(&t->word, "%s ", term->name);
    for (int seat = 0; seat < (term->shared ? 1 : p->game->seats); seat++) {
        const double value = term->value(p->game, state, seat);
        some = some || value < 0 || value > 0;
        hra_text_add(&t->word, seat ? ":" : "");
        picture_number(value, p->unicode, &t->word);
    }
    return some;
}

bool picture_terms(const tree_picture *p, const hra_trace_node *node, const char *lead, int *at, int columns,
                   hra_text *out) {
    const bool valued = node->kind == HRA_TRACE_LEAF || node->kind == HRA_TRACE_END;
    const void *state = p->terms && valued ? state_of(p, node) : NULL;
    int used = 0;
    for (; state && *at < p->terms->count; ++*at) {
        if (!says_term(p, p->terms->term[*at], state))
            continue;
        const char *word = hra_text_string(&p->terms->word);
        const int more = hra_text_columns(word) + 2;
        if (used && used + more > columns)
            break;
        hra_text_add(out, used ? ", " : lead);
        hra_text_add(out, word);
        used += more;
    }
    if (p->terms && p->terms->word.err)
        out->err = p->terms->word.err;
    return used > 0;
}
