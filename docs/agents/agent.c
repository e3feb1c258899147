/* The wrapper of hra grade for C: answers the judge in the lines of docs/grading.md.
 * ENTRY is the name of the submission's function; EVALUATES is defined if it returns a number. */
#define _POSIX_C_SOURCE 200809L
#include "agent.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef EVALUATES
double ENTRY(agent_state *s);
#else
int ENTRY(agent_state *s);
#endif

int agent_depth;

static FILE *from, *to;
static char *line;
static size_t room;

static void *allocate(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        abort();
    return p;
}

static void hear(void) {
    ssize_t n = getline(&line, &room, from);
    if (n <= 0)
        exit(0);
    if (line[n - 1] == '\n')
        line[n - 1] = '\0';
}

/* The next word of the line, which tabs divide. */
static char *word(char **at) {
    char *first = *at, *tab = first ? strchr(first, '\t') : NULL;
    if (tab)
        *tab = '\0';
    *at = tab ? tab + 1 : NULL;
    return first;
}

/* All states of this decision, to be freed after it. */
typedef struct listed {
    agent_state state;
    struct listed *next;
    char *words;
} listed;

static listed *all;

static int seat_of(const char *text) {
    return strcmp(text, "chance") == 0 ? AGENT_CHANCE
           : strcmp(text, "over") == 0 ? AGENT_OVER
                                       : (int)strtol(text, NULL, 10);
}

/* "NUMBER SEAT MOVE..." */
static agent_state *read_state(const char *text, int own) {
    listed *l = allocate(sizeof *l);
    l->words = strdup(text);
    if (!l->words)
        abort();
    char *at = l->words;
    l->state.number = (int)strtol(word(&at), NULL, 10);
    l->state.seat = seat_of(word(&at));
    l->state.own = own;
    int most = 1;
    for (const char *c = at; c && *c; c++)
        most += *c == '\t';
    l->state.moves = allocate((size_t)most * sizeof *l->state.moves);
    while (at)
        l->state.moves[l->state.count++] = word(&at);
    l->next = all;
    all = l;
    return &l->state;
}

static void forget(void) {
    while (all) {
        listed *l = all;
        all = l->next;
        free(l->state.moves);
        free(l->words);
        free(l);
    }
}

static const char *ask(void) {
    fflush(to);
    hear();
    char *tab = strchr(line, '\t');
    return tab ? tab + 1 : "";
}

agent_state *agent_after(agent_state *s, int move) {
    fprintf(to, "after\t%d\t%d\n", s->number, move);
    return read_state(ask(), s->own);
}

double agent_value(agent_state *s, int seat) {
    fprintf(to, "value\t%d\t%d\n", s->number, seat);
    return strtod(ask(), NULL);
}

double agent_term(agent_state *s, int seat, const char *name) {
    fprintf(to, "terms\t%d\t%d\n", s->number, seat);
    const size_t length = strlen(name);
    for (const char *at = ask(); at; at = strchr(at, '\t')) {
        at += *at == '\t';
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return strtod(at + length + 1, NULL);
    }
    return 0;
}

double agent_probability(agent_state *s, int outcome) {
    fprintf(to, "chance\t%d\n", s->number);
    const char *at = ask();
    for (int i = 0; i < outcome && at; i++) {
        at = strchr(at, '\t');
        at += at != NULL;
    }
    return at ? strtod(at, NULL) : 0;
}

const char *agent_text(agent_state *s) {
    fprintf(to, "text\t%d\n", s->number);
    return ask();
}

#ifdef EVALUATES
static void answer(agent_state *s) {
    const double number = ENTRY(s);
    if (isfinite(number))
        fprintf(to, "number\t%.17g\n", number);
    else
        fprintf(to, "error\tresult\tthe function returned no finite number\n");
}
#else
static void answer(agent_state *s) {
    const int count = s->count, move = ENTRY(s);
    if (move >= 0 && move < count)
        fprintf(to, "move\t%d\n", move);
    else
        fprintf(to, "error\tresult\tthe function returned %d, which is no index of a move\n", move);
}
#endif

/* "choose NUMBER SEAT MOVE..." or "evaluate NUMBER SEAT TERM..." */
static void obey(void) {
    char *at = strchr(line, '\t');
    if (strcmp(line, "hra-agent 1") == 0) {
        fprintf(to, "ready\n");
    } else if (strncmp(line, "test\t", 5) == 0) {
        at = strchr(at + 1, '\t'); /* behind the game */
        agent_depth = at ? (int)strtol(at + 1, NULL, 10) : 0;
    } else if (strncmp(line, "choose\t", 7) == 0) {
        agent_state *s = read_state(at + 1, 0);
        s->own = s->seat;
        answer(s);
    } else if (strncmp(line, "evaluate\t", 9) == 0) {
        const int number = (int)strtol(at + 1, &at, 10), own = (int)strtol(at, NULL, 10);
        fprintf(to, "state\t%d\n", number);
        answer(read_state(ask(), own));
    }
    forget();
    fflush(to);
}

int main(void) {
    from = fdopen(dup(0), "r");
    to = fdopen(dup(1), "w");
    if (!from || !to || dup2(2, 1) < 0)
        return 1;
    for (;;) {
        hear();
        if (strcmp(line, "quit") == 0)
            return 0;
        obey();
    }
}
