/* The words of pictures: values, windows, cuts, and making text safe. */
#include <math.h>
#include <string.h>

#include "speech/print.h"
#include "tree_picture.h"

/* ---- words ----------------------------------------------------------------------------------*/

/* The seat whose number stands for a value, -1: all of them do. */
static int seat_of_picture(const tree_picture *p) {
    if (p->tree->pov >= 0)
        return p->tree->pov;
    return p->game->zero_sum || p->game->seats == 1 ? 0 : -1;
}

void picture_number(double value, picture_signs signs, hra_text *out) {
    static const char *const formats[][2] = {{"%.3G", "%.1F"}, {"%.3g", "%.1f"}};
    double size = fabs(value);
    bool unicode = signs != PICTURE_ASCII;
    hra_text_add(out, value < 0 ? (unicode ? "−" : "-") : "");
    if (isinf(value))
        hra_text_add(out, unicode ? "∞" : "inf");
    else if (size < 1e9 && size == floor(size))
        hra_text_addf(out, "%.0f", size);
    else
        hra_text_addf(out, formats[signs == PICTURE_TEX][size >= 100 && size < 1e9], size);
}

static void add_vector(const tree_picture *p, const double *value, picture_signs signs, hra_text *out) {
    int seat = seat_of_picture(p);
    if (seat >= 0) {
        picture_number(value[seat], signs, out);
        return;
    }
    for (int k = 0; k < p->game->seats; k++) {
        hra_text_add(out, !k ? "(" : signs == PICTURE_TEX ? ", " : print_between());
        picture_number(value[k], signs, out);
    }
    hra_text_add(out, ")");
}

void picture_value(const tree_picture *p, const hra_trace_node *node, picture_signs signs, hra_text *out) {
    if (!node->known)
        return;
    if (p->tree->nodes[0].role == HRA_ROLE_OR) {
        hra_text_add(out, node->proof == HRA_UNKNOWN ? "?" : _(hra_proof_text(node->proof)));
        return;
    }
    if (node->vector_count > 1) {
        for (int i = 0; i < node->vector_count; i++) {
            hra_text_add(out, i ? ", " : "{");
            add_vector(p, node->vectors + (size_t)(i * p->game->seats), signs, out);
        }
        hra_text_add(out, node->vectors_left_out ? ", ...}" : "}");
        return;
    }
    bool estimate = hra_trace_estimates(p->tree, p->result, node);
    hra_text_add(out,
                 hra_value_mark(estimate ? HRA_VALUE_ESTIMATE : node->bound, true, signs != PICTURE_ASCII));
    add_vector(p, node->value, signs, out);
}

void picture_kind(const tree_picture *p, const hra_trace_node *node, hra_text *out) {
    static const char *const roles[] = {
        [HRA_ROLE_MAX] = "MAX", [HRA_ROLE_MIN] = "MIN", [HRA_ROLE_OR] = "OR", [HRA_ROLE_AND] = "AND"};
    switch (node->kind) {
    case HRA_TRACE_CHANCE:
        hra_text_add(out, _("chance"));
        return;
    case HRA_TRACE_END:
        hra_text_add(out, _("end"));
        return;
    case HRA_TRACE_LEAF:
        hra_text_add(out, _("leaf"));
        return;
    case HRA_TRACE_PRUNED:
        hra_text_add(out, _("not searched"));
        return;
    case HRA_TRACE_CHOICE:
        break;
    }
    bool role = node->role == HRA_ROLE_MAX || node->role == HRA_ROLE_MIN || node->role == HRA_ROLE_OR ||
                node->role == HRA_ROLE_AND;
    if (role)
        hra_text_add(out, roles[node->role]); /* signs of the field, the same in every language */
    if (role && p->game->seats <= 2 && !p->game->rules->text->seat_names)
        return; /* who MAX and MIN are is clear */
    hra_text_add(out, role ? ", " : "");
    hra_text_add(out, hra_game_seat_name(p->game, node->mover));
    hra_text_add(out, node->role == HRA_ROLE_RANDOM ? _(" at random") : "");
}

void picture_window(const hra_trace_node *node, bool unicode, hra_text *out) {
    if (!node->window || (isinf(node->alpha) && isinf(node->beta)))
        return;
    hra_text_add(out, "(");
    picture_number(node->alpha, unicode, out);
    hra_text_add(out, print_between());
    picture_number(node->beta, unicode, out);
    hra_text_add(out, ")");
}

void picture_cut(const hra_trace_node *node, bool unicode, hra_text *out) {
    if (!node->cut)
        return;
    hra_text_add(out, _(hra_cut_text(node->reason)));
    if (!node->cut_window)
        return;
    hra_text_add(out, unicode ? " (α " : _(" (alpha "));
    picture_number(node->cut_alpha, unicode, out);
    hra_text_addf(out, "%s%s", print_between(), unicode ? "β " : _("beta "));
    picture_number(node->cut_beta, unicode, out);
    hra_text_add(out, ")");
}

void picture_folded(const hra_trace_node *node, hra_text *out) {
    if (node->left_out)
        hra_text_addf(out, _n("%u move", "%u moves", node->left_out), node->left_out);
    if (node->left_out && node->folded)
        hra_text_add(out, ", ");
    if (node->folded)
        hra_text_addf(out, _n("%llu node", "%llu nodes", node->folded), (unsigned long long)node->folded);
}

/* The move that the root's value comes from, as text; NULL: there is none. */
static const char *chosen_move(const tree_picture *p) {
    const hra_trace_node *nodes = p->tree->nodes;
    if (p->result->chance)
        return NULL;
    for (uint32_t e = 0; p->graph && e < p->graph->edge_count; e++)
        if (p->graph->edges[e].from == 0 && p->graph->edges[e].best)
            return p->graph->edges[e].text;
    for (int32_t c = nodes[0].first; c >= 0 && !p->graph; c = nodes[c].next)
        if (nodes[c].best && nodes[c].move == p->result->move)
            return nodes[c].text;
    return NULL;
}

static void add_extent(const hra_graph *g, hra_text *out) {
    uint64_t kept = g->tree.count;
    hra_text_addf(out, _n("%llu position", "%llu positions", g->positions), (unsigned long long)g->positions);
    hra_text_add(out, g->more ? _(" or more") : "");
    if (kept < g->positions)
        hra_text_addf(out, _(", %llu shown"), (unsigned long long)kept);
    hra_text_add(out, "; ");
}

void picture_summary(const tree_picture *p, bool unicode, hra_text *out) {
    const hra_analysis *r = p->result;
    const hra_trace_node *nodes = p->tree->nodes;
    const char *move = chosen_move(p);
    int seat = seat_of_picture(p);
    if (p->graph)
        add_extent(p->graph, out);
    if (move)
        hra_text_addf(out, _("move %s, "), move);
    if (nodes[0].known) {
        hra_text_add(out, _("value "));
        picture_value(p, &nodes[0], unicode, out);
        if (seat >= 0 && p->game->seats > 1 && nodes[0].role != HRA_ROLE_OR)
            hra_text_addf(out, _(" (of %s)"), hra_game_seat_name(p->game, seat));
        hra_text_add(out, ", ");
    }
    if (r->playouts)
        hra_text_addf(out, _n("%llu playout, ", "%llu playouts, ", r->playouts),
                      (unsigned long long)r->playouts);
    print_effort(out, p->tree->entered, p->tree->leaves, p->tree->cuts);
    if (p->tree->trees > 1)
        hra_text_addf(out, _("; the last of %d trees"), p->tree->trees);
    hra_text limit;
    hra_text_init(&limit);
    hra_limits_say_reached(&p->limits, r, &limit);
    if (limit.length)
        hra_text_addf(out,
                      p->usual ? _("; stopped by %s, since no limit was set; ~ marks estimates")
                               : _("; stopped by %s"),
                      print_string(&limit));
    hra_text_release(&limit);
}

/* ---- the text of others -----------------------------------------------------------------------*/

/* Bytes of the character at the start of `s`; 0 if a document may not contain it. */
static size_t character(const char *s) {
    const unsigned char *c = (const unsigned char *)s;
    size_t n = c[0] < 0x80                   ? 1
               : c[0] >= 0xC2 && c[0] < 0xE0 ? 2
               : (c[0] & 0xF0) == 0xE0       ? 3
               : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                             : 0;
    if (n == 1)
        return c[0] >= ' ' && c[0] != 127;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    if (n == 2 && c[0] == 0xC2 && c[1] < 0xA0) /* control characters */
        return 0;
    if (n == 3 && ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] >= 0xA0) ||
                   (c[0] == 0xEF && c[1] == 0xBF && c[2] >= 0xBE)))
        return 0; /* overlong, surrogates, no characters */
    if (n == 4 && ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] >= 0x90)))
        return 0;
    return n;
}

/* Adds `string`, the characters that are in `special` replaced. */
static void add_escaped(hra_text *out, const char *string, const char *special,
                        const char *const *replacement) {
    while (*string) {
        size_t n = character(string);
        const char *at = n == 1 ? strchr(special, *string) : NULL;
        if (n == 0)
            hra_text_add_char(out, '?');
        else if (at)
            hra_text_add(out, replacement[at - special]);
        else
            hra_text_add_bytes(out, string, n);
        string += n ? n : 1;
    }
}

void picture_add_dot(hra_text *out, const char *string) {
    /* Graphviz knows entities in its strings, so an ampersand has to be one. */
    static const char *const escapes[] = {"\\\"", "\\\\", "&amp;"};
    add_escaped(out, string, "\"\\&", escapes);
}

void picture_add_js(hra_text *out, const char *string) {
    static const char *const escapes[] = {"\\\"", "\\\\", "\\u003c", "\\u003e", "\\u0026"};
    hra_text_add_char(out, '"');
    add_escaped(out, string, "\"\\<>&", escapes);
    hra_text_add_char(out, '"');
}

void picture_next_line(hra_text *line) {
    hra_err err = line->err;
    hra_text_clear(line);
    line->err = err;
}

void picture_add_short(hra_text *out, const char *string, int columns) {
    char one[5] = "";
    int used = 0;
    if (hra_text_columns(string) <= columns) {
        hra_text_add(out, string);
        return;
    }
    while (*string) {
        size_t n = character(string);
        memcpy(one, n ? string : "?", n ? n : 1);
        one[n ? n : 1] = '\0';
        used += hra_text_columns(one);
        if (used > columns - 1)
            break;
        hra_text_add(out, one);
        string += n ? n : 1;
    }
    hra_text_add(out, "…");
}
