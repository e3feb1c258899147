#include "promises.h"
#include "rules/defaults.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- moves ----------------------------------------------------------------------------------*/

void mover_is_somebody(visit *c) {
    if (c->mover != HRA_CHANCE && c->mover != HRA_OVER && (c->mover < 0 || c->mover >= c->game->seats))
        visit_broken(c, "to_move gives %d", c->mover);
    if (c->mover == HRA_CHANCE && (!c->rules->chance_outcomes || c->game->max_chances == 0))
        visit_broken(c, "chance is to move, but the game says that it has none");
}

void moves_are_distinct_and_few_enough(visit *c) {
    int most = c->mover == HRA_CHANCE ? c->game->max_chances : c->game->max_moves;
    if (c->mover != HRA_OVER && (c->n < 1 || c->n > most))
        visit_broken(c, "%d moves, not 1..%d", c->n, most);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < i; j++)
            if (c->moves[i] == c->moves[j])
                visit_broken(c, "moves %d and %d are both %u", j, i, c->moves[i]);
}

/* Each move can be made on a copy, leads to a proper state, and leaves the original alone. */
void moves_are_applicable(visit *c) {
    size_t size = c->game->state_size;
    for (int i = 0; i < c->n; i++) {
        memcpy(c->scratch, c->s, size);
        c->rules->apply(c->game, c->scratch, c->moves[i]);
        int mover = c->rules->to_move(c->game, c->scratch);
        if (mover < HRA_OVER || mover >= c->game->seats)
            visit_broken(c, "move %u leads to a state in which %d is to move", c->moves[i], mover);
        if (memcmp(c->s, c->twin, size) != 0)
            visit_broken(c, "a move on a copy changed the state");
    }
}

void chances_sum_to_one(visit *c) {
    double sum = 0;
    for (int i = 0; c->mover == HRA_CHANCE && i < c->n; i++) {
        if (!(c->probability[i] > 0))
            visit_broken(c, "outcome %u has probability %g", c->moves[i], c->probability[i]);
        sum += c->probability[i];
    }
    if (c->mover == HRA_CHANCE && !(fabs(sum - 1) <= 1e-12))
        visit_broken(c, "probabilities sum to 1 %+g", sum - 1);
}

void samples_are_listed(visit *c) {
    size_t n = (size_t)c->game->max_chances + 1;
    if (c->mover != HRA_CHANCE)
        return;
    hra_move *list = malloc(n * sizeof *list);
    double *probability = malloc(n * sizeof *probability);
    for (int i = 0; i < 8; i++) {
        int k = 0;
        hra_move m = hra_game_sample(c->game, c->s, &c->rng, list, probability);
        while (k < c->n && c->moves[k] != m)
            k++;
        if (k == c->n)
            visit_broken(c, "sample draws %u, which is not listed", m);
    }
    free(list);
    free(probability);
}

/* The rules' own `legal` agrees with the list, on the moves in it and on numbers close to them. */
void legal_is_what_is_listed(visit *c) {
    bool (*legal)(const hra_game *, const void *, hra_move) = c->rules->hints->legal;
    hra_rng rng;
    hra_rng_init_stream(&rng, c->seed, 0, (uint64_t)c->ply, 77);
    for (int i = 0; legal && c->mover >= 0 && i < c->n + 200; i++) {
        hra_move m = i < c->n ? c->moves[i] : c->moves[i % c->n] ^ (hra_move)1 << hra_rng_below(&rng, 32);
        bool listed = i < c->n;
        for (int k = 0; k < c->n; k++)
            listed = listed || c->moves[k] == m;
        if (legal(c->game, c->s, m) != listed)
            visit_broken(c, "legal says %s of %u", listed ? "no" : "yes", m);
    }
}

/* What searches may ask besides: order, quiet, prunes, commits. */
void hints_are_about_the_moves(visit *c) {
    if (c->mover < 0)
        return;
    size_t n = (size_t)c->game->max_moves;
    hra_move *list = malloc(n * sizeof *list);
    int *score = malloc(n * sizeof *score);
    bool forced = false;
    memcpy(list, c->moves, (size_t)c->n * sizeof *list);
    if (c->rules->hints->score_moves)
        c->rules->hints->score_moves(c->game, c->s, list, c->n, score);
    if (memcmp(list, c->moves, (size_t)c->n * sizeof *list) != 0)
        visit_broken(c, "order changed the moves themselves");
    int quiet = c->rules->hints->quiescence_moves
                    ? c->rules->hints->quiescence_moves(c->game, c->s, list, &forced)
                    : 0;
    if (forced && quiet != c->n)
        visit_broken(c, "%d forced moves, but there are %d", quiet, c->n);
    for (int i = 0; i < quiet; i++)
        if (!hra_game_legal(c->game, c->s, list[i]))
            visit_broken(c, "quiet lists %u, which is no move", list[i]);
    for (const hra_prune *p = c->rules->hints->prunes; p && p->name; p++) {
        if (!p->keep)
            continue;
        memcpy(list, c->moves, (size_t)c->n * sizeof *list);
        int kept = p->keep(c->game, c->s, list, c->n);
        if (kept < 1 || kept > c->n)
            visit_broken(c, "prune %s keeps %d of %d", p->name, kept, c->n);
    }
    for (int i = 0; c->rules->conduct->irrevocable && i < c->n; i++)
        if (c->rules->conduct->irrevocable(c->game, c->s, c->moves[i]) !=
            c->rules->conduct->irrevocable(c->game, c->twin, c->moves[i]))
            visit_broken(c, "whether %u commits depends on chance", c->moves[i]);
    free(list);
    free(score);
}

/* ---- states ---------------------------------------------------------------------------------*/

void bytes_are_deterministic(visit *c) {
    size_t size = c->game->state_size;
    for (size_t i = 0; i < size; i++)
        if (c->s[i] != c->twin[i])
            visit_broken(c, "byte %zu is %02x, or %02x where memory held ones before", i, c->s[i],
                         c->twin[i]);
    for (size_t i = 0; i < VISIT_GUARD; i++)
        if (c->s[size + i] != 0xa5 || c->twin[size + i] != 0xa5)
            visit_broken(c, "byte %zu behind the state was written", i);
}

void keys_are_equal_for_equal_states(visit *c) {
    memcpy(c->scratch, c->s, c->game->state_size);
    if (hra_game_key(c->game, c->scratch) != hra_game_key(c->game, c->s))
        visit_broken(c, "a copy has another key");
}

/* Two states of one walk that have the same key must also have the same moves. */
void states_of_one_key_have_the_same_moves(visit *c) {
    static struct {
        uint64_t key, moves;
        int ply;
    } seen[1024];
    static int count;
    if (c->ply == 0)
        count = 0;
    uint64_t key = hra_game_key(c->game, c->s);
    uint64_t moves = hra_hash(c->moves, (size_t)c->n * sizeof *c->moves) + (uint64_t)(c->mover + 2);
    for (int i = 0; i < count; i++)
        if (seen[i].key == key && seen[i].moves != moves)
            visit_broken(c, "the key of ply %d, but other moves", seen[i].ply);
    if (count < 1024) {
        seen[count].key = key;
        seen[count].moves = moves;
        seen[count++].ply = c->ply;
    }
}

typedef struct successor {
    uint64_t key;
    double probability;
} successor;

static int by_key(const void *a, const void *b) {
    const successor *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->probability < y->probability ? -1 : x->probability > y->probability;
}

/* The canonical states behind the moves of s, in the order of their keys; how many. */
static int list_successors(visit *c, const unsigned char *s, successor *out) {
    const hra_game *game = c->game;
    unsigned char *child = malloc(2 * game->state_size);
    int mover = c->rules->to_move(game, s);
    int n = mover == HRA_OVER     ? 0
            : mover == HRA_CHANCE ? c->rules->chance_outcomes(game, s, c->moves, c->probability)
                                  : c->rules->moves(game, s, c->moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        c->rules->apply(game, child, c->moves[i]);
        hra_game_canonical(game, child, child + game->state_size);
        out[i] = (successor){hra_game_key(game, child + game->state_size),
                             mover == HRA_CHANCE ? c->probability[i] : 1};
    }
    qsort(out, (size_t)n, sizeof *out, by_key);
    free(child);
    return n;
}

/* What both have to say: who is to move, the canonical states behind the moves, returns, estimates. As the
 * states behind are the same again, so are the values of whatever is played. */
static void compare_alike(visit *c, const unsigned char *same, successor *mine, successor *others) {
    const hra_game *game = c->game;
    double value[HRA_MAX_SEATS], other[HRA_MAX_SEATS];
    if (c->rules->to_move(game, same) != c->mover)
        visit_broken(c, "the canonical state has another mover");
    int n = list_successors(c, same, others);
    if (list_successors(c, c->s, mine) != n)
        visit_broken(c, "the canonical state has %d moves", n);
    for (int i = 0; i < n; i++)
        if (mine[i].key != others[i].key || fabs(mine[i].probability - others[i].probability) > 1e-12)
            visit_broken(c, "the moves of the canonical state lead elsewhere");
    if (c->mover == HRA_OVER) {
        c->rules->returns(game, c->s, value);
        c->rules->returns(game, same, other);
        if (memcmp(value, other, (size_t)game->seats * sizeof *value) != 0)
            visit_broken(c, "the canonical state has other returns");
        return;
    }
    visit_open_evaluations(c);
    for (int k = 0; k < c->evals; k++) {
        const hra_evaluator *e = &c->evaluator[k];
        hra_evaluate(e, c->s, value);
        hra_evaluate(e, same, other);
        if (memcmp(value, other, (size_t)game->seats * sizeof *value) != 0)
            visit_broken(c, "%s judges the canonical state otherwise", e->kind->name);
    }
}

void canonical_states_play_alike(visit *c) {
    const hra_game *game = c->game;
    if (!c->rules->hints->canonical)
        return;
    size_t capacity = hra_game_move_capacity(game);
    unsigned char *same = malloc(2 * game->state_size), *again = same + game->state_size;
    successor *lists = malloc(2 * capacity * sizeof *lists);
    hra_game_canonical(game, c->s, same);
    hra_game_canonical(game, same, again);
    if (memcmp(same, again, game->state_size) != 0)
        visit_broken(c, "the canonical state has another canonical state");
    compare_alike(c, same, lists, lists + capacity);
    visit_list_moves(c); /* the lists served for others */
    free(same);
    free(lists);
}

void passes_are_positions(visit *c) {
    const hra_game *game = c->game;
    if (!c->rules->hints->pass || c->mover < 0)
        return;
    unsigned char *after = malloc(game->state_size), *again = malloc(game->state_size);
    if (c->rules->hints->pass(game, c->s, after)) {
        if (c->rules->to_move(game, after) != 1 - c->mover)
            visit_broken(c, "after a pass the other seat is not to move");
        hra_text_clear(&c->text);
        c->rules->text->write_position(game, after, &c->text);
        if (hra_game_read_position(game, hra_text_string(&c->text), again, NULL) != 0 ||
            memcmp(after, again, game->state_size) != 0)
            visit_broken(c, "after a pass the position '%s' reads otherwise", hra_text_string(&c->text));
    }
    free(after);
    free(again);
}

void returns_have_the_right_shape(visit *c) {
    const hra_game *game = c->game;
    double value[HRA_MAX_SEATS + 1], sum = 0;
    if (c->mover != HRA_OVER)
        return;
    value[game->seats] = 12345;
    c->rules->returns(game, c->s, value);
    for (int seat = 0; seat < game->seats; seat++) {
        if (!isfinite(value[seat]) || value[seat] < game->min_return || value[seat] > game->max_return)
            visit_broken(c, "seat %d gets %g, not %g..%g", seat, value[seat], game->min_return,
                         game->max_return);
        if (game->integer_returns && value[seat] != floor(value[seat]))
            visit_broken(c, "seat %d gets %g, no whole number", seat, value[seat]);
        sum += value[seat];
    }
    if (value[game->seats] != 12345)
        visit_broken(c, "returns writes more than one number per seat");
    if (game->zero_sum && (game->seats != 2 || value[0] != -value[1]))
        visit_broken(c, "a zero-sum game pays %g and %g", value[0], value[1]);
    if (game->sum_bounded && sum > game->max_sum)
        visit_broken(c, "the seats get %g together, more than %g", sum, game->max_sum);
}

void facts_are_numbers(visit *c) {
    double fact[HRA_MAX_STATISTICS];
    if (c->mover != HRA_OVER || !c->rules->conduct->statistics)
        return;
    for (int seat = 0; seat < c->game->seats; seat++) {
        c->rules->conduct->statistic(c->game, c->s, seat, fact);
        for (int i = 0; c->rules->conduct->statistics[i]; i++)
            if (i >= HRA_MAX_STATISTICS || !isfinite(fact[i]))
                visit_broken(c, "fact %s of seat %d is %g", c->rules->conduct->statistics[i], seat, fact[i]);
    }
}

void evaluations_are_finite(visit *c) {
    visit_open_evaluations(c);
    for (int i = 0; i < c->evals; i++) {
        const hra_evaluator *judge = &c->evaluator[i];
        const hra_evaluation *e = judge->kind;
        double value[HRA_MAX_SEATS];
        bool own = e->min < e->max;
        double low = own ? e->min : c->game->min_return, high = own ? e->max : c->game->max_return;
        e->value(c->game, judge->self, judge->scratch, c->s, value);
        for (int seat = 0; seat < c->game->seats; seat++)
            if (!isfinite(value[seat]) || value[seat] < low || value[seat] > high)
                visit_broken(c, "%s gives seat %d %g, not %g..%g", e->name, seat, value[seat], low, high);
    }
}

/* ---- text -----------------------------------------------------------------------------------*/

enum { MAX_LINE = 4000 };

bool is_plain_line(const char *text) {
    size_t n = strlen(text);
    if (n == 0 || n > MAX_LINE || text[0] == ' ' || text[n - 1] == ' ')
        return false;
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

static void move_reads_back(visit *c, hra_move move,
                            void (*write)(const hra_game *, const void *, hra_move, hra_text *)) {
    hra_move m = ~move;
    hra_error why = {0};
    hra_text_clear(&c->text);
    write(c->game, c->s, move, &c->text);
    const char *text = hra_text_string(&c->text);
    if (!is_plain_line(text))
        visit_broken(c, "move %u is written '%s'", move, text);
    if (hra_game_parse_move(c->game, c->s, text, &m, &why) != 0)
        visit_broken(c, "move %u is written '%s', but: %s", move, text, why.text);
    if (m != move)
        visit_broken(c, "move %u is written '%s', which is read as %u", move, text, m);
}

void moves_read_back(visit *c) {
    for (int i = 0; i < c->n; i++)
        move_reads_back(c, c->moves[i], c->rules->text->show_move);
}

void said_moves_read_back(visit *c) {
    for (int i = 0; i < c->n; i++)
        move_reads_back(c, c->moves[i], hra_game_say_move);
}

void positions_read_back(visit *c) {
    hra_text again;
    hra_text_clear(&c->text);
    hra_text_init(&again);
    c->rules->text->write_position(c->game, c->s, &c->text);
    const char *text = hra_text_string(&c->text);
    if (!is_plain_line(text))
        visit_broken(c, "its text is no plain line");
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        hra_error why = {0};
        memset(c->scratch, fill, c->game->state_size);
        if (hra_game_read_position(c->game, text, c->scratch, &why) != 0)
            visit_broken(c, "its text is not read: %s", why.text);
        hra_text_clear(&again);
        c->rules->text->write_position(c->game, c->scratch, &again);
        if (strcmp(text, hra_text_string(&again)) != 0)
            visit_broken(c, "its text reads back as %s", hra_text_string(&again));
        if (memcmp(c->scratch, c->s, c->game->state_size) != 0)
            visit_broken(c, "its text reads back to other bytes");
    }
    hra_text_release(&again);
}

/* Without colour: no control character but the newline, and no line too wide. */
static void check_drawing(visit *c, const char *text, const hra_board_style *look) {
    char line[MAX_LINE];
    if (!*text || text[strlen(text) - 1] != '\n')
        visit_broken(c, "the drawing does not end with its line");
    for (const char *p = text; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n') || *p == 127 ||
            (!look->unicode && (unsigned char)*p > 127))
            visit_broken(c, "a drawing holds the byte %02x", (unsigned char)*p);
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
        int n = snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        if (n >= (int)sizeof line || hra_text_columns(line) > look->width)
            visit_broken(c, "a line is wider than %d columns: %s", look->width, line);
    }
}

/* Takes the colours out; anything else that begins with an escape stays. */
static void strip_colours(hra_text *text) {
    size_t to = 0;
    for (size_t from = 0; from < text->length;) {
        size_t n = text->data[from] == '\033' && text->data[from + 1] == '['
                       ? strspn(text->data + from + 2, "0123456789;")
                       : 0;
        if (n && text->data[from + 2 + n] == 'm')
            from += n + 3;
        else
            text->data[to++] = text->data[from++];
    }
    text->length = to;
    text->data[to] = '\0';
}

/* The compact board stands above a prompt on 80 by 24. */
static void check_compact(visit *c, int seat) {
    enum { SCREEN = 24, PROMPT = 1 };
    const hra_board_style look = {.unicode = true, .compact = true, .width = 80, .seat = seat};
    int lines = 0;
    hra_text_clear(&c->text);
    c->rules->text->show(c->game, c->s, &look, &c->text);
    check_drawing(c, hra_text_string(&c->text), &look);
    for (const char *at = hra_text_string(&c->text); *at; at++)
        lines += *at == '\n';
    if (lines > SCREEN - PROMPT)
        visit_broken(c, "the compact board takes %d lines", lines);
}

/* The first and the last state, and every fourth in between: drawing is slow. */
void drawings_are_clean(visit *c) {
    hra_text coloured;
    if (c->ply > 20 && c->ply % 4 && c->mover != HRA_OVER)
        return;
    hra_text_init(&coloured);
    for (int unicode = 0; unicode < 2; unicode++) {
        for (int seat = -1; seat < c->game->seats; seat++) {
            hra_board_style look = {.unicode = unicode, .width = 80, .seat = seat};
            hra_text_clear(&c->text);
            c->rules->text->show(c->game, c->s, &look, &c->text);
            check_drawing(c, hra_text_string(&c->text), &look);
            look.color = true;
            hra_text_clear(&coloured);
            c->rules->text->show(c->game, c->s, &look, &coloured);
            strip_colours(&coloured);
            if (strcmp(hra_text_string(&c->text), hra_text_string(&coloured)) != 0)
                visit_broken(c, "with colour the drawing says something else");
        }
    }
    for (int seat = -1; seat < c->game->seats; seat++)
        check_compact(c, seat);
    hra_text_release(&coloured);
}
