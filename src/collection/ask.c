/* Which games reach a position, and what was played there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collection/own_collection.h"

enum {
    LISTED = 1 << 16 /* the most games of an answer */,
    LOOK = 4096 /* entries between two looks at the stop */
};

/* A legal move of the position under one spec. */
typedef struct way {
    uint64_t next;
    int move; /* in the answer; -1: not there yet */
    hra_move legal;
} way;

typedef struct asking {
    hra_collection *c;
    const hra_collection_question *q;
    hra_collection_answer *answer;
    int capacity; /* of its moves */
    int room;     /* of its games */
    /* Of one spec */
    hra_game *game;
    unsigned char *state, *after;
    hra_key_room keys;
    way *ways;
    int way_count;
    uint64_t key;
    bool exchanged;
    hra_error *why;    /* of the spec */
    hra_error *result; /* of the question */
} asking;

/* ---- the moves of a position ----------------------------------------------------------------*/

static int compare_ways(const void *a, const void *b) {
    const way *x = a, *y = b;
    return x->next < y->next ? -1 : x->next > y->next;
}

static hra_err list_ways(asking *a, uint64_t salt) {
    const hra_game *game = a->game;
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    int n =
        moves && game->rules->to_move(game, a->state) != HRA_OVER ? hra_game_moves(game, a->state, moves) : 0;
    bool turned;
    a->ways = moves && n >= 0 ? calloc((size_t)n + 1, sizeof *a->ways) : NULL;
    for (int i = 0; i < n && a->ways; i++) {
        memcpy(a->after, a->state, game->state_size);
        game->rules->apply(game, a->after, moves[i]);
        uint64_t key = hra_position_key(game, salt, a->after, &a->keys, &turned);
        a->ways[i] = (way){hra_next_key(key), -1, moves[i]};
    }
    free(moves);
    if (!a->ways)
        return hra_no_memory(a->why);
    a->way_count = n;
    qsort(a->ways, (size_t)n, sizeof *a->ways, compare_ways);
    return HRA_OK;
}

static int add_move(asking *a, char *text) {
    hra_collection_answer *answer = a->answer;
    if (answer->move_count == a->capacity) {
        int capacity = a->capacity ? 2 * a->capacity : 32;
        hra_collection_move *moves = realloc(answer->moves, (size_t)capacity * sizeof *moves);
        if (!moves)
            return -1;
        answer->moves = moves;
        a->capacity = capacity;
    }
    answer->moves[answer->move_count] = (hra_collection_move){.move = text, .value = (double)NAN};
    return answer->move_count++;
}

/* The move in the answer, where one of another spec has the same name. -1: no memory. */
static int name_move(asking *a, hra_move m) {
    hra_text text;
    int at = 0;
    hra_text_init(&text);
    a->game->rules->text->show_move(a->game, a->state, m, &text);
    while (at < a->answer->move_count && strcmp(a->answer->moves[at].move, hra_text_string(&text)) != 0)
        at++;
    if (at == a->answer->move_count) {
        char *copy = text.err ? NULL : strdup(hra_text_string(&text));
        at = copy ? add_move(a, copy) : -1;
        if (at < 0)
            free(copy);
    }
    hra_text_release(&text);
    return at;
}

/* The move of an entry: -1: none, or one that is not legal here, which a wrong file has; -2: no memory. */
static int move_of(asking *a, uint64_t next) {
    int low = 0, high = a->way_count;
    if (!next)
        return -1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a->ways[middle].next < next)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == a->way_count || a->ways[low].next != next)
        return -1;
    if (a->ways[low].move < 0 && (a->ways[low].move = name_move(a, a->ways[low].legal)) < 0)
        return -2;
    return a->ways[low].move;
}

/* ---- games ----------------------------------------------------------------------------------*/

static int compare_hits(const void *a, const void *b) {
    const hra_collection_hit *x = a, *y = b;
    return x->game < y->game ? -1 : x->game > y->game;
}

/* Keeps the first games by number: twice as many as are wanted have room, and are sorted when it is full. */
static void trim(hra_collection_answer *answer, int most) {
    if (answer->game_count)
        qsort(answer->games, (size_t)answer->game_count, sizeof *answer->games, compare_hits);
    if (answer->game_count > most)
        answer->game_count = most;
}

static int wanted(const asking *a) {
    return a->q->most < 0 ? 0 : a->q->most < LISTED ? a->q->most : LISTED;
}

static hra_err add_hit(asking *a, const hra_entry *e, int move) {
    hra_collection_answer *answer = a->answer;
    if (!wanted(a))
        return HRA_OK;
    if (!answer->games) {
        a->room = 2 * wanted(a);
        answer->games = calloc((size_t)a->room, sizeof *answer->games);
        if (!answer->games)
            return hra_no_memory(a->why);
    }
    if (answer->game_count == a->room)
        trim(answer, wanted(a));
    const bool turned = a->exchanged != ((e->ply & HRA_ENTRY_EXCHANGED) != 0);
    answer->games[answer->game_count++] = (hra_collection_hit){e->game, (int)(e->ply >> 2), move, turned};
    return HRA_OK;
}

/* ---- entries --------------------------------------------------------------------------------*/

static hra_err take_entry(asking *a, const hra_entry *e, int move) {
    if (move == -2)
        return hra_no_memory(a->why);
    if (move >= 0)
        hra_outcome_count(a->game, e->outcome, a->exchanged, &a->answer->moves[move].count);
    if (e->ply & HRA_ENTRY_AGAIN)
        return HRA_OK;
    hra_outcome_count(a->game, e->outcome, a->exchanged, &a->answer->count);
    return add_hit(a, e, move);
}

static hra_err look_into(asking *a, int64_t run) {
    hra_run_reader r;
    int move = -1;
    uint64_t next = 0, looked = 0;
    hra_err err = hra_run_open(&r, a->c, run, a->key, a->why);
    while (!err && !r.over && r.now.key == a->key) {
        if (r.now.next != next) {
            next = r.now.next;
            move = move_of(a, next);
        }
        err = take_entry(a, &r.now, move);
        if (!err && looked++ % LOOK == 0 && hra_stop_is_set(a->q->stop))
            err = hra_fail_code(a->why, HRA_ESTOPPED);
        if (!err)
            err = hra_run_next(&r, a->why);
    }
    hra_run_close(&r);
    return err;
}

/* ---- values ---------------------------------------------------------------------------------*/

static hra_err take_value(void *to, const hra_collection_value *value) {
    asking *a = to;
    int at = move_of(a, value->next);
    if (at < 0 || !isfinite(value->value))
        return at == -2 ? HRA_ENOMEM : HRA_OK;
    hra_collection_move *m = &a->answer->moves[at];
    char *copy = strdup(value->analyst);
    if (!copy)
        return HRA_ENOMEM;
    free(m->analyst);
    m->analyst = copy;
    m->value = value->value;
    m->probability = value->probability;
    return HRA_OK;
}

static hra_err look_at_values(asking *a) {
    const hra_collection_storage *s = &a->c->storage;
    return s->values ? s->values(s->self, a->key, take_value, a, a->why) : HRA_OK;
}

/* ---- one spec -------------------------------------------------------------------------------*/

static void close_spec(asking *a) {
    hra_key_room_close(&a->keys);
    free(a->ways);
    free(a->state);
    free(a->after);
    hra_game_close(a->game);
    a->ways = NULL;
    a->state = a->after = NULL;
    a->game = NULL;
    a->way_count = 0;
}

static hra_err open_spec(asking *a, const char *text) {
    hra_err err = hra_game_open(&a->game, a->q->host, text, a->why);
    if (err)
        return err;
    a->state = calloc(1, a->game->state_size);
    a->after = calloc(1, a->game->state_size);
    if (!a->state || !a->after || hra_key_room_open(&a->keys, a->game))
        return hra_no_memory(a->why);
    if (a->q->position)
        return hra_game_read_position(a->game, a->q->position, a->state, a->why);
    hra_first_state(a->game, a->state);
    return HRA_OK;
}

/* What the answer says of the position itself, by the first spec. */
static hra_err describe(asking *a, const char *spec) {
    hra_collection_answer *answer = a->answer;
    hra_text text;
    if (answer->spec)
        return HRA_OK;
    hra_text_init(&text);
    a->game->rules->text->write_position(a->game, a->state, &text);
    answer->seats = a->game->seats;
    answer->mover = a->game->rules->to_move(a->game, a->state);
    answer->points = hra_outcome_has_points(a->game) && a->game->max_return != 1;
    answer->spec = strdup(spec);
    answer->position = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return answer->spec && answer->position ? HRA_OK : hra_no_memory(a->why);
}

static hra_err ask_spec(asking *a, int number) {
    const hra_spec_known *spec = &a->c->specs[number - 1];
    hra_err err = hra_collection_check_spec(a->c, a->game, number, a->why);
    if (err)
        return err;
    a->key = hra_position_key(a->game, spec->salt, a->state, &a->keys, &a->exchanged);
    err = describe(a, spec->text);
    if (!err)
        err = list_ways(a, spec->salt);
    for (int i = 0; i < a->c->run_count && !err; i++)
        err = look_into(a, a->c->runs[i].number);
    return err ? err : look_at_values(a);
}

static bool is_asked_before(const hra_collection *c, int spec) {
    for (int i = 0; i < spec; i++)
        if (c->specs[i].salt == c->specs[spec].salt)
            return true;
    return false;
}

static bool is_of_rules(const char *spec, const char *name) {
    const size_t length = strlen(name);
    return strncmp(spec, name, length) == 0 && (spec[length] == 0 || spec[length] == ':');
}

/* ---- the question ---------------------------------------------------------------------------*/

static int compare_moves(const void *a, const void *b) {
    const hra_collection_move *x = a, *y = b;
    if (x->count.games != y->count.games)
        return x->count.games > y->count.games ? -1 : 1;
    return strcmp(x->move, y->move);
}

/* Sorts the moves, and sets in each game where its move is now. */
static hra_err sort_moves(hra_collection_answer *answer, hra_error *why) {
    const size_t n = (size_t)answer->move_count;
    int *places = calloc(n + 1, sizeof *places);
    if (!places)
        return hra_no_memory(why);
    for (size_t i = 0; i < n; i++)
        answer->moves[i].place = (int)i;
    if (n)
        qsort(answer->moves, n, sizeof *answer->moves, compare_moves);
    for (size_t i = 0; i < n; i++)
        places[answer->moves[i].place] = (int)i;
    for (int i = 0; i < answer->game_count; i++)
        if (answer->games[i].move >= 0)
            answer->games[i].move = places[answer->games[i].move];
    free(places);
    return HRA_OK;
}

static hra_err ask_all(asking *a, const char *rules) {
    hra_error first = {0}, why = {0};
    hra_err err = HRA_OK;
    a->why = &why;
    for (int i = 0; i < a->c->spec_count && !err; i++) {
        if ((rules && !is_of_rules(a->c->specs[i].text, rules)) || is_asked_before(a->c, i))
            continue;
        hra_err wrong = open_spec(a, a->c->specs[i].text);
        if (wrong && !first.code)
            first = why;
        err = wrong ? (wrong == HRA_ENOMEM ? wrong : HRA_OK) : ask_spec(a, i + 1);
        close_spec(a);
        if (!err && hra_stop_is_set(a->q->stop))
            err = hra_fail_code(&why, HRA_ESTOPPED);
    }
    a->why = NULL;
    if (err)
        first = why;
    else if (a->answer->spec)
        return HRA_OK;
    else if (!first.code && rules)
        (void)hra_fail(&first, HRA_EMISSING, -1, "the collection has no game of %s", rules);
    else if (!first.code)
        (void)hra_fail(&first, HRA_EMISSING, -1, "the collection is empty");
    return first.code ? hra_fail_as(a->result, &first) : err;
}

static hra_err rules_of(const hra_collection_question *q, char *name, size_t size, hra_error *why) {
    hra_game *game;
    *name = 0;
    if (!q->spec)
        return HRA_OK;
    hra_err err = hra_game_open(&game, q->host, q->spec, why);
    if (!err) {
        hra_snprintf(name, size, "%s", game->rules->name);
        hra_game_close(game);
    }
    return err;
}

static hra_err answer_question(hra_collection *c, const hra_collection_question *q, const char *rules,
                               hra_collection_answer *answer, hra_error *why) {
    asking a = {.c = c, .q = q, .answer = answer, .result = why};
    hra_err err = ask_all(&a, *rules ? rules : NULL);
    trim(answer, wanted(&a));
    return err ? err : sort_moves(answer, why);
}

hra_err hra_collection_ask(hra_collection *c, const hra_collection_question *q, hra_collection_answer **out,
                           hra_error *why) {
    char rules[128];
    *out = NULL;
    if (!q || !q->size)
        return hra_fail(why, HRA_EINPUT, -1, "a question to a collection does not begin with its size");
    if (q->size > sizeof *q)
        return hra_fail(why, HRA_EVERSION, -1, "a question to a collection is of a newer library");
    hra_err err = rules_of(q, rules, sizeof rules, why);
    if (err)
        return err;
    hra_collection_answer *answer = calloc(1, sizeof *answer);
    if (!answer)
        return hra_no_memory(why);
    answer->size = sizeof *answer;
    hra_error said = {0};
    hra_lock_take(&c->lock);
    err = answer_question(c, q, rules, answer, &said);
    hra_lock_give(&c->lock);
    if (!err) {
        *out = answer;
        return HRA_OK;
    }
    hra_collection_answer_free(answer);
    return said.code ? hra_fail_as(why, &said) : hra_fail_code(why, err);
}

void hra_collection_answer_free(hra_collection_answer *answer) {
    if (!answer)
        return;
    for (int i = 0; i < answer->move_count; i++) {
        free(answer->moves[i].move);
        free(answer->moves[i].analyst);
    }
    free(answer->moves);
    free(answer->games);
    free(answer->spec);
    free(answer->position);
    free(answer);
}

/* ---- values ---------------------------------------------------------------------------------*/

static hra_err add_value(hra_collection *c, const hra_game *game, const void *state, hra_move move,
                         const hra_collection_value *value, hra_error *why) {
    hra_key_room keys;
    hra_collection_value saved = *value;
    uint64_t key;
    int number;
    bool turned;
    if (!c->storage.add_value)
        return hra_fail(why, HRA_EFIT, -1, "this collection saves no values");
    hra_err err = hra_collection_find_spec(c, game, &number, why);
    unsigned char *after = malloc(game->state_size);
    if (!err && (!after || hra_key_room_open(&keys, game))) {
        free(after);
        return hra_no_memory(why);
    }
    if (!err) {
        const uint64_t salt = c->specs[number - 1].salt;
        memcpy(after, state, game->state_size);
        game->rules->apply(game, after, move);
        key = hra_position_key(game, salt, state, &keys, &turned);
        saved.next = hra_next_key(hra_position_key(game, salt, after, &keys, &turned));
        err = c->storage.add_value(c->storage.self, key, &saved, why);
        hra_key_room_close(&keys);
    }
    free(after);
    return err;
}

hra_err hra_collection_add_value(hra_collection *c, const hra_game *game, const void *state, hra_move move,
                                 const hra_collection_value *value, hra_error *why) {
    hra_lock_take(&c->lock);
    hra_err err = add_value(c, game, state, move, value, why);
    hra_lock_give(&c->lock);
    return err;
}
