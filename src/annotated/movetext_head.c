/* Reading a game with its moves as text: what comes before them, and what was wrong anywhere in it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "movetext.h"

enum { MAX_NAME = 64 /* characters of a tag's name */ };

/* ---- faults -----------------------------------------------------------------------------------*/

static void add_fault(hra_movetext_reader *r, bool remark) {
    const hra_fault fault = {.remark = remark,
                             .code = HRA_EINPUT,
                             .line = r->place.line,
                             .column = r->place.character,
                             .node = r->branches[0].node,
                             .text = r->fault.text};
    r->err = hra_annotated_fault(r->out, &fault);
    r->l.err = HRA_OK;
    r->l.at = r->l.start;
}

/* Goes to the place of a fault or a remark, if it may be added. They are counted apart, so that remarks do not hide
 * that the game is damaged; the first one too many says so. */
static bool go_to_fault(hra_movetext_reader *r, const char *at, bool remark) {
    const int count = r->faults[remark];
    if (r->err || count > HRA_MOVETEXT_FAULTS)
        return false;
    r->faults[remark]++;
    r->l.at = at;
    if (count < HRA_MOVETEXT_FAULTS)
        return true;
    (void)hra_lines_fail(&r->l, HRA_EINPUT,
                         "more than %d faults in a game; those from here on are not listed",
                         HRA_MOVETEXT_FAULTS);
    add_fault(r, remark);
    return false;
}

/* Reports what is wrong at a place of the text. */
void hra_movetext_report(hra_movetext_reader *r, const char *at, bool remark, const char *format, ...) {
    char text[sizeof r->fault.text];
    va_list list;
    if (!go_to_fault(r, at, remark))
        return;
    va_start(list, format);
    (void)hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    (void)hra_lines_fail(&r->l, HRA_EINPUT, "%s", text);
    add_fault(r, remark);
}

void hra_movetext_report_expected(hra_movetext_reader *r, const char *at, const char *expected) {
    if (!go_to_fault(r, at, false))
        return;
    (void)hra_lines_expected(&r->l, _(expected));
    add_fault(r, false);
}

/* ---- tags -------------------------------------------------------------------------------------*/

/* Reads [Name "value"] into a name and a value of `capacity` bytes. False: it is not a tag; a fault says why. */
static bool read_tag(hra_movetext_reader *r, const hra_movetext_token *t, char name[MAX_NAME], char *value,
                     size_t capacity) {
    hra_lines l;
    hra_lines_open(&l, t->at, t->length, 1, NULL);
    (void)hra_lines_all(&l);
    (void)hra_lines_take(&l, "[");
    hra_lines_blanks(&l);
    const char *from = l.at;
    while (l.at < l.end && (isalnum((unsigned char)*l.at) || *l.at == '_'))
        l.at++;
    const size_t n = (size_t)(l.at - from);
    hra_lines_blanks(&l);
    if (n == 0 || n >= MAX_NAME || hra_lines_peek(&l) != '"') {
        hra_movetext_report_expected(r, t->at, N_("a tag such as [White \"?\"]"));
        return false;
    }
    memcpy(name, from, n);
    name[n] = '\0';
    const char *quote = l.at;
    if (!hra_lines_quoted(&l, value, capacity)) {
        hra_movetext_report_expected(r, quote, N_("'\"' at the end of the text that begins here"));
        return false;
    }
    hra_lines_blanks(&l);
    if (!hra_lines_take(&l, "]"))
        hra_movetext_report(r, l.at, true, N_("expected ']' after a tag"));
    return true;
}

static void read_tag_line(hra_movetext_reader *r, const hra_movetext_token *t) {
    char name[MAX_NAME];
    const size_t capacity = 3 * t->length + 1; /* a byte of Windows-1252 becomes up to three */
    char *value = malloc(capacity);
    if (!value) {
        r->err = HRA_ENOMEM;
        return;
    }
    if (read_tag(r, t, name, value, capacity)) {
        if (hra_annotated_tag(r->out, name))
            hra_movetext_report(r, t->at, true, N_("tag %s is given twice; the last one counts"), name);
        if (!r->err)
            r->err = hra_annotated_add_tag(r->out, name, value);
    }
    free(value);
}

static void take_players(hra_movetext_reader *r) {
    for (int seat = 0; seat < 2 && !r->err; seat++) {
        const char *name = hra_annotated_tag(r->out, r->m->seats[seat ^ r->exchanged]);
        if (name)
            r->err = hra_annotated_player(r->out, seat, name);
    }
}

/* Tags, and comments in front of them, which belong to the game. */
static void read_tags(hra_movetext_reader *r) {
    hra_movetext_token t;
    for (hra_movetext_next(r->m, r->text, r->at, r->end, &t);;
         hra_movetext_next(r->m, r->text, r->at, r->end, &t)) {
        if (t.kind != HRA_MOVETEXT_TAG && t.kind != HRA_MOVETEXT_COMMENT && t.kind != HRA_MOVETEXT_REST)
            break;
        if (t.kind == HRA_MOVETEXT_TAG && !r->err)
            read_tag_line(r, &t);
        r->at = t.at + t.length;
        r->moves_at = t.kind == HRA_MOVETEXT_TAG ? r->at : r->moves_at;
    }
    r->at = r->moves_at; /* comments behind the tags are read with the moves */
}

bool hra_movetext_read_head(hra_movetext_reader *r, const hra_host *host) {
    read_tags(r);
    const bool begun = !r->err && r->m->begin(r, host);
    take_players(r);
    return begun && !r->err;
}
