/* Reading moves as text: the text of one game becomes an annotated game.
 *
 * What cannot be read hides nothing behind it: a wrong tag is passed over, a wrong move in a variation ends the
 * variation, and a wrong move of the game ends the game there. Each becomes a fault with its place. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotated/line_keys.h"
#include "core/messages.h"
#include "movetext.h"

/* ---- notes ------------------------------------------------------------------------------------*/

static hra_movetext_branch *line(hra_movetext_reader *r) {
    return &r->branches[r->depth];
}

static void add_note(hra_movetext_reader *r, hra_note note) {
    note.before = r->before;
    note.after = r->before ? r->behind_number : line(r)->variations;
    if (!r->err)
        r->err = hra_annotated_note(r->out, line(r)->node, &note);
}

static void read_comment(hra_movetext_reader *r, const hra_movetext_token *t) {
    bool braces = t->kind == HRA_MOVETEXT_COMMENT;
    size_t length = t->length - (braces ? 2 : 1);
    char *text = malloc(length + 1);
    if (!text) {
        r->err = HRA_ENOMEM;
        return;
    }
    memcpy(text, t->at + 1, length);
    for (size_t i = 0; i < length; i++)
        text[i] = text[i] ? text[i] : ' ';
    text[length] = '\0';
    add_note(r, (hra_note){.kind = HRA_NOTE_COMMENT, .text = text, .form = (char)(braces ? '{' : *t->at)});
    free(text);
}

static int glyph_number(const hra_movetext_token *t) {
    int n = 0;
    for (size_t i = 1; i < t->length && n < 100000; i++)
        n = 10 * n + (t->at[i] - '0');
    return n;
}

static void add_glyph(hra_movetext_reader *r, int value, char form) {
    add_note(r, (hra_note){.kind = HRA_NOTE_NAG, .value = value, .form = form});
}

/* A note belongs to the move before it, but in a variation that has none yet to the one that comes. */
static void read_note(hra_movetext_reader *r, const hra_movetext_token *t) {
    bool waits = !r->in_front && (r->number[0] || (r->depth > 0 && !line(r)->started));
    if (waits && r->fronts < HRA_MOVETEXT_FRONT) {
        r->behind[r->fronts] = r->number[0] != '\0';
        r->front[r->fronts++] = *t;
    } else if (waits)
        hra_movetext_report(r, t->at, true,
                            N_("more than %d notes in front of a move, which are passed over"),
                            HRA_MOVETEXT_FRONT);
    else if (t->kind == HRA_MOVETEXT_NAG)
        add_glyph(r, glyph_number(t), '$');
    else
        read_comment(r, t);
}

static void add_fronts(hra_movetext_reader *r, bool before) {
    r->in_front = true;
    for (int i = 0; i < r->fronts; i++) {
        r->before = before;
        r->behind_number = before && r->behind[i];
        read_note(r, &r->front[i]);
    }
    r->in_front = r->before = r->behind_number = false;
    r->fronts = 0;
}

/* ---- moves ------------------------------------------------------------------------------------*/

void hra_movetext_behind(const char *at, const char *end, hra_movetext_move *out) {
    out->end = out->signs = out->next = at;
    while (out->next < end && (*out->next == '!' || *out->next == '?'))
        out->next++;
    if (out->next == out->signs)
        out->next += hra_movetext_signs(out->next, end);
}

static void spell(hra_movetext_reader *r, int node, const hra_movetext_move *w) {
    char text[128];
    size_t n = (size_t)(w->end - w->at), length = 0;
    for (size_t i = 0; i < n && length + 1 < sizeof text; i++)
        if (!isspace((unsigned char)w->at[i]) || (length && text[length - 1] != ' '))
            text[length++] = isspace((unsigned char)w->at[i]) ? ' ' : w->at[i];
    text[length] = '\0';
    r->err = hra_annotated_spell(r->out, node, r->number, text);
    r->number[0] = '\0';
}

/* Reports a game that goes on where the rules end it because a position occurred too often. All moves are kept; a record
 * ends there. */
static void check_repetition(hra_movetext_reader *r, const char *at) {
    const int limit = r->out->game->repetition_limit;
    if (r->depth > 0 || r->repeated || !limit || hra_annotated_occurrences(r->out, line(r)->node) < limit)
        return;
    r->repeated = true;
    hra_movetext_report(
        r, at, false,
        N_("the position before this move has occurred %d times, which ends the game by the rules; "
           "a replay or a review ends here"),
        limit);
}

/* Plays the move that is written at `at`. Returns what is behind it; NULL: the line ends here; a fault says why. */
static const char *read_move(hra_movetext_reader *r, const char *at) {
    hra_movetext_branch *b = line(r);
    hra_movetext_move w = {.at = at};
    if (!r->m->read(r, hra_annotated_state(r->out, b->node), at, &w) || r->err)
        return NULL;
    check_repetition(r, at);
    int node = hra_annotated_add(r->out, b->node, w.move);
    if (!node && !hra_annotated_full(r->out, b->node))
        r->err = HRA_ENOMEM;
    else if (!node)
        hra_movetext_report(r, w.at, false, N_("more moves or variations than a game can have"));
    if (!node)
        return NULL;
    if (!b->started && r->depth > 0) {
        hra_annotated_beside(r->out, node, b[-1].node);
        b[-1].variations++;
    }
    b->node = node;
    b->started = true;
    b->variations = 0;
    spell(r, node, &w);
    add_fronts(r, true);
    if (!r->err && w.next > w.signs) {
        int glyph = hra_movetext_glyph(w.signs, (size_t)(w.next - w.signs));
        if (glyph)
            add_glyph(r, glyph, *w.signs == '(' ? '(' : '!');
        else
            hra_movetext_report(r, w.signs, true, N_("expected one of ! ? !! ?? !? ?! behind a move"));
    }
    return w.next;
}

/* ---- the text of the moves --------------------------------------------------------------------*/

/* No move comes behind a number: the notes behind it belong to the move before. */
static void forget_number(hra_movetext_reader *r) {
    if (line(r)->started || r->depth == 0)
        add_fronts(r, false);
    r->fronts = 0;
    r->number[0] = '\0';
}

static void open_variation(hra_movetext_reader *r, const hra_movetext_token *t) {
    hra_movetext_branch *b = line(r);
    forget_number(r);
    if (r->depth == HRA_MAX_VARIATIONS) {
        hra_movetext_report(r, t->at, true, N_("variations nested more than %d deep"), HRA_MAX_VARIATIONS);
        b->lost = true;
        r->skipped++;
        return;
    }
    r->branches[++r->depth] = (hra_movetext_branch){
        .node = b->node ? r->out->nodes[b->node].parent : 0, .lost = !b->started, .opened = t->at};
    if (!b->started)
        hra_movetext_report(r, t->at, true,
                            N_("a variation in front of the first move, which is passed over"));
}

static const char *number_end(const char *at, const char *end) {
    const char *digits = at;
    while (digits < end && isdigit((unsigned char)*digits))
        digits++;
    if (digits == at)
        return at;
    const char *dots = digits;
    while (dots < end && *dots == '.')
        dots++;
    return dots > digits || digits == end ? dots : at;
}

/* A number, dots, a move, or signs that stand alone. */
static void read_word(hra_movetext_reader *r, const hra_movetext_token *t) {
    const char *end = t->at + t->length, *after = number_end(t->at, end);
    if (after > t->at) {
        size_t n = (size_t)(after - t->at);
        if (after == end && after[-1] != '.' && r->m->measure(t->at, r->end))
            after = t->at; /* "11 - 15" */
        else if (n < HRA_MOVETEXT_NUMBER)
            (void)hra_snprintf(r->number, HRA_MOVETEXT_NUMBER, "%.*s", (int)n, t->at);
        else
            hra_movetext_report(r, t->at, true, N_("expected a number of a move, such as 12."));
        if (after == end)
            return;
    }
    int glyph = hra_movetext_glyph(after, (size_t)(end - after));
    if (glyph) {
        add_glyph(r, glyph, *after == '(' ? '(' : '?');
        return;
    }
    if (strspn(after, ".") >= (size_t)(end - after)) { /* "..." alone */
        const size_t n = strlen(r->number), dots = (size_t)(end - after);
        if (n && n + dots < HRA_MOVETEXT_NUMBER)
            (void)hra_snprintf(r->number + n, HRA_MOVETEXT_NUMBER - n, "%.*s", (int)dots, after);
        return;
    }
    if (*after == '}') {
        hra_movetext_report(r, after, true, N_("a '}' without a '{'"));
        return;
    }
    const int sign = r->m->sign ? r->m->sign(after, (size_t)(end - after)) : 0;
    if (sign) {
        hra_movetext_report(r, after, true, N_("'%.*s' is read as the glyph $%d"), (int)(end - after), after,
                            sign);
        add_glyph(r, sign, '$');
        return;
    }
    const char *next = read_move(r, after);
    if (next)
        r->at = next;
    else
        line(r)->lost = true;
}

/* Passes over the rest of a line in which something was wrong, up to its end. */
static void pass_over(hra_movetext_reader *r, const hra_movetext_token *t) {
    if (t->kind == HRA_MOVETEXT_OPEN)
        r->skipped++;
    else if (t->kind == HRA_MOVETEXT_CLOSE && r->skipped > 0)
        r->skipped--;
}

static void close_variation(hra_movetext_reader *r, const hra_movetext_token *t) {
    forget_number(r);
    if (r->depth == 0)
        hra_movetext_report(r, t->at, true, N_("a ')' without a '('"));
    else
        r->depth--;
}

static void read_token(hra_movetext_reader *r, const hra_movetext_token *t) {
    r->at = t->at + t->length;
    if (t->kind == HRA_MOVETEXT_UNCLOSED) {
        hra_movetext_report(r, t->at, false, N_("the comment that begins here has no '}'"));
        r->at = r->end;
    } else if (t->kind == HRA_MOVETEXT_TAG) {
        hra_movetext_report(r, t->at, true, N_("a tag among the moves, which is passed over"));
    } else if (line(r)->lost && (r->skipped || t->kind != HRA_MOVETEXT_CLOSE)) {
        pass_over(r, t);
    } else if (t->kind == HRA_MOVETEXT_COMMENT || t->kind == HRA_MOVETEXT_REST) {
        read_note(r, t);
    } else if (t->kind == HRA_MOVETEXT_OPEN) {
        open_variation(r, t);
    } else if (t->kind == HRA_MOVETEXT_CLOSE) {
        close_variation(r, t);
    } else if (t->kind == HRA_MOVETEXT_NAG) {
        read_note(r, t);
    } else if (t->kind == HRA_MOVETEXT_WORD) {
        read_word(r, t);
    }
}

/* ---- the result -------------------------------------------------------------------------------*/

static void take_result(hra_movetext_reader *r, const char *word, size_t length) {
    const char *tag = hra_annotated_tag(r->out, "Result"), *reason = hra_annotated_tag(r->out, "Termination");
    char text[16] = "";
    int says = word ? r->m->result(word, length) : 3, tagged = tag ? r->m->result(tag, strlen(tag)) : 3;
    if (word)
        (void)hra_snprintf(text, sizeof text, "%.*s", (int)length, word);
    if (says < 2 && tagged < 2 && says != tagged)
        hra_movetext_report(
            r, word, true,
            N_("the moves end with %s, but the tag Result says %s; what the moves end with counts"), text,
            tag);
    int counts = says < 2 ? says : tagged < 2 ? tagged : 2;
    const hra_stated_result result = {.stated = says <= 2 || tagged <= 2,
                                      .unfinished = counts == 2,
                                      .returns = {counts == 2 ? 0 : counts, counts == 2 ? 0 : -counts},
                                      .text = text,
                                      .reason = reason};
    if (!r->err)
        r->err = hra_annotated_result(r->out, &result);
}

/* The result by the rules differs from what the file states. */
static void check_result(hra_movetext_reader *r) {
    const hra_annotated *a = r->out;
    const hra_stated_result *stated = &a->result;
    double value[2];
    const void *s = hra_annotated_state(a, r->branches[0].node);
    if (!stated->stated || stated->unfinished || a->game->rules->to_move(a->game, s) != HRA_OVER ||
        a->fault_count)
        return;
    a->game->rules->returns(a->game, s, value);
    if ((value[0] > 0) - (value[0] < 0) != (stated->returns[0] > 0) - (stated->returns[0] < 0))
        hra_movetext_report(r, r->at < r->end ? r->at : r->end, true,
                            N_("the result is %s, but by the rules the game ended otherwise"), stated->text);
}

static void read_moves(hra_movetext_reader *r) {
    hra_movetext_token t;
    const char *result = NULL;
    size_t length = 0;
    for (hra_movetext_next(r->m, r->text, r->at, r->end, &t); t.kind != HRA_MOVETEXT_END && !r->err;
         hra_movetext_next(r->m, r->text, r->at, r->end, &t)) {
        if (t.kind == HRA_MOVETEXT_RESULT && r->depth == 0 && !r->skipped) {
            result = t.at;
            length = t.length;
            r->at = t.at + t.length;
        } else {
            read_token(r, &t);
        }
    }
    forget_number(r);
    for (; r->depth > 0 && !r->err; r->depth--)
        hra_movetext_report(r, r->branches[r->depth].opened, false,
                            N_("the variation that begins here has no ')'"));
    if (!r->err)
        take_result(r, result, length);
    if (!r->err)
        check_result(r);
}

/* ---- a game -----------------------------------------------------------------------------------*/

/* Comments in front of the tags: of the start. */
static void read_front(hra_movetext_reader *r) {
    hra_movetext_token t;
    const char *at = r->text;
    for (hra_movetext_next(r->m, r->text, at, r->moves_at, &t); t.kind != HRA_MOVETEXT_END && !r->err;
         hra_movetext_next(r->m, r->text, at, r->moves_at, &t)) {
        at = t.at + t.length;
        if (t.kind == HRA_MOVETEXT_COMMENT || t.kind == HRA_MOVETEXT_REST)
            read_comment(r, &t);
    }
}

static bool is_game(const hra_movetext_reader *r) {
    const hra_annotated *a = r->out;
    return a->tag_count || a->node_count > 1 || a->result.stated;
}

hra_err hra_movetext_read(hra_movetext_reader *r, const hra_movetext *m, const hra_format_input *in,
                          hra_annotated *out, size_t *used, hra_error *why) {
    r->m = m;
    r->out = out;
    r->text = in->text;
    r->end = in->text + in->length;
    r->at = r->moves_at = r->text + hra_lines_mark(in->text, in->length);
    hra_lines_open(&r->l, in->text, in->length, in->line, &r->fault);
    (void)hra_lines_all(&r->l);
    r->l.place = &r->place;
    if (hra_movetext_read_head(r, in->host)) {
        read_front(r);
        read_moves(r);
    }
    *used = in->length;
    if (r->err)
        return hra_fail_code(why, r->err);
    if (!is_game(r))
        return hra_fail(why, HRA_EINPUT, -1, "not a game in %s", m->format->name);
    return HRA_OK;
}
