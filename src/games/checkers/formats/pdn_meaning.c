/* What a written move means, and which of several moves the rest of its line decides for. */
#include "pdn_meaning.h"

#include <ctype.h>

enum {
    MAX_REACH = 200,      /* plies that are looked ahead */
    TO_THE_END = 1 << 30, /* of a line, or MAX_REACH plies */
};

bool ck_read_written(const char *at, const char *end, ck_written *out) {
    size_t n = ck_read_spelling(at, (size_t)(end - at), &out->spelling);
    if (!n)
        return false;
    out->at = at;
    out->end = at + n;
    while (out->end < end && *out->end == '*')
        out->end++;
    out->signs = out->next = out->end;
    while (out->next < end && (*out->next == '!' || *out->next == '?'))
        out->next++;
    if (out->next == out->signs)
        out->next += hra_movetext_signs(out->next, end);
    return true;
}

/* A capture that is written jump by jump goes on in the words behind it. */
int ck_match_written(const ck_pdn_lines *l, const ck_state *s, ck_written *w, hra_move *found) {
    ck_match how;
    int n;
    while ((n = ck_match_moves(s, &w->spelling, l->corner, found, CK_MATCHES, &how)) == 0 && how.goes_on) {
        ck_written more;
        const char *at = w->next;
        while (at < l->end && isspace((unsigned char)*at))
            at++;
        if (!ck_read_written(at, l->end, &more) || !ck_join_spelling(&w->spelling, &more.spelling))
            break;
        w->end = more.end;
        w->signs = more.signs;
        w->next = more.next;
    }
    return n && how.whole ? 1 : n;
}

/* The next move of the same line, without notes and variations; false: the line ends. */
static bool find_written(const ck_pdn_lines *l, const char **at, ck_written *out) {
    int depth = 0;
    hra_movetext_token t;
    for (hra_movetext_next(&ck_pdn, l->text, *at, l->end, &t);;
         hra_movetext_next(&ck_pdn, l->text, *at, l->end, &t)) {
        *at = t.at + t.length;
        if (t.kind == HRA_MOVETEXT_END || t.kind == HRA_MOVETEXT_TAG || t.kind == HRA_MOVETEXT_UNCLOSED ||
            (t.kind == HRA_MOVETEXT_RESULT && !depth))
            return false; /* of what follows an unclosed comment nothing is read */
        depth += (t.kind == HRA_MOVETEXT_OPEN) - (t.kind == HRA_MOVETEXT_CLOSE);
        if (depth < 0)
            return false;
        const char *move = t.at;
        if (depth || t.kind != HRA_MOVETEXT_WORD)
            continue;
        while (move < *at && isdigit((unsigned char)*move))
            move++;
        for (move = move < *at && *move == '.' ? move : t.at; move < *at && *move == '.';)
            move++;
        if (move < *at && ck_read_written(move, l->end, out))
            return true;
    }
}

static void make(ck_state *s, hra_move m) {
    (void)ck_apply(&s->board, s->side, m);
    s->side = (uint8_t)!s->side;
}

/* How many plies the line from `at` on can be played, whatever the moves with two meanings mean; TO_THE_END: all of them.
 * Each meaning costs one of *tries; when they are over, what was found until then. */
static int reach(const ck_pdn_lines *l, ck_state s, const char *at, int *tries) {
    ck_written w;
    for (int plies = 0;; plies++) {
        hra_move found[CK_MATCHES];
        if (plies == MAX_REACH || !find_written(l, &at, &w))
            return TO_THE_END;
        int n = ck_match_written(l, &s, &w, found), best = 0;
        at = w.next;
        if (n == 0)
            return plies;
        for (int i = 0; n > 1 && i < n && --*tries >= 0; i++) {
            ck_state after = s;
            make(&after, found[i]);
            int far = reach(l, after, at, tries);
            best = far > best ? far : best;
        }
        if (n > 1)
            return best == TO_THE_END ? best : plies + 1 + best;
        make(&s, found[0]);
    }
}

int ck_settle(const ck_pdn_lines *l, const ck_state *s, const char *next, const hra_move *found, int n,
              int *fits) {
    int best = -1, chosen = 0, tries = CK_MATCHES;
    *fits = 0;
    for (int i = 0; i < n && tries >= 0; i++) {
        ck_state after = *s;
        make(&after, found[i]);
        tries--;
        int far = reach(l, after, next, &tries);
        *fits += far == TO_THE_END;
        if (far > best) {
            best = far;
            chosen = i;
        }
    }
    return tries < 0 ? -1 : chosen;
}
