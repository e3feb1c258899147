/* An annotated game: a tree of moves in one array, and texts in blocks that never move. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "annotated/game_spare.h"
#include "annotated/line_keys.h"
#include "core/messages.h"
#include "hra/game.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"

enum { BLOCK = 4000 };

/* Texts, one after the other. */
typedef struct block {
    struct block *before;
    size_t used, size;
    bool alone; /* one text, which may go before the game is closed */
    char bytes[];
} block;

/* What the public part shows, to write. */
typedef struct annotated {
    hra_annotated open; /* first */
    hra_node *nodes;
    unsigned char *states;
    hra_note *notes;
    hra_tag *tags;
    hra_fault *faults;
    int node_room, note_room, tag_room, fault_room;
    int free_notes; /* 1 + the first element of `notes` that no node has, in a list by `next`; 0: there is none */
    block *texts;
    size_t text_bytes;
    hra_game *spare;    /* open, for a game by the same spec */
    hra_line_keys past; /* empty if the game does not know repetition */
} annotated;

static annotated *inside(hra_annotated *game) {
    return (annotated *)game;
}

/* ---- memory ---------------------------------------------------------------------------------*/

/* Room for one more element of an array; false: no memory. */
static bool make_room(void **array, int *room, int count, size_t each) {
    if (count < *room)
        return true;
    int more = *room ? 2 * *room : 16;
    void *bigger = realloc(*array, (size_t)more * each);
    if (!bigger)
        return false;
    *array = bigger;
    *room = more;
    return true;
}

static hra_err copy_text(annotated *a, const char *text, const char **out) {
    size_t n = text ? strlen(text) + 1 : 1;
    *out = "";
    if (n == 1)
        return HRA_OK;
    if (a->text_bytes + n > HRA_MAX_NOTES)
        return HRA_ELIMIT;
    if (!a->texts || a->texts->size - a->texts->used < n) {
        size_t size = n > BLOCK ? n : BLOCK;
        block *b = malloc(sizeof *b + size);
        if (!b)
            return HRA_ENOMEM;
        *b = (block){.before = a->texts, .size = size};
        a->texts = b;
    }
    char *to = a->texts->bytes + a->texts->used;
    *out = memcpy(to, text, n);
    a->texts->used += n;
    a->text_bytes += n;
    return HRA_OK;
}

/* A copy in a block of its own, behind the one that is being filled. `less`: bytes that go when it is in use. */
static hra_err copy_alone(annotated *a, const char *text, size_t less, const char **out) {
    const size_t n = text ? strlen(text) + 1 : 1;
    *out = "";
    if (n == 1)
        return HRA_OK;
    if (a->text_bytes - less + n > HRA_MAX_NOTES)
        return HRA_ELIMIT;
    block *b = malloc(sizeof *b + n);
    if (!b)
        return HRA_ENOMEM;
    *b = (block){.used = n, .size = n, .alone = true};
    block **place = a->texts ? &a->texts->before : &a->texts;
    b->before = *place;
    *place = b;
    a->text_bytes += n;
    *out = memcpy(b->bytes, text, n);
    return HRA_OK;
}

/* The place of the block that this text is alone in; NULL: it is in none. */
static block **find_alone(annotated *a, const char *text) {
    block **place = &a->texts;
    while (*place && !((*place)->alone && (*place)->bytes == text))
        place = &(*place)->before;
    return *place ? place : NULL;
}

static void drop_text(annotated *a, const char *text) {
    block **place = find_alone(a, text);
    if (!place)
        return;
    block *b = *place;
    *place = b->before;
    a->text_bytes -= b->size;
    free(b);
}

static void show(annotated *a) {
    a->open.nodes = a->nodes;
    a->open.states = a->states;
    a->open.notes = a->notes;
    a->open.tags = a->tags;
    a->open.faults = a->faults;
}

hra_err hra_annotated_open(hra_annotated **out, hra_error *why) {
    annotated *a = calloc(1, sizeof *a);
    if (!a)
        return hra_no_memory(why);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        a->open.players[seat] = "";
    a->open.result.text = a->open.result.reason = "";
    *out = &a->open;
    return HRA_OK;
}

void hra_annotated_close(hra_annotated *game) {
    annotated *a = inside(game);
    if (!a)
        return;
    hra_game_close(a->open.game);
    hra_game_close(a->spare);
    for (block *b = a->texts, *before; b; b = before) {
        before = b->before;
        free(b);
    }
    free(a->nodes);
    free(a->states);
    hra_line_keys_release(&a->past);
    free(a->notes);
    free(a->tags);
    free(a->faults);
    free(a);
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* Room for one more node and its state. */
static bool make_node_room(annotated *a) {
    int room = a->node_room;
    if (a->open.node_count < room)
        return true;
    if (!make_room((void **)&a->nodes, &room, a->open.node_count, sizeof *a->nodes))
        return false;
    show(a); /* the nodes may have moved, though there is no memory for states */
    unsigned char *states = realloc(a->states, (size_t)room * a->open.stride);
    if (!states)
        return false;
    a->states = states;
    if (a->open.game->repetition_limit && hra_line_keys_grow(&a->past, room))
        return false;
    a->node_room = room;
    show(a);
    return true;
}

static void *state_of(annotated *a, int node) {
    return a->states + (size_t)node * a->open.stride;
}

static hra_err place_start(annotated *a, const char *position, hra_error *why) {
    hra_game *game = a->open.game;
    hra_game_begin(game, 0, state_of(a, 0));
    if (!position)
        return HRA_OK;
    hra_err err = hra_game_read_position(game, position, state_of(a, 0), why);
    const char *copy;
    if (!err && (err = copy_text(a, position, &copy)) == 0)
        a->open.position = copy;
    return err;
}

/* States of another game have another size. */
static void forget_moves(annotated *a) {
    hra_game_close(a->open.game);
    a->open.game = NULL;
    a->open.position = NULL;
    free(a->states);
    free(a->nodes);
    hra_line_keys_release(&a->past);
    a->states = NULL;
    a->nodes = NULL;
    a->node_room = a->open.node_count = a->open.note_count = a->free_notes = 0;
    show(a);
}

/* The start alone. */
static hra_err begin_at(annotated *a, hra_game *game, const char *position, hra_error *why) {
    const size_t align = sizeof(uint64_t) - 1;
    a->open.game = game;
    a->open.stride = (game->state_size + align) & ~align;
    if (!make_node_room(a))
        return hra_no_memory(why);
    a->nodes[0] = (hra_node){.mover = HRA_OVER, .parent = -1, .note = -1, .last_note = -1, .spelling = ""};
    a->open.node_count = 1;
    return place_start(a, position, why);
}

void hra_annotated_lend(hra_annotated *game, hra_game *spare) {
    annotated *a = inside(game);
    hra_game_close(a->spare);
    a->spare = spare;
}

hra_game *hra_annotated_take_spare(hra_annotated *game) {
    hra_game *spare = inside(game)->spare;
    inside(game)->spare = NULL;
    return spare;
}

hra_game *hra_annotated_take_game(hra_annotated *game) {
    hra_game *taken = game->game;
    game->game = NULL;
    return taken;
}

/* Files have many games by the same spec, and opening one costs more than reading it. */
static hra_err open_rules(annotated *a, const hra_host *host, const char *spec, hra_game **out,
                          hra_error *why) {
    if (!a->spare || strcmp(a->spare->spec, spec) != 0)
        return hra_game_open(out, host, spec, why);
    *out = a->spare;
    a->spare = NULL;
    return HRA_OK;
}

hra_err hra_annotated_begin(hra_annotated *game, const hra_host *host, const char *spec, const char *position,
                            hra_error *why) {
    annotated *a = inside(game);
    hra_game *rules;
    hra_err err = open_rules(a, host, spec, &rules, why);
    if (err)
        return err;
    forget_moves(a);
    err = begin_at(a, rules, position, why);
    if (err)
        forget_moves(a);
    return err;
}

/* The position is written only where it is not the game's own, as records have it. */
hra_err hra_annotated_start(hra_annotated *game, const void *state) {
    annotated *a = inside(game);
    hra_text position;
    if (memcmp(state_of(a, 0), state, game->game->state_size) == 0)
        return HRA_OK;
    hra_text_init(&position);
    memcpy(state_of(a, 0), state, game->game->state_size);
    game->game->rules->text->write_position(game->game, state, &position);
    hra_err err = position.err ? position.err : copy_text(a, hra_text_string(&position), &game->position);
    hra_text_release(&position);
    return err;
}

int hra_annotated_add(hra_annotated *game, int parent, hra_move move) {
    annotated *a = inside(game);
    int depth = a->nodes[parent].depth + (a->nodes[parent].first != 0);
    if (hra_annotated_full(game, parent) || !make_node_room(a))
        return 0;
    const hra_rules *rules = a->open.game->rules;
    int node = a->open.node_count++;
    hra_node *before = &a->nodes[parent];
    memcpy(state_of(a, node), state_of(a, parent), a->open.stride);
    a->nodes[node] = (hra_node){.move = move,
                                .mover = hra_maker(a->open.game, state_of(a, parent), move),
                                .ply = before->ply + 1,
                                .depth = depth,
                                .parent = parent,
                                .note = -1,
                                .last_note = -1,
                                .spelling = ""};
    rules->apply(a->open.game, state_of(a, node), move);
    if (a->past.keys)
        hra_line_keys_add(&a->past, game, node, state_of(a, node));
    a->nodes[node].beside = before->first;
    if (before->last)
        a->nodes[before->last].sibling = node;
    else
        before->first = node;
    before->last = node;
    return node;
}

int hra_annotated_occurrences(const hra_annotated *game, int node) {
    const annotated *a = (const annotated *)game;
    return a->past.keys ? hra_line_keys_occurrences(&a->past, game, node) : 1;
}

void hra_annotated_beside(hra_annotated *game, int node, int beside) {
    annotated *a = inside(game);
    a->nodes[node].beside = beside;
    a->nodes[node].depth = a->nodes[beside].depth + 1;
}

hra_err hra_annotated_spell(hra_annotated *game, int node, const char *number, const char *spelling) {
    annotated *a = inside(game);
    hra_err err = copy_text(a, spelling, &a->nodes[node].spelling);
    if (!err && number)
        err = copy_text(a, number, &a->nodes[node].number);
    return err;
}

/* ---- what is written about them -------------------------------------------------------------*/

/* An element of `notes` that no node has; -1: no memory. */
static int find_note_room(annotated *a) {
    if (a->free_notes)
        return a->free_notes - 1;
    if (!make_room((void **)&a->notes, &a->note_room, a->open.note_count, sizeof *a->notes))
        return -1;
    show(a);
    return a->open.note_count;
}

/* Puts it behind the others of a node, in the room that was found. */
static void link_note(annotated *a, int node, int i, hra_note note) {
    hra_node *n = &a->nodes[node];
    if (i == a->open.note_count)
        a->open.note_count++;
    else
        a->free_notes = a->notes[i].next + 1;
    note.next = -1;
    a->notes[i] = note;
    if (n->last_note >= 0)
        a->notes[n->last_note].next = i;
    else
        n->note = i;
    n->last_note = i;
}

hra_err hra_annotated_note(hra_annotated *game, int node, const hra_note *note) {
    annotated *a = inside(game);
    hra_note copy = *note;
    const int i = find_note_room(a);
    if (i < 0)
        return HRA_ENOMEM;
    hra_err err = copy_text(a, note->name, &copy.name);
    if (!err)
        err = copy_text(a, note->text, &copy.text);
    if (!err)
        link_note(a, node, i, copy);
    return err;
}

/* Whether it is one of those that a note replaces; NULL: all. */
static bool is_replaced(const hra_note *old, const hra_note *by) {
    return !by || (old->kind == by->kind && !old->before);
}

/* Removes the notes of a node that are replaced. */
static void drop_notes(annotated *a, int node, const hra_note *by) {
    hra_node *n = &a->nodes[node];
    int *link = &n->note, i;
    n->last_note = -1;
    while ((i = *link) >= 0) {
        hra_note *old = &a->notes[i];
        if (is_replaced(old, by)) {
            *link = old->next;
            drop_text(a, old->text);
            old->text = old->name = "";
            old->next = a->free_notes - 1;
            a->free_notes = i + 1;
        } else {
            n->last_note = i;
            link = &old->next;
        }
    }
}

hra_err hra_annotated_set_note(hra_annotated *game, int node, const hra_note *note) {
    annotated *a = inside(game);
    hra_note copy = {.kind = note->kind, .value = note->value, .form = note->form, .name = ""};
    const bool adds = note->value || (note->text && *note->text);
    size_t less = 0;
    if (adds) {
        for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
            if (is_replaced(&a->notes[i], note) && find_alone(a, a->notes[i].text))
                less += strlen(a->notes[i].text) + 1;
        if (find_note_room(a) < 0)
            return HRA_ENOMEM;
        hra_err err = copy_alone(a, note->text, less, &copy.text);
        if (err)
            return err;
    }
    drop_notes(a, node, note);
    if (adds)
        link_note(a, node, find_note_room(a), copy);
    return HRA_OK;
}

/* Of tags with the same name the last one counts. */
static hra_tag *find_tag(const annotated *a, const char *name) {
    for (int i = a->open.tag_count; i-- > 0;)
        if (strcasecmp(a->tags[i].name, name) == 0)
            return &a->tags[i];
    return NULL;
}

hra_err hra_annotated_set_tag(hra_annotated *game, const char *name, const char *value) {
    annotated *a = inside(game);
    hra_tag *tag = find_tag(a, name);
    return tag ? copy_text(a, value, &tag->value) : hra_annotated_add_tag(game, name, value);
}

hra_err hra_annotated_add_tag(hra_annotated *game, const char *name, const char *value) {
    annotated *a = inside(game);
    if (a->open.tag_count == HRA_MAX_TAGS)
        return HRA_ELIMIT;
    if (!make_room((void **)&a->tags, &a->tag_room, a->open.tag_count, sizeof *a->tags))
        return HRA_ENOMEM;
    show(a);
    hra_tag *tag = &a->tags[a->open.tag_count];
    hra_err err = copy_text(a, name, &tag->name);
    if (!err)
        err = copy_text(a, value, &tag->value);
    a->open.tag_count += !err;
    return err;
}

const char *hra_annotated_tag(const hra_annotated *game, const char *name) {
    const hra_tag *tag = find_tag((const annotated *)game, name);
    return tag ? tag->value : NULL;
}

hra_err hra_annotated_fault(hra_annotated *game, const hra_fault *fault) {
    annotated *a = inside(game);
    if (!make_room((void **)&a->faults, &a->fault_room, a->open.fault_count, sizeof *a->faults))
        return HRA_ENOMEM;
    show(a);
    hra_fault *f = &a->faults[a->open.fault_count];
    *f = *fault;
    hra_err err = copy_text(a, fault->text, &f->text);
    a->open.fault_count += !err;
    return err;
}

hra_err hra_annotated_player(hra_annotated *game, int seat, const char *name) {
    return copy_text(inside(game), name, &game->players[seat]);
}

hra_err hra_annotated_result(hra_annotated *game, const hra_stated_result *result) {
    annotated *a = inside(game);
    game->result = *result;
    hra_err err = copy_text(a, result->text, &game->result.text);
    return err ? err : copy_text(a, result->reason, &game->result.reason);
}

/* ---- editing --------------------------------------------------------------------------------*/

/* Takes a node out of its parent's children. */
static void unlink_node(annotated *a, int node) {
    hra_node *parent = &a->nodes[a->nodes[node].parent];
    int before = 0;
    for (int child = parent->first; child != node; child = a->nodes[child].sibling)
        before = child;
    int after = a->nodes[node].sibling;
    if (before)
        a->nodes[before].sibling = after;
    else
        parent->first = after;
    if (!after)
        parent->last = before;
    a->nodes[node].sibling = 0;
}

/* Parents come before their children; what a variation stands beside may have been removed or moved. */
static void count_depths(annotated *a) {
    for (int i = 1; i < a->open.node_count; i++) {
        const hra_node *parent = &a->nodes[a->nodes[i].parent];
        if (parent->first == i)
            a->nodes[i].beside = 0;
        else if (!a->nodes[i].beside)
            a->nodes[i].beside = parent->first;
        if (!a->nodes[i].beside)
            a->nodes[i].depth = parent->depth;
        else if (a->nodes[i].beside == parent->first) /* which may have a higher number */
            a->nodes[i].depth = parent->depth + 1;
        else
            a->nodes[i].depth = a->nodes[a->nodes[i].beside].depth + 1;
    }
}

/* Whether a line may become a variation of another one. */
static bool may_nest(const annotated *a) {
    for (int i = 1; i < a->open.node_count; i++)
        if (a->nodes[i].depth == HRA_MAX_VARIATIONS)
            return false;
    return true;
}

hra_err hra_annotated_promote(hra_annotated *game, int node) {
    annotated *a = inside(game);
    if (node <= 0 || node >= game->node_count)
        return HRA_EINPUT;
    hra_node *parent = &a->nodes[a->nodes[node].parent];
    const int first = parent->first;
    if (first == node)
        return HRA_OK;
    if (!may_nest(a))
        return HRA_ELIMIT;
    unlink_node(a, node);
    for (int other = first; other; other = a->nodes[other].sibling)
        if (other == first || a->nodes[other].beside == first)
            a->nodes[other].beside = node;
    a->nodes[node].sibling = first;
    a->nodes[node].beside = 0;
    parent->first = node;
    count_depths(a);
    return HRA_OK;
}

/* Children have higher numbers than their parents, so one pass finds all that hangs on a node and where the others
 * go: place[i], or -1. */
static void find_places(const annotated *a, int node, int *place) {
    int next = 0;
    for (int i = 0; i < a->open.node_count; i++) {
        bool gone = i == node || (i > node && place[a->nodes[i].parent] < 0);
        place[i] = gone ? -1 : next++;
    }
}

static void close_up(annotated *a, const int *place) {
    int count = 0;
    for (int i = 0; i < a->open.node_count; i++) {
        if (place[i] < 0)
            continue;
        hra_node n = a->nodes[i];
        n.parent = i ? place[n.parent] : -1;
        n.first = place[n.first];
        n.last = place[n.last];
        n.sibling = place[n.sibling];
        n.beside = place[n.beside] < 0 ? 0 : place[n.beside];
        memmove(state_of(a, place[i]), state_of(a, i), a->open.stride);
        a->nodes[place[i]] = n;
        if (a->past.keys)
            hra_line_keys_move(&a->past, i, place[i]);
        count++;
    }
    a->open.node_count = count;
    for (int i = 0; i < a->open.fault_count; i++)
        a->faults[i].node = place[a->faults[i].node] < 0 ? 0 : place[a->faults[i].node];
}

hra_err hra_annotated_remove(hra_annotated *game, int node) {
    annotated *a = inside(game);
    if (node <= 0 || node >= game->node_count)
        return HRA_EINPUT;
    int *place = malloc((size_t)game->node_count * sizeof *place);
    if (!place)
        return HRA_ENOMEM;
    unlink_node(a, node);
    find_places(a, node, place);
    for (int i = node; i < game->node_count; i++)
        if (place[i] < 0)
            drop_notes(a, i, NULL);
    close_up(a, place);
    count_depths(a);
    free(place);
    return HRA_OK;
}
