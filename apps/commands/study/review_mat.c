/* Reviews as annotated match files and .sgf of backgammon: the match as it was, with a comment behind each move and the error rate of
 * each player in the head. Comments of other people stay; those of an earlier review are replaced. In .sgf moves have glyphs too.
 *
 * A comment is one line with one colon, and its only closing parenthesis is its end: GNU Backgammon takes what follows these for a
 * move. */
#include <stdlib.h>
#include <string.h>

#include "review_copy.h"
#include "review_figures.h"
#include "review_output.h"

#include "speech/print.h"

static const char begins[] = " (hra: ";
enum {
    DECIMALS = 3,
    NO_OFFER = 0,    /* the stake action that makes none */
    BEHIND_HEAD = 1, /* `value` of a note behind the head of a game */
};

typedef struct last_game {
    char *file;
    int number;
} last_game;

static bool is_own(const hra_note *n) {
    size_t length = strlen(n->text);
    return n->kind == HRA_NOTE_COMMENT && strncmp(n->text, begins, sizeof begins - 1) == 0 &&
           n->text[length - 1] == ')';
}

static const review_copy_earlier earlier = {.is_own = is_own};

static bool is_graded(const hra_annotated *a, int node) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        if (a->notes[i].kind == HRA_NOTE_NAG)
            return true;
    return false;
}

/* Glyphs beside a comment of a review are its own. */
static bool is_reviewed(const hra_annotated *a, int node) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        if (is_own(&a->notes[i]))
            return true;
    return false;
}

static bool is_own_or_glyph(const hra_note *n) {
    return is_own(n) || n->kind == HRA_NOTE_NAG;
}

static const review_copy_earlier earlier_sgf = {.reviewed = is_reviewed, .is_own = is_own_or_glyph};

/* ---- comments -------------------------------------------------------------------------------*/

static void add_number(hra_text *out, const char *name, const char *sign, double value) {
    hra_text_addf(out, out->length > sizeof begins - 1 ? "; %s " : "%s ", name);
    hra_text_addf(out, *sign ? "%+.*f" : "%.*f", DECIMALS, print_rounded(value, DECIMALS));
}

/* Appends a move as match files have it: "24/18(2)" is "24/18 24/18". */
static void add_move(const hra_review *review, int ply, hra_move move, hra_text *out) {
    const hra_game *game = hra_review_snapshot(review)->game;
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, hra_review_state(review, ply), move, &text);
    out->err = out->err ? out->err : text.err;
    for (const char *at = hra_text_string(&text); *at;) {
        at += strspn(at, " ");
        size_t length = strcspn(at, " "), step = strcspn(at, " (");
        int times = at[step] == '(' && at[step + 1] >= '2' && at[step + 1] <= '4' ? at[step + 1] - '0' : 1;
        for (; times; times--) {
            hra_text_add_char(out, ' ');
            hra_text_add_bytes(out, at, step);
        }
        at += length;
    }
    hra_text_release(&text);
}

/* What the mover may expect of each action, if the decision counts. */
static void add_actions(const hra_review *review, const hra_review_move *at, hra_text *out) {
    const char *const *actions = hra_review_snapshot(review)->game->rules->conduct->stake_actions;
    for (int i = at->responding; i < at->stake_action_count && !at->not_close; i++)
        add_number(out, actions[i], "+", at->stake_action[i]);
}

/* "(hra: equity +0.123; luck -0.045; loss 0.067 ?!; best 24/18 13/11 +0.190)" */
static void add_comment(const hra_review *review, const hra_review_move *at, hra_text *out) {
    static const char *const signs[HRA_GRADES] = {"", " ?!", " ?", " ?\?"};
    const int roll = review_roll_of(review, at->ply);
    const double value = at->values[at->mover];
    hra_text_add(out, begins);
    add_number(out, "equity", "+", value);
    if (roll >= 0)
        add_number(out, "luck", "+", hra_review_ply(review, roll)->gain[at->mover]);
    add_actions(review, at, out);
    if (at->mistake) {
        add_number(out, "loss", "", at->loss);
        hra_text_add(out, signs[at->grade]);
    }
    if (at->mistake && at->better) {
        hra_text_add(out, "; best");
        add_move(review, at->ply, at->best, out);
        hra_text_addf(out, " %+.*f", DECIMALS, print_rounded(value + at->loss, DECIMALS));
    }
    hra_text_add_char(out, ')');
}

/* Rolling the dice has no place in a match file; only if that was an error, it has a comment. */
static bool is_silent(const hra_review_move *at) {
    return at->mover < 0 || (at->stake_action_count && at->chosen == NO_OFFER && !at->mistake);
}

/* GNU Backgammon has one judgement of a move: its own stays. */
static hra_err add_glyph(hra_annotated *a, int node, const hra_review_move *at) {
    static const int nags[HRA_GRADES] = {0, 6, 2, 4};
    if (!at->mistake || !nags[at->grade] || is_graded(a, node))
        return HRA_OK;
    return hra_annotated_note(
        a, node, &(hra_note){.kind = HRA_NOTE_NAG, .value = nags[at->grade], .name = "", .text = ""});
}

static hra_err annotate_moves(hra_annotated *a, const hra_review *review, bool glyphs) {
    const int done = hra_review_snapshot(review)->done;
    hra_err err = HRA_OK;
    hra_text text;
    hra_text_init(&text);
    for (int ply = 0, node = a->nodes[0].first; ply < done && node && !err;
         ply++, node = a->nodes[node].first) {
        const hra_review_move *at = hra_review_ply(review, ply);
        if (is_silent(at))
            continue;
        hra_text_clear(&text);
        add_comment(review, at, &text);
        err = text.err ? text.err
                       : hra_annotated_note(a, node,
                                            &(hra_note){.kind = HRA_NOTE_COMMENT,
                                                        .form = ';',
                                                        .name = "",
                                                        .text = hra_text_string(&text)});
        if (!err && glyphs)
            err = add_glyph(a, node, at);
    }
    hra_text_release(&text);
    return err;
}

/* ---- the head -------------------------------------------------------------------------------*/

/* "17.7, checker play 10.4, cube 90.4" */
static void add_rates(const hra_review *review, int seat, hra_text *out) {
    const char *const *types = hra_review_snapshot(review)->game->rules->conduct->decision_types;
    const review_scale scale = review_scale_of(review);
    hra_review_summary a;
    hra_review_seat(review, seat, &a);
    review_add_rate(&scale, a.decisions, a.loss, a.scaled, out);
    for (int i = 0; types && types[i]; i++)
        if (a.types[i].decisions) {
            hra_text_addf(out, ", %s ", types[i]);
            review_add_rate(&scale, a.types[i].decisions, a.types[i].loss, a.types[i].scaled, out);
        }
}

/* As other programs number players: the left one is the first. Games for points may share a head, so they have a comment in its
 * place. */
static hra_err add_rates_of(hra_annotated *a, const hra_review *review, int seat, bool tags) {
    const bool match = tags && strstr(hra_review_snapshot(review)->game->spec, "match-length=") != NULL;
    char name[16];
    hra_text text;
    hra_text_init(&text);
    hra_snprintf(name, sizeof name, "PR %d", seat + 1);
    if (!match)
        hra_text_addf(&text, "%s%s ", begins, name);
    add_rates(review, seat, &text);
    if (!match)
        hra_text_add_char(&text, ')');
    hra_err err = text.err ? text.err
                  : match  ? hra_annotated_set_tag(a, name, hra_text_string(&text))
                           : hra_annotated_note(a, 0,
                                                &(hra_note){.kind = HRA_NOTE_COMMENT,
                                                            .form = ';',
                                                            .value = BEHIND_HEAD,
                                                            .name = "",
                                                            .text = hra_text_string(&text)});
    hra_text_release(&text);
    return err;
}

static hra_err add_head(hra_annotated *a, const review_game *g, bool tags) {
    hra_err err = hra_annotated_set_tag(a, "Analyst", g->analyst);
    for (int seat = 0; seat < a->game->seats && !err; seat++)
        err = add_rates_of(a, g->review, seat, tags);
    return err;
}

/* ---- the writer -----------------------------------------------------------------------------*/

/* Whether a game goes on with a match of which other games were written: its head is there. */
static bool has_head(const last_game *last, const review_game *g, const hra_annotated *a) {
    if (!last->file || strcmp(last->file, g->file) != 0 || g->number != last->number + 1)
        return false;
    for (int i = a->nodes[0].note; i >= 0; i = a->notes[i].next)
        if (a->notes[i].kind == HRA_NOTE_PROPERTY && strcmp(a->notes[i].name, "Part") == 0)
            return a->format == review_copy_format(a->game, ".mat");
    return false;
}

static hra_err remember(last_game *last, const review_game *g) {
    free(last->file);
    last->file = strdup(g->file);
    last->number = g->number;
    return last->file ? HRA_OK : HRA_ENOMEM;
}

/* Writes the game with its remarks: of a match file with a head, of .sgf with glyphs. */
static hra_err write_annotated(hra_annotated *a, const review_game *g, const hra_format *format, bool sgf,
                               hra_text *text) {
    hra_err err = review_copy_game(a, g, sgf ? &earlier_sgf : &earlier);
    if (!err)
        err = add_head(a, g, !sgf);
    if (!err)
        err = annotate_moves(a, g->review, sgf);
    if (!err)
        format->write(a, text);
    return err ? err : text->err;
}

/* `last`: the game of a match file that was written before; NULL: .sgf, where each game has a head. */
static hra_err write_game(last_game *last, const review_game *g, const hra_format *format, hra_text *out) {
    hra_annotated *a;
    hra_text text;
    hra_err err = hra_annotated_open(&a, NULL);
    if (err)
        return err;
    hra_text_init(&text);
    err = write_annotated(a, g, format, !last, &text);
    const char *from = hra_text_string(&text);
    const char *head = last && has_head(last, g, a) ? strstr(from, "\n Game ") : NULL;
    from = head ? head + 1 : from;
    review_add_harmless(from, strlen(from), out);
    hra_text_release(&text);
    hra_annotated_close(a);
    if (!err && last)
        err = remember(last, g);
    return err ? err : out->err;
}

/* The format of the writer's files; NULL: an error was printed. */
static const hra_format *format_for(review_writer *w, const review_game *g) {
    const hra_game *rules = hra_review_snapshot(g->review)->game;
    const hra_format *format = review_copy_format(rules, w->format->endings);
    if (format)
        return format;
    print_error(_("review: match files take games of backgammon only, not %s"), rules->spec);
    w->status = EXIT_WRONG;
    return NULL;
}

static void judge(review_writer *w, hra_err err) {
    if (err == HRA_ENOMEM)
        w->out.err = err;
    else if (err) {
        print_error("%s", hra_err_text(err));
        w->status = EXIT_FAILED;
    }
}

static void game(review_writer *w, const review_game *g) {
    const hra_format *format = format_for(w, g);
    if (format)
        judge(w, write_game(w->self, g, format, &w->out));
}

static void sgf_game(review_writer *w, const review_game *g) {
    const hra_format *format = format_for(w, g);
    if (format)
        judge(w, write_game(NULL, g, format, &w->out));
}

static void release(review_writer *w) {
    free(((last_game *)w->self)->file);
}

const review_format review_mat = {.name = "mat",
                                  .endings = ".mat",
                                  .streams = true,
                                  .self_size = sizeof(last_game),
                                  .game = game,
                                  .release = release};

const review_format review_sgf = {.name = "sgf", .endings = ".sgf", .streams = true, .game = sgf_game};
