/* Drawing the tree below a node, and its moves and positions as text. */
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "core/utf8.h"
#include "tree.h"

enum { SHOWN_LINES = 32, SHOWN_DEPTH = 8 };

/* What a drawing carries along. */
typedef struct drawing {
    const hra_game *game;
    const tree *t;
    const hra_board_style *look;
    hra_text *out;
    int depth;   /* levels that are unfolded */
    size_t line; /* byte at which the line begins */
} drawing;

/* ---- one line ---------------------------------------------------------------------------------*/

static const char *sign_of(const tree_node *node, const hra_board_style *look) {
    static const char *const signs[2][5] = {
        {"^ ", "v ", "o ", "* ", "= "},
        {"▲ ", "▼ ", "● ", "◆ ", "■ "},
    };
    return signs[look->unicode][node->kind];
}

static const char *color_of(const tree_node *node, const hra_board_style *look) {
    static const char *const colors[5] = {"\033[32m", "\033[31m", "\033[33m", "\033[36m", "\033[1m"};
    return look->color ? colors[node->kind] : "";
}

static void add_values(drawing *d, int i) {
    const tree_node *node = &d->t->node[i];
    const double *value = d->t->value + (size_t)i * (size_t)d->t->seats;
    if (node->kind != TREE_LEAF && !node->estimated)
        return;
    hra_text_addf(d->out, "  %s%s", node->kind == TREE_LEAF ? "= " : "~ ", d->t->zero_sum ? "" : "(");
    for (int k = 0; k < (d->t->zero_sum ? 1 : d->t->seats); k++)
        hra_text_addf(d->out, "%s%.6G", k ? hra_between_numbers() : "", value[k]);
    if (!d->t->zero_sum)
        hra_text_add(d->out, ")");
}

/* "left p=0.5 -> ^ a  MAX": the edge where there is one, the node, who is to move, the values. */
static void add_node(drawing *d, int i, bool edge, bool color) {
    const tree_node *node = &d->t->node[i];
    static const char *const words[] = {"MAX", "MIN", N_("chance")};
    if (edge && node->label != node->name)
        hra_text_addf(d->out, "%s ", node->label);
    if (edge && node->probability > 0)
        hra_text_addf(d->out, "p=%.4G ", node->probability);
    if (edge && (node->label != node->name || node->probability > 0))
        hra_text_add(d->out, d->look->unicode ? "→ " : "-> ");
    hra_text_addf(d->out, "%s%s%s%s", color ? color_of(node, d->look) : "", sign_of(node, d->look),
                  node->name, color && d->look->color ? "\033[0m" : "");
    if (node->kind < TREE_SEAT) {
        hra_text_addf(d->out, "  %s", _(words[node->kind]));
    } else if (node->kind == TREE_SEAT) {
        hra_text_add(d->out, "  ");
        hra_text_add(d->out, hra_game_seat_name(d->game, node->mover));
    }
    add_values(d, i);
}

/* Ends the line, cut where it would be too wide. It has no colours then, so bytes can go. */
static void end_line(drawing *d) {
    hra_text *out = d->out;
    int columns = 0;
    size_t at = d->line, keep = d->line;
    while (at < out->length && columns <= d->look->width) {
        uint32_t code;
        size_t bytes = hra_utf8_decode(out->data + at, out->length - at, &code);
        columns += hra_utf8_width(code);
        at += bytes ? bytes : 1;
        if (columns < d->look->width)
            keep = at;
    }
    if (columns > d->look->width && out->data) {
        out->length = keep;
        out->data[keep] = '\0';
        hra_text_add(out, d->look->unicode ? "…" : "~");
    }
    hra_text_add_char(out, '\n');
}

/* A line of text whose last part, the node, is coloured only where the whole of it fits. */
static void draw_line(drawing *d, const char *prefix, const char *branch, int i) {
    d->line = d->out->length;
    hra_text_addf(d->out, "%s%s", prefix, branch);
    size_t from = d->out->length;
    add_node(d, i, *branch != '\0', false);
    bool fits = hra_text_columns(hra_text_string(d->out) + d->line) <= d->look->width;
    if (fits && d->look->color && d->out->data) {
        d->out->length = from;
        add_node(d, i, *branch != '\0', true);
        hra_text_add_char(d->out, '\n');
    } else {
        end_line(d);
    }
}

/* ---- the tree ---------------------------------------------------------------------------------*/

int tree_count_levels(const tree *t, int root, int deepest, int *level) {
    int depth = 0, i = root, n = 0;
    for (;;) {
        n++;
        if (depth <= deepest)
            level[depth]++;
        if (t->node[i].first >= 0) {
            i = t->node[i].first;
            depth++;
            continue;
        }
        while (i != root && t->node[i].next < 0) {
            i = t->node[i].parent;
            depth--;
        }
        if (i == root)
            return n;
        i = t->node[i].next;
    }
}

static void begin_rest(drawing *d, const char *prefix) {
    d->line = d->out->length;
    hra_text_addf(d->out, "%s%s", prefix, d->look->unicode ? "└─ … " : "`- ... ");
}

static void draw_below(drawing *d, int i, int depth, char *prefix, size_t length) {
    const tree_node *node = &d->t->node[i];
    const bool unicode = d->look->unicode;
    int drawn = 0;
    if (depth == d->depth && node->children) {
        int unused[SHOWN_DEPTH + 2] = {0};
        int n = tree_count_levels(d->t, i, SHOWN_DEPTH + 1, unused) - 1;
        begin_rest(d, prefix);
        hra_text_addf(d->out, _n("%d more below", "%d more below", n), n);
        end_line(d);
        return;
    }
    for (int child = node->first; child >= 0; child = d->t->node[child].next) {
        bool last = d->t->node[child].next < 0;
        if (drawn++ == SHOWN_LINES) {
            int n = node->children - SHOWN_LINES;
            begin_rest(d, prefix);
            hra_text_addf(d->out, _n("%d more move", "%d more moves", n), n);
            end_line(d);
            return;
        }
        draw_line(d, prefix, last ? (unicode ? "└─ " : "`- ") : unicode ? "├─ " : "+- ", child);
        const char *more = last ? "   " : unicode ? "│  " : "|  ";
        memcpy(prefix + length, more, strlen(more) + 1);
        draw_below(d, child, depth + 1, prefix, length + strlen(more));
        prefix[length] = '\0';
    }
}

/* As many whole levels as fit, but always the moves themselves; a folded node takes a line more. */
static int unfolded(const int *level) {
    int depth = 0, lines = 1;
    while (depth < SHOWN_DEPTH && level[depth + 1]) {
        int next = level[depth + 1], folded = next < level[depth + 2] ? next : level[depth + 2];
        if (depth > 0 && lines + next + folded > SHOWN_LINES)
            break;
        lines += next;
        depth++;
    }
    return depth;
}

void tree_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    drawing d = {.game = game, .t = game->data, .look = look, .out = out};
    int level[SHOWN_DEPTH + 2] = {0}, root = (int)*(const tree_place *)s;
    char prefix[8 * (SHOWN_DEPTH + 2)] = "";
    tree_count_levels(d.t, root, SHOWN_DEPTH + 1, level);
    d.depth = unfolded(level);
    draw_line(&d, "", "", root);
    draw_below(&d, root, 0, prefix, 0);
}

/* ---- moves and positions ----------------------------------------------------------------------*/

void tree_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    const tree *t = game->data;
    hra_text_add(out, t->node[m].label);
}

/* The labels here, for an error; may be cut. */
static void list_labels(const tree *t, const tree_node *node, char *out, size_t size) {
    size_t used = 0;
    for (int i = node->first; i >= 0; i = t->node[i].next) {
        size_t length = strlen(t->node[i].label);
        if (used + length + 6 > size) {
            memcpy(out + used, ", ...", 6);
            return;
        }
        if (used)
            out[used++] = ',', out[used++] = ' ';
        memcpy(out + used, t->node[i].label, length + 1);
        used += length;
    }
}

/* Labels may differ in nothing but case, so one that is typed exactly goes first. */
hra_err tree_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out,
                        hra_error *why) {
    const tree *t = game->data;
    const tree_node *node = &t->node[*(const tree_place *)s];
    char labels[160] = "";
    size_t from = strspn(text, " \t\r\n"), length = strlen(text + from);
    int like = -1, alike = 0;
    text += from;
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    for (int i = node->first; i >= 0; i = t->node[i].next) {
        const char *label = t->node[i].label;
        if (strlen(label) != length || strncasecmp(label, text, length) != 0)
            continue;
        if (memcmp(label, text, length) == 0) {
            *out = (hra_move)i;
            return HRA_OK;
        }
        like = i;
        alike++;
    }
    if (alike == 1) {
        *out = (hra_move)like;
        return HRA_OK;
    }
    list_labels(t, node, labels, sizeof labels);
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s' at '%s'; legal moves: %s",
                    length < 40 ? (int)length : 40, text, node->name, labels);
}

void tree_write_position(const hra_game *game, const void *s, hra_text *out) {
    const tree *t = game->data;
    hra_text_add(out, t->node[*(const tree_place *)s].name);
}

hra_err tree_read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    const tree *t = game->data;
    int i = tree_find(t, text);
    if (i < 0)
        return hra_fail(why, HRA_EINPUT, 0,
                        "unknown node '%.40s'; a position is the name of a node, such as '%s'", text,
                        t->node[0].name);
    *(tree_place *)s = (tree_place)i;
    return HRA_OK;
}
