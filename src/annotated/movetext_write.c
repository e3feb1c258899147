/* Writing games with their moves as text. */
#include <string.h>
#include <strings.h>

#include "movetext.h"

enum { WIDTH = 79 };

void hra_movetext_add_tag(const char *name, const char *value, hra_text *out) {
    hra_text_addf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            hra_text_add_char(out, '\\');
        hra_text_add_char(out, *value);
    }
    hra_text_add(out, "\"]\n");
}

static const char *result_of(const hra_annotated *game) {
    const hra_stated_result *result = &game->result;
    if (*result->text)
        return result->text;
    if (!result->stated || result->unfinished)
        return "*";
    return result->returns[0] > 0 ? "1-0" : result->returns[0] < 0 ? "0-1" : "1/2-1/2";
}

/* ---- tags -------------------------------------------------------------------------------------*/

static const char *known(const char *text, const char *otherwise) {
    return text && *text ? text : otherwise;
}

/* Of a game that was not read in this format: the seven that each game has, and what it needs besides. */
static void add_usual_tags(const hra_movetext *m, const hra_annotated *game, hra_text *out) {
    hra_movetext_add_tag("Event", known(hra_annotated_tag(game, "Event"), "?"), out);
    hra_movetext_add_tag("Site", known(hra_annotated_tag(game, "Site"), "?"), out);
    hra_movetext_add_tag("Date", known(hra_annotated_tag(game, "Date"), "????.??.??"), out);
    hra_movetext_add_tag("Round", known(hra_annotated_tag(game, "Round"), "?"), out);
    for (int seat = 0; seat < 2; seat++)
        hra_movetext_add_tag(m->seats[seat], known(game->players[seat], "?"), out);
    hra_movetext_add_tag("Result", result_of(game), out);
    m->add_tags(game, out);
}

static bool is_listed(const char *const *names, const char *name) {
    while (*names && strcasecmp(*names, name) != 0)
        names++;
    return *names;
}

/* Other tags, in their order. */
static void add_other_tags(const hra_movetext *m, const hra_annotated *game, bool all, hra_text *out) {
    static const char *const usual[] = {"Event", "Site", "Date", "Round", "Black", "White", "Result", NULL};
    for (int i = 0; i < game->tag_count; i++)
        if (all || !(is_listed(usual, game->tags[i].name) || is_listed(m->own_tags, game->tags[i].name)))
            hra_movetext_add_tag(game->tags[i].name, game->tags[i].value, out);
}

/* ---- moves ------------------------------------------------------------------------------------*/

typedef struct writer {
    const hra_movetext *m;
    const hra_annotated *game;
    bool as_read; /* the game was read in this format */
    size_t column;
    bool tight; /* no blank in front of the next word */
    hra_text word;
    hra_text *out;
} writer;

/* Ends a word of the movetext, which begins a new line where it has no room. */
static void end_word(writer *w) {
    size_t n = w->word.length;
    if (w->word.err)
        w->out->err = w->word.err;
    if (w->column && w->column + n + 1 > WIDTH + 2 * (size_t)w->tight) { /* one more for a parenthesis */
        hra_text_add_char(w->out, '\n');
        w->column = 0;
    }
    bool blank = w->column && !w->tight;
    hra_text_addf(w->out, "%s%s", blank ? " " : "", hra_text_string(&w->word));
    w->column += n + blank;
    w->tight = false;
    hra_text_clear(&w->word);
}

/* A comment is written in braces; a } can stand only behind a semicolon. */
static void add_comment(writer *w, const hra_note *note) {
    bool rest = note->form == ';' || note->form == '%' || strchr(note->text, '}');
    if (!rest) {
        hra_text_addf(&w->word, "{%s}", note->text);
        end_word(w);
        return;
    }
    if (note->form == '%' && w->column)
        hra_text_add_char(w->out, '\n');
    else if (w->column)
        hra_text_add_char(w->out, ' ');
    w->tight = false;
    hra_text_add_char(w->out, note->form == '%' ? '%' : ';');
    for (const char *c = note->text; *c; c++)
        hra_text_add_char(w->out, *c == '\n' || *c == '\r' ? ' ' : *c);
    hra_text_add_char(w->out, '\n');
    w->column = 0;
}

static const char *glyph(int value) {
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    return value > 0 && value <= 6 ? signs[value] : "";
}

static bool is_glued(const hra_note *note) {
    return note->kind == HRA_NOTE_NAG && (note->form == '!' || note->form == '(') && *glyph(note->value);
}

/* The notes of a node that are written at this place. */
static void add_notes(writer *w, int node, bool before, int after) {
    const hra_annotated *a = w->game;
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next) {
        const hra_note *note = &a->notes[i];
        if (note->before != before || note->after != after || is_glued(note))
            continue;
        if (note->kind == HRA_NOTE_COMMENT) {
            add_comment(w, note);
        } else if (note->kind == HRA_NOTE_NAG) {
            if (note->form == '?' && *glyph(note->value))
                hra_text_add(&w->word, glyph(note->value));
            else
                hra_text_addf(&w->word, "$%d", note->value);
            end_word(w);
        }
    }
}

/* `fresh`: something stands between this move and the one before it, so that its number is written again. */
static void add_number(writer *w, int node, bool fresh) {
    const hra_annotated *a = w->game;
    const hra_node *n = &a->nodes[node];
    if (w->as_read && n->number) {
        hra_text_add(&w->word, n->number);
    } else if (n->mover == 0 || fresh) {
        const int before = w->m->plies(a->game, hra_annotated_state(a, 0));
        hra_text_addf(&w->word, "%d.%s", (n->ply - 1 + before) / 2 + 1, n->mover == 0 ? "" : "..");
    }
    if (w->word.length)
        end_word(w);
}

/* A claim is not a move of the text, and variations beside it would belong to another ply. */
static bool is_written(const writer *w, int node) {
    return !(w->m->omits && w->m->omits(w->game->nodes[node].move));
}

static void add_node(writer *w, int node, bool fresh) {
    const hra_annotated *a = w->game;
    const hra_node *n = &a->nodes[node];
    const bool omitted = !is_written(w, node);
    add_notes(w, node, true, 0);
    if (!omitted)
        add_number(w, node, fresh);
    add_notes(w, node, true, 1);
    if (omitted) {
        add_notes(w, node, false, 0);
        return;
    }
    if (w->as_read && *n->spelling)
        hra_text_add(&w->word, n->spelling);
    else
        w->m->add_move(a->game, hra_annotated_state(a, n->parent), n->move, &w->word);
    for (int i = n->note; i >= 0; i = a->notes[i].next)
        if (is_glued(&a->notes[i]))
            hra_text_addf(&w->word, a->notes[i].form == '(' ? "(%s)" : "%s", glyph(a->notes[i].value));
    end_word(w);
    add_notes(w, node, false, 0);
}

/* A line from a node on. Variations are at most HRA_MAX_VARIATIONS deep. */
static void add_line(writer *w, int node) {
    const hra_annotated *a = w->game;
    for (bool fresh = true; node; node = a->nodes[node].first) {
        const hra_node *n = &a->nodes[node];
        int after = 0;
        add_node(w, node, fresh);
        fresh = n->note >= 0;
        for (int other = n->sibling; other; other = a->nodes[other].sibling) {
            if (a->nodes[other].beside != node || !is_written(w, node) || !is_written(w, other))
                continue;
            hra_text_add_char(&w->word, '(');
            end_word(w);
            w->tight = true;
            add_line(w, other);
            w->tight = true;
            hra_text_add_char(&w->word, ')');
            end_word(w);
            add_notes(w, node, false, ++after);
            fresh = true;
        }
    }
}

void hra_movetext_write(const hra_movetext *m, const hra_annotated *game, hra_text *out) {
    writer w = {.m = m, .game = game, .as_read = game->format == m->format, .out = out};
    hra_text_init(&w.word);
    if (!w.as_read)
        add_usual_tags(m, game, out);
    add_other_tags(m, game, w.as_read, out);
    hra_text_add_char(out, '\n');
    add_notes(&w, 0, false, 0);
    add_line(&w, game->nodes[0].first);
    if (!w.as_read || game->result.stated) {
        hra_text_add(&w.word, result_of(game));
        end_word(&w);
    }
    hra_text_add(out, "\n\n");
    hra_text_release(&w.word);
}
