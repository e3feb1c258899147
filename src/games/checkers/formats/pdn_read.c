/* Reading PDN: the text of one game becomes an annotated game.
 *
 * What cannot be read hides nothing behind it: a wrong tag is passed over, a wrong move in a variation ends the
 * variation, and a wrong move of the game ends the game there. Each becomes a fault with its place. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "game_type.h"
#include "pdn_reader.h"

/* ---- notes ------------------------------------------------------------------------------------*/

static ck_pdn_branch *line(ck_pdn_reader *r) {
    return &r->branches[r->depth];
}

static void add_note(ck_pdn_reader *r, hra_note note) {
    note.before = r->before;
    note.after = r->before ? r->behind_number : line(r)->variations;
    if (!r->err)
        r->err = hra_annotated_note(r->out, line(r)->node, &note);
}

static void read_comment(ck_pdn_reader *r, const ck_pdn_token *t) {
    bool braces = t->kind == CK_PDN_COMMENT;
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

static int glyph_number(const ck_pdn_token *t) {
    int n = 0;
    for (size_t i = 1; i < t->length && n < 100000; i++)
        n = 10 * n + (t->at[i] - '0');
    return n;
}

static void add_glyph(ck_pdn_reader *r, int value, char form) {
    add_note(r, (hra_note){.kind = HRA_NOTE_NAG, .value = value, .form = form});
}

/* A note belongs to the move before it, but in a variation that has none yet to the one that comes. */
static void read_note(ck_pdn_reader *r, const ck_pdn_token *t) {
    bool waits = !r->in_front && (r->number[0] || (r->depth > 0 && !line(r)->started));
    if (waits && r->fronts < CK_PDN_FRONT) {
        r->behind[r->fronts] = r->number[0] != '\0';
        r->front[r->fronts++] = *t;
    } else if (waits)
        ck_pdn_report(r, t->at, true, N_("more than %d notes in front of a move, which are passed over"),
                      CK_PDN_FRONT);
    else if (t->kind == CK_PDN_NAG)
        add_glyph(r, glyph_number(t), '$');
    else
        read_comment(r, t);
}

static void add_fronts(ck_pdn_reader *r, bool before) {
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

/* Which of the moves that a spelling fits is meant; -1: none; a fault says why. */
static int settle(ck_pdn_reader *r, const ck_state *s, const ck_written *w, const hra_move *found, int n) {
    int fits, chosen = ck_settle(&r->lines, s, w->next, found, n, &fits);
    const int length = (int)(w->end - w->at);
    hra_text move;
    if (chosen < 0) {
        ck_pdn_report(r, w->at, r->depth > 0,
                      N_("'%.*s' may be several moves, and the moves after it do not decide"), length, w->at);
        return -1;
    }
    if (fits < 2)
        return chosen;
    hra_text_init(&move);
    ck_show_move(NULL, s, found[chosen], &move);
    ck_pdn_report(r, w->at, true, N_("'%.*s' may be several moves, %d of which fit the rest; read as %s"),
                  length, w->at, fits, hra_text_string(&move));
    r->err = r->err ? r->err : move.err;
    hra_text_release(&move);
    return chosen;
}

/* The moves that fit. If the first one of the game is legal only on a board that is turned, the file means that board. */
static int match(ck_pdn_reader *r, const ck_state *s, ck_written *w, hra_move *found) {
    int n = ck_match_written(&r->lines, s, w, found);
    const ck_corner usual = r->lines.corner;
    bool first = r->out->node_count == 1 && r->depth == 0;
    for (int corner = CK_BOTTOM_LEFT; corner <= CK_TOP_RIGHT && n == 0 && first; corner++) {
        ck_written again = *w;
        r->lines.corner = (ck_corner)corner;
        n = ck_match_written(&r->lines, s, &again, found);
        if (n) {
            *w = again;
            ck_pdn_report(
                r, w->at, true,
                N_("this move is legal on a board that is turned or mirrored; the game is read so"));
        }
    }
    if (n == 0)
        r->lines.corner = usual;
    return n;
}

static void report_illegal(ck_pdn_reader *r, const ck_state *s, const ck_written *w) {
    char move[80];
    hra_move none;
    hra_error inner = {0};
    if (r->faults[r->depth > 0] > CK_PDN_FAULTS)
        return; /* the search for another game takes long */
    const char *other = ck_other_game_text(ck_find_other_game(s, &w->spelling, r->lines.corner));
    (void)hra_snprintf(move, sizeof move, "%.*s", (int)(w->end - w->at), w->at);
    if (other)
        (void)hra_fail(&inner, HRA_EINPUT, -1, "illegal move '%.40s'; %s", move, other);
    else if (!ck_parse_move(r->out->game, s, move, &none,
                            &inner)) /* the same text has another meaning there */
        (void)hra_fail(&inner, HRA_EINPUT, -1, "illegal move '%.40s'", move);
    ck_pdn_report(r, w->at, r->depth > 0, "%s", inner.text);
}

static void spell(ck_pdn_reader *r, int node, const ck_written *w) {
    char text[128];
    size_t n = (size_t)(w->end - w->at), length = 0;
    for (size_t i = 0; i < n && length + 1 < sizeof text; i++)
        if (!isspace((unsigned char)w->at[i]) || (length && text[length - 1] != ' '))
            text[length++] = isspace((unsigned char)w->at[i]) ? ' ' : w->at[i];
    text[length] = '\0';
    r->err = hra_annotated_spell(r->out, node, r->number, text);
    r->number[0] = '\0';
}

/* Plays the move that is written at `at`. Returns what is behind it; NULL: the line ends here; a fault says why. */
static const char *read_move(ck_pdn_reader *r, const char *at) {
    ck_pdn_branch *b = line(r);
    const ck_state *s = hra_annotated_state(r->out, b->node);
    hra_move found[CK_MATCHES];
    ck_written w;
    if (!ck_read_written(at, r->end, &w)) {
        ck_pdn_report_expected(r, at, N_("a move, a comment or a result"));
        return NULL;
    }
    int n = match(r, s, &w, found), chosen = 0;
    if (n == 0)
        report_illegal(r, s, &w);
    else if (n > 1)
        chosen = settle(r, s, &w, found, n);
    if (n == 0 || chosen < 0 || r->err)
        return NULL;
    int node = hra_annotated_add(r->out, b->node, found[chosen]);
    if (!node && !hra_annotated_full(r->out, b->node))
        r->err = HRA_ENOMEM;
    else if (!node)
        ck_pdn_report(r, w.at, false, N_("more moves or variations than a game can have"));
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
        int glyph = ck_pdn_glyph(w.signs, (size_t)(w.next - w.signs));
        if (glyph)
            add_glyph(r, glyph, *w.signs == '(' ? '(' : '!');
        else
            ck_pdn_report(r, w.signs, true, N_("expected one of ! ? !! ?? !? ?! behind a move"));
    }
    return w.next;
}

/* ---- the text of the moves --------------------------------------------------------------------*/

/* No move comes behind a number: the notes behind it belong to the move before. */
static void forget_number(ck_pdn_reader *r) {
    if (line(r)->started || r->depth == 0)
        add_fronts(r, false);
    r->fronts = 0;
    r->number[0] = '\0';
}

static void open_variation(ck_pdn_reader *r, const ck_pdn_token *t) {
    ck_pdn_branch *b = line(r);
    forget_number(r);
    if (r->depth == HRA_MAX_VARIATIONS) {
        ck_pdn_report(r, t->at, true, N_("variations nested more than %d deep"), HRA_MAX_VARIATIONS);
        b->lost = true;
        r->skipped++;
        return;
    }
    r->branches[++r->depth] = (ck_pdn_branch){
        .node = b->node ? r->out->nodes[b->node].parent : 0, .lost = !b->started, .opened = t->at};
    if (!b->started)
        ck_pdn_report(r, t->at, true, N_("a variation in front of the first move, which is passed over"));
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
static void read_word(ck_pdn_reader *r, const ck_pdn_token *t) {
    const char *end = t->at + t->length, *after = number_end(t->at, end);
    if (after > t->at) {
        size_t n = (size_t)(after - t->at);
        ck_spelling spelling;
        if (after == end && after[-1] != '.' && ck_read_spelling(t->at, (size_t)(r->end - t->at), &spelling))
            after = t->at; /* "11 - 15" */
        else if (n < CK_PDN_NUMBER)
            (void)hra_snprintf(r->number, CK_PDN_NUMBER, "%.*s", (int)n, t->at);
        else
            ck_pdn_report(r, t->at, true, N_("expected a number of a move, such as 12."));
        if (after == end)
            return;
    }
    int glyph = ck_pdn_glyph(after, (size_t)(end - after));
    if (glyph) {
        add_glyph(r, glyph, *after == '(' ? '(' : '?');
        return;
    }
    if (strspn(after, ".") >= (size_t)(end - after))
        return; /* "..." alone */
    const char *next = read_move(r, after);
    if (next)
        r->at = next;
    else
        line(r)->lost = true;
}

/* Passes over the rest of a line in which something was wrong, up to its end. */
static void pass_over(ck_pdn_reader *r, const ck_pdn_token *t) {
    if (t->kind == CK_PDN_OPEN)
        r->skipped++;
    else if (t->kind == CK_PDN_CLOSE && r->skipped > 0)
        r->skipped--;
}

static void close_variation(ck_pdn_reader *r, const ck_pdn_token *t) {
    forget_number(r);
    if (r->depth == 0)
        ck_pdn_report(r, t->at, true, N_("a ')' without a '('"));
    else
        r->depth--;
}

static void read_token(ck_pdn_reader *r, const ck_pdn_token *t) {
    r->at = t->at + t->length;
    if (t->kind == CK_PDN_UNCLOSED) {
        ck_pdn_report(r, t->at, false, N_("the comment that begins here has no '}'"));
        r->at = r->end;
    } else if (t->kind == CK_PDN_TAG) {
        ck_pdn_report(r, t->at, true, N_("a tag among the moves, which is passed over"));
    } else if (line(r)->lost && (r->skipped || t->kind != CK_PDN_CLOSE)) {
        pass_over(r, t);
    } else if (t->kind == CK_PDN_COMMENT || t->kind == CK_PDN_REST) {
        read_note(r, t);
    } else if (t->kind == CK_PDN_OPEN) {
        open_variation(r, t);
    } else if (t->kind == CK_PDN_CLOSE) {
        close_variation(r, t);
    } else if (t->kind == CK_PDN_NAG) {
        read_note(r, t);
    } else if (t->kind == CK_PDN_WORD) {
        read_word(r, t);
    }
}

/* ---- the result -------------------------------------------------------------------------------*/

static void take_result(ck_pdn_reader *r, const char *word, size_t length) {
    const char *tag = hra_annotated_tag(r->out, "Result"), *reason = hra_annotated_tag(r->out, "Termination");
    char text[16] = "";
    int says = word ? ck_pdn_result(word, length) : 3, tagged = tag ? ck_pdn_result(tag, strlen(tag)) : 3;
    if (word)
        (void)hra_snprintf(text, sizeof text, "%.*s", (int)length, word);
    if (says < 2 && tagged < 2 && says != tagged)
        ck_pdn_report(r, word, true, N_("the result %s is not that of the tag, %s; this one counts"), text,
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
static void check_result(ck_pdn_reader *r) {
    const hra_annotated *a = r->out;
    const hra_stated_result *stated = &a->result;
    double value[2];
    const void *s = hra_annotated_state(a, r->branches[0].node);
    if (!stated->stated || stated->unfinished || a->game->rules->to_move(a->game, s) != HRA_OVER ||
        a->fault_count)
        return;
    a->game->rules->returns(a->game, s, value);
    if ((value[0] > 0) - (value[0] < 0) != (stated->returns[0] > 0) - (stated->returns[0] < 0))
        ck_pdn_report(r, r->at < r->end ? r->at : r->end, true,
                      N_("the result is %s, but by the rules the game ended otherwise"), stated->text);
}

static void read_moves(ck_pdn_reader *r) {
    ck_pdn_token t;
    const char *result = NULL;
    size_t length = 0;
    for (ck_pdn_next(r->text, r->at, r->end, &t); t.kind != CK_PDN_END && !r->err;
         ck_pdn_next(r->text, r->at, r->end, &t)) {
        if (t.kind == CK_PDN_RESULT && r->depth == 0 && !r->skipped) {
            result = t.at;
            length = t.length;
            r->at = t.at + t.length;
        } else {
            read_token(r, &t);
        }
    }
    forget_number(r);
    for (; r->depth > 0 && !r->err; r->depth--)
        ck_pdn_report(r, r->branches[r->depth].opened, false,
                      N_("the variation that begins here has no ')'"));
    if (!r->err)
        take_result(r, result, length);
    if (!r->err)
        check_result(r);
}

/* ---- a game -----------------------------------------------------------------------------------*/

/* ---- a game -----------------------------------------------------------------------------------*/

/* Comments in front of the tags: of the start. */
static void read_front(ck_pdn_reader *r) {
    ck_pdn_token t;
    const char *at = r->text;
    for (ck_pdn_next(r->text, at, r->moves_at, &t); t.kind != CK_PDN_END && !r->err;
         ck_pdn_next(r->text, at, r->moves_at, &t)) {
        at = t.at + t.length;
        if (t.kind == CK_PDN_COMMENT || t.kind == CK_PDN_REST)
            read_comment(r, &t);
    }
}

static bool is_game(const ck_pdn_reader *r) {
    const hra_annotated *a = r->out;
    return a->tag_count || a->node_count > 1 || a->result.stated;
}

hra_err ck_pdn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    ck_pdn_reader *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    *r = (ck_pdn_reader){.out = out, .text = in->text, .end = in->text + in->length};
    r->at = r->moves_at = r->text + hra_lines_mark(in->text, in->length);
    r->lines = (ck_pdn_lines){.text = r->text, .end = r->end, .corner = CK_BOTTOM_RIGHT};
    hra_lines_open(&r->l, in->text, in->length, in->line, &r->fault);
    (void)hra_lines_all(&r->l);
    r->l.place = &r->place;
    if (ck_pdn_read_head(r, in->host)) {
        read_front(r);
        read_moves(r);
    }
    *used = in->length;
    hra_err err = r->err;
    bool game = is_game(r);
    free(r);
    if (err)
        return hra_fail_code(why, err);
    if (!game)
        return hra_fail(why, HRA_EINPUT, -1, "not a game in PDN");
    return HRA_OK;
}
