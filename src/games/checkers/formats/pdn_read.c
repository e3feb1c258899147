/* Reading PDN: what its tags mean, and its moves. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "game_type.h"
#include "pdn_meaning.h"

enum { MAX_SETUP = 1024 /* characters of a position between slashes */ };

typedef struct pdn_reader {
    hra_movetext_reader r;
    ck_pdn_lines lines;   /* of moves that must be looked ahead for */
    const char *setup_at; /* the position in /FEN "..."/; NULL: there is none */
} pdn_reader;

/* ---- tags -------------------------------------------------------------------------------------*/

/* PDN 3.0's /FEN "..."/ in front of the first move is the position as the tag has it. */
static void read_setup(pdn_reader *p) {
    hra_movetext_reader *r = &p->r;
    hra_movetext_token t;
    hra_lines l;
    hra_movetext_next(r->m, r->text, r->moves_at, r->end, &t);
    const char *close = t.kind == HRA_MOVETEXT_WORD && *t.at == '/'
                            ? memchr(t.at + 1, '/', (size_t)(r->end - t.at - 1))
                            : NULL;
    char value[MAX_SETUP];
    if (!close || r->err)
        return;
    hra_lines_open(&l, t.at + 1, (size_t)(close - t.at - 1), 1, NULL);
    (void)hra_lines_all(&l);
    if (!hra_lines_match(&l, "FEN"))
        return;
    hra_lines_blanks(&l);
    p->setup_at = l.at + 1;
    if (hra_lines_peek(&l) == '"' && hra_lines_quoted(&l, value, sizeof value)) {
        r->err = hra_annotated_set_tag(r->out, "FEN", value);
        r->at = r->moves_at = close + 1;
    }
}

/* The place of a tag's value in the text, for what is wrong with it. */
static const char *place_of(const pdn_reader *p, const char *name) {
    const hra_movetext_reader *r = &p->r;
    return p->setup_at && strcmp(name, "FEN") == 0 ? p->setup_at
                                                   : hra_movetext_tag_value(r->m, r->text, r->moves_at, name);
}

/* False: the moves cannot be read; a fault says why. */
static bool begin_game(hra_movetext_reader *r, const hra_host *host) {
    pdn_reader *p = (pdn_reader *)r;
    read_setup(p);
    const char *type = hra_annotated_tag(r->out, "GameType"), *fen = hra_annotated_tag(r->out, "FEN");
    hra_error inner = {0};
    ck_game_type game_type;
    hra_text translated;
    if (type && ck_read_game_type(type, &game_type, &inner)) {
        hra_movetext_report(r, place_of(p, "GameType") + (inner.at > 0 ? inner.at : 0), false, "%s",
                            inner.text);
        return false;
    }
    hra_text_init(&translated);
    if (type) {
        p->lines.corner = game_type.corner;
        r->exchanged = game_type.first;
        fen = fen && ck_translate_fen(fen, &game_type, &translated) ? hra_text_string(&translated) : fen;
    }
    r->err = translated.err ? translated.err : hra_annotated_begin(r->out, host, CK_PDN_GAME, fen, &inner);
    hra_text_release(&translated);
    if (r->err != HRA_EINPUT)
        return !r->err;
    r->err = HRA_OK;
    hra_movetext_report(r, place_of(p, "FEN") + (inner.at > 0 ? inner.at : 0), false, "%s", inner.text);
    return false;
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* Which of the moves that a spelling fits is meant; -1: none; a fault says why. */
static int settle(pdn_reader *p, const ck_state *s, const ck_written *w, const hra_move *found, int n) {
    hra_movetext_reader *r = &p->r;
    int fits, chosen = ck_settle(&p->lines, s, w->next, found, n, &fits);
    const int length = (int)(w->end - w->at);
    hra_text move;
    if (chosen < 0) {
        hra_movetext_report(r, w->at, r->depth > 0,
                            N_("'%.*s' may be several moves, and the moves after it do not decide"), length,
                            w->at);
        return -1;
    }
    if (fits < 2)
        return chosen;
    hra_text_init(&move);
    ck_show_move(NULL, s, found[chosen], &move);
    hra_movetext_report(r, w->at, true,
                        N_("'%.*s' may be several moves, %d of which fit the rest; read as %s"), length,
                        w->at, fits, hra_text_string(&move));
    r->err = r->err ? r->err : move.err;
    hra_text_release(&move);
    return chosen;
}

/* The moves that fit. If the first one of the game is legal only on a board that is turned, the file means that board. */
static int match(pdn_reader *p, const ck_state *s, ck_written *w, hra_move *found) {
    hra_movetext_reader *r = &p->r;
    int n = ck_match_written(&p->lines, s, w, found);
    const ck_corner usual = p->lines.corner;
    bool first = r->out->node_count == 1 && r->depth == 0;
    for (int corner = CK_BOTTOM_LEFT; corner <= CK_TOP_RIGHT && n == 0 && first; corner++) {
        ck_written again = *w;
        p->lines.corner = (ck_corner)corner;
        n = ck_match_written(&p->lines, s, &again, found);
        if (n) {
            *w = again;
            hra_movetext_report(
                r, w->at, true,
                N_("this move is legal on a board that is turned or mirrored; the game is read so"));
        }
    }
    if (n == 0)
        p->lines.corner = usual;
    return n;
}

static void report_illegal(pdn_reader *p, const ck_state *s, const ck_written *w) {
    hra_movetext_reader *r = &p->r;
    char move[80];
    hra_move none;
    hra_error inner = {0};
    if (r->faults[r->depth > 0] > HRA_MOVETEXT_FAULTS)
        return; /* the search for another game takes long */
    const char *other = ck_other_game_text(ck_find_other_game(s, &w->spelling, p->lines.corner));
    (void)hra_snprintf(move, sizeof move, "%.*s", (int)(w->end - w->at), w->at);
    if (other)
        (void)hra_fail(&inner, HRA_EINPUT, -1, "illegal move '%.40s'; %s", move, other);
    else if (!ck_parse_move(r->out->game, s, move, &none,
                            &inner)) /* the same text has another meaning there */
        (void)hra_fail(&inner, HRA_EINPUT, -1, "illegal move '%.40s'", move);
    hra_movetext_report(r, w->at, r->depth > 0, "%s", inner.text);
}

static bool read_move(hra_movetext_reader *r, const void *state, const char *at, hra_movetext_move *out) {
    pdn_reader *p = (pdn_reader *)r;
    const ck_state *s = state;
    hra_move found[CK_MATCHES];
    ck_written w;
    if (!ck_read_written(at, r->end, &w)) {
        hra_movetext_report_expected(r, at, N_("a move, a comment or a result"));
        return false;
    }
    int n = match(p, s, &w, found), chosen = 0;
    if (n == 0)
        report_illegal(p, s, &w);
    else if (n > 1)
        chosen = settle(p, s, &w, found, n);
    if (n == 0 || chosen < 0)
        return false;
    *out = (hra_movetext_move){found[chosen], w.at, w.end, w.signs, w.next};
    return true;
}

static size_t measure(const char *at, const char *end) {
    ck_spelling spelling;
    return ck_read_spelling(at, (size_t)(end - at), &spelling);
}

/* ---- the format -------------------------------------------------------------------------------*/

static int read_result(const char *word, size_t length) {
    static const struct {
        const char *word;
        int says;
    } known[] = {{"1-0", 1}, {"0-1", -1}, {"1/2-1/2", 0}, {"*", 2},
                 {"2-0", 1}, {"0-2", -1}, {"1-1", 0},     {"0-0", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == length && memcmp(known[i].word, word, length) == 0)
            return known[i].says;
    return 3;
}

static const char *const seats[] = {"Black", "White"};
static const char *const own_tags[] = {"GameType", "SetUp", "FEN", "Opening", NULL};

const hra_movetext ck_pdn = {
    .format = &ck_formats[0],
    .seats = seats,
    .result = read_result,
    .measure = measure,
    .begin = begin_game,
    .read = read_move,
    .add_tags = ck_pdn_add_tags,
    .own_tags = own_tags,
    .add_move = ck_pdn_add_move,
    .plies = ck_pdn_plies,
};

size_t ck_pdn_split(const char *text, size_t length, bool last) {
    return hra_movetext_split(&ck_pdn, text, length, last);
}

int ck_pdn_looks(const char *text, size_t length) {
    bool tagged;
    const char *end = text + length, *move = hra_movetext_first_word(&ck_pdn, text, end, &tagged);
    return tagged ? 60 : move && measure(move, end) ? 40 : 0;
}

hra_err ck_pdn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    pdn_reader *p = calloc(1, sizeof *p);
    if (!p)
        return hra_no_memory(why);
    p->lines = (ck_pdn_lines){.text = in->text, .end = in->text + in->length, .corner = CK_BOTTOM_RIGHT};
    hra_err err = hra_movetext_read(&p->r, &ck_pdn, in, out, used, why);
    free(p);
    return err;
}
