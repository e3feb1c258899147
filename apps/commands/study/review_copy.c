/* Copies of games for notes of a review. */
#include "review_copy.h"

#include <stdlib.h>
#include <string.h>

const hra_format *review_copy_format(const hra_game *game, const char *suffix) {
    const hra_format *f = game->rules->catalogue->formats;
    while (f && f->name && (strcmp(f->suffix, suffix) != 0 || !f->write))
        f++;
    return f && f->name ? f : NULL;
}

static hra_err copy_notes(hra_annotated *to, int into, const hra_annotated *a, int node,
                          const review_copy_earlier *earlier) {
    const bool reviewed = !earlier->reviewed || earlier->reviewed(a, node);
    hra_err err = HRA_OK;
    for (int i = a->nodes[node].note; i >= 0 && !err; i = a->notes[i].next)
        if (!reviewed || !earlier->is_own(&a->notes[i]))
            err = hra_annotated_note(to, into, &a->notes[i]);
    return err;
}

/* Copies a node's children, in their order; place[i] is the copy of node i. */
static hra_err copy_children(hra_annotated *to, const hra_annotated *a, int node, int *place,
                             const review_copy_earlier *earlier) {
    hra_err err = HRA_OK;
    for (int child = a->nodes[node].first; child && !err; child = a->nodes[child].sibling) {
        place[child] = hra_annotated_add(to, place[node], a->nodes[child].move);
        if (!place[child])
            return HRA_ENOMEM;
        if (a->nodes[child].beside) /* an earlier child, which is there */
            hra_annotated_beside(to, place[child], place[a->nodes[child].beside]);
        err = hra_annotated_spell(to, place[child], a->nodes[child].number, a->nodes[child].spelling);
        if (!err)
            err = copy_notes(to, place[child], a, child, earlier);
    }
    return err;
}

/* Children have higher numbers than their parents, but not than the children of others. */
static hra_err copy_nodes(hra_annotated *to, const hra_annotated *a, const review_copy_earlier *earlier) {
    int *place = calloc((size_t)a->node_count, sizeof *place);
    hra_err err = place ? copy_notes(to, 0, a, 0, earlier) : HRA_ENOMEM;
    for (int node = 0; node < a->node_count && !err; node++)
        err = copy_children(to, a, node, place, earlier);
    free(place);
    return err;
}

/* A record has its players beside what is annotated. */
static hra_err copy_head(hra_annotated *to, const hra_annotated *a, const review_game *g) {
    hra_err err = hra_annotated_result(to, &a->result);
    for (int i = 0; i < a->tag_count && !err; i++)
        err = hra_annotated_add_tag(to, a->tags[i].name, a->tags[i].value);
    for (int seat = 0; seat < a->game->seats && !err; seat++)
        err = hra_annotated_player(to, seat, a->format ? a->players[seat] : g->players[seat]);
    for (int i = 0; i < a->fault_count && !err; i++)
        err = hra_annotated_fault(to, &a->faults[i]);
    to->format = a->format;
    return err;
}

/* The game of a record about which nothing is written. */
static hra_err copy_record(hra_annotated *to, const review_game *g) {
    const hra_play_info *info = hra_record_info(g->record);
    hra_stated_result result = {
        .stated = true, .unfinished = info->outcome == HRA_OUTCOME_NONE, .text = "", .reason = ""};
    memcpy(result.returns, info->returns, sizeof result.returns);
    hra_err err = hra_annotated_result(to, &result);
    for (int ply = 0, node = 0; ply < info->plies && !err; ply++) {
        node = hra_annotated_add(to, node, hra_record_at(g->record, ply).move);
        err = node ? HRA_OK : HRA_ENOMEM;
    }
    for (int seat = 0; seat < info->game->seats && !err; seat++)
        err = hra_annotated_player(to, seat, g->players[seat]);
    if (!err && *info->date)
        err = hra_annotated_set_tag(to, "Date", info->date);
    return err;
}

hra_err review_copy_game(hra_annotated *to, const review_game *g, const review_copy_earlier *earlier) {
    const hra_annotated *a = hra_record_annotated(g->record);
    const hra_game *game = a && a->game ? a->game : hra_record_info(g->record)->game;
    hra_err err = hra_annotated_begin(to, game->host, game->spec, NULL, NULL);
    if (!err)
        err = hra_annotated_start(to, a ? hra_annotated_state(a, 0) : hra_review_state(g->review, 0));
    if (!err && !a)
        return copy_record(to, g);
    if (!err)
        err = copy_head(to, a, g);
    return err ? err : copy_nodes(to, a, earlier);
}
