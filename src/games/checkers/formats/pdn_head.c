/* Reading PDN: what comes before the moves of a game, and what was wrong anywhere in it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "game_type.h"
#include "pdn_reader.h"

enum {
    MAX_NAME = 64,    /* characters of a tag's name */
    MAX_SETUP = 1024, /* characters of a position between slashes */
};

/* ---- faults -----------------------------------------------------------------------------------*/

static void add_fault(ck_pdn_reader *r, bool remark) {
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
static bool go_to_fault(ck_pdn_reader *r, const char *at, bool remark) {
    const int count = r->faults[remark];
    if (r->err || count > CK_PDN_FAULTS)
        return false;
    r->faults[remark]++;
    r->l.at = at;
    if (count < CK_PDN_FAULTS)
        return true;
    (void)hra_lines_fail(&r->l, HRA_EINPUT,
                         "more than %d faults in a game; those from here on are not listed", CK_PDN_FAULTS);
    add_fault(r, remark);
    return false;
}

/* Reports what is wrong at a place of the text. */
void ck_pdn_report(ck_pdn_reader *r, const char *at, bool remark, const char *format, ...) {
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

void ck_pdn_report_expected(ck_pdn_reader *r, const char *at, const char *expected) {
    if (!go_to_fault(r, at, false))
        return;
    (void)hra_lines_expected(&r->l, _(expected));
    add_fault(r, false);
}

/* ---- tags -------------------------------------------------------------------------------------*/

/* Reads [Name "value"] into a name and a value of `capacity` bytes. False: it is not a tag; a fault says why. */
static bool read_tag(ck_pdn_reader *r, const ck_pdn_token *t, char name[MAX_NAME], char *value,
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
        ck_pdn_report_expected(r, t->at, N_("a tag such as [White \"?\"]"));
        return false;
    }
    memcpy(name, from, n);
    name[n] = '\0';
    const char *quote = l.at;
    if (!hra_lines_quoted(&l, value, capacity)) {
        ck_pdn_report_expected(r, quote, N_("'\"' at the end of the text that begins here"));
        return false;
    }
    hra_lines_blanks(&l);
    if (!hra_lines_take(&l, "]"))
        ck_pdn_report(r, l.at, true, N_("expected ']' after a tag"));
    return true;
}

static void read_tag_line(ck_pdn_reader *r, const ck_pdn_token *t) {
    char name[MAX_NAME];
    const size_t capacity = 3 * t->length + 1; /* a byte of Windows-1252 becomes up to three */
    char *value = malloc(capacity);
    if (!value) {
        r->err = HRA_ENOMEM;
        return;
    }
    if (read_tag(r, t, name, value, capacity)) {
        if (hra_annotated_tag(r->out, name))
            ck_pdn_report(r, t->at, true, N_("tag %s is given twice; the last one counts"), name);
        if (!r->err)
            r->err = hra_annotated_add_tag(r->out, name, value);
    }
    free(value);
}

/* The place of a tag's value in the text, for what is wrong with it. */
static const char *place_of(const ck_pdn_reader *r, const char *name) {
    return r->setup_at && strcmp(name, "FEN") == 0 ? r->setup_at
                                                   : ck_pdn_tag_value(r->text, r->moves_at, name);
}

/* False: the moves cannot be read; a fault says why. */
static bool begin_game(ck_pdn_reader *r, const hra_host *host) {
    const char *type = hra_annotated_tag(r->out, "GameType"), *fen = hra_annotated_tag(r->out, "FEN");
    hra_error inner = {0};
    ck_game_type game_type;
    hra_text translated;
    if (type && ck_read_game_type(type, &game_type, &inner)) {
        ck_pdn_report(r, place_of(r, "GameType") + (inner.at > 0 ? inner.at : 0), false, "%s", inner.text);
        return false;
    }
    hra_text_init(&translated);
    if (type) {
        r->lines.corner = game_type.corner;
        r->first = game_type.first;
        fen = fen && ck_translate_fen(fen, &game_type, &translated) ? hra_text_string(&translated) : fen;
    }
    r->err = translated.err ? translated.err : hra_annotated_begin(r->out, host, CK_PDN_GAME, fen, &inner);
    hra_text_release(&translated);
    if (r->err != HRA_EINPUT)
        return !r->err;
    r->err = HRA_OK;
    ck_pdn_report(r, place_of(r, "FEN") + (inner.at > 0 ? inner.at : 0), false, "%s", inner.text);
    return false;
}

static void take_players(ck_pdn_reader *r) {
    static const char *const names[2] = {"Black", "White"};
    for (int seat = 0; seat < 2 && !r->err; seat++) {
        const char *name = hra_annotated_tag(r->out, names[seat ^ r->first]);
        if (name)
            r->err = hra_annotated_player(r->out, seat, name);
    }
}

/* PDN 3.0's /FEN "..."/ in front of the first move is the position as the tag has it. */
static void read_setup(ck_pdn_reader *r) {
    ck_pdn_token t;
    hra_lines l;
    ck_pdn_next(r->text, r->moves_at, r->end, &t);
    const char *close =
        t.kind == CK_PDN_WORD && *t.at == '/' ? memchr(t.at + 1, '/', (size_t)(r->end - t.at - 1)) : NULL;
    char value[MAX_SETUP];
    if (!close || r->err)
        return;
    hra_lines_open(&l, t.at + 1, (size_t)(close - t.at - 1), 1, NULL);
    (void)hra_lines_all(&l);
    if (!hra_lines_match(&l, "FEN"))
        return;
    hra_lines_blanks(&l);
    r->setup_at = l.at + 1;
    if (hra_lines_peek(&l) == '"' && hra_lines_quoted(&l, value, sizeof value)) {
        r->err = hra_annotated_set_tag(r->out, "FEN", value);
        r->at = r->moves_at = close + 1;
    }
}

/* Tags, and comments in front of them, which belong to the game. */
static void read_tags(ck_pdn_reader *r) {
    ck_pdn_token t;
    for (ck_pdn_next(r->text, r->at, r->end, &t);; ck_pdn_next(r->text, r->at, r->end, &t)) {
        if (t.kind != CK_PDN_TAG && t.kind != CK_PDN_COMMENT && t.kind != CK_PDN_REST)
            break;
        if (t.kind == CK_PDN_TAG && !r->err)
            read_tag_line(r, &t);
        r->at = t.at + t.length;
        r->moves_at = t.kind == CK_PDN_TAG ? r->at : r->moves_at;
    }
    r->at = r->moves_at; /* comments behind the tags are read with the moves */
}

bool ck_pdn_read_head(ck_pdn_reader *r, const hra_host *host) {
    read_tags(r);
    read_setup(r);
    const bool begun = !r->err && begin_game(r, host);
    take_players(r);
    return begun && !r->err;
}
