/* Reading PGN: what its tags mean, and its moves. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "pgn.h"

enum {
    LONGEST = 40, /* bytes of a move that are looked at */
    FIGURE = 3,   /* bytes of a drawn piece */
};

/* ---- tags -------------------------------------------------------------------------------------*/

/* Letters and digits alone, in small letters: "Fischer Random" is fischerrandom. */
static void simplify(const char *text, char *out, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++)
        if (isalnum((unsigned char)*text))
            out[n++] = (char)tolower((unsigned char)*text);
    out[n] = '\0';
}

/* The names that programs and sites give; -1: another game. */
static int find_variant(const char *name) {
    static const struct {
        const char *name;
        int variant;
    } known[] = {
        {"", CH_STANDARD},
        {"standard", CH_STANDARD},
        {"normal", CH_STANDARD},
        {"regular", CH_STANDARD},
        {"chess", CH_STANDARD},
        {"classic", CH_STANDARD},
        {"fromposition", CH_STANDARD},
        {"chess960", CH_960},
        {"960", CH_960},
        {"fischerandom", CH_960},
        {"fischerrandom", CH_960},
        {"fischerandomchess", CH_960},
        {"fischerrandomchess", CH_960},
        {"freestyle", CH_960},
        {"freestylechess", CH_960},
        {"losalamos", CH_LOS_ALAMOS},
        {"losalamoschess", CH_LOS_ALAMOS},
    };
    char simple[32];
    simplify(name, simple, sizeof simple);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, simple) == 0)
            return known[i].variant;
    return -1;
}

static const char *place_of(const hra_movetext_reader *r, const char *name) {
    return hra_movetext_tag_value(r->m, r->text, r->moves_at, name);
}

/* People play on behind a third repetition and 50 moves; what is behind a fifth one and 75 moves is not read. */
static bool begin_game(hra_movetext_reader *r, const hra_host *host) {
    static const char *const specs[] = {[CH_STANDARD] = "chess:draws=claim",
                                        [CH_960] = "chess:variant=960,draws=claim",
                                        [CH_LOS_ALAMOS] = "chess:variant=losalamos,draws=claim"};
    const char *name = hra_annotated_tag(r->out, "Variant"), *fen = hra_annotated_tag(r->out, "FEN");
    const int variant = name ? find_variant(name) : CH_STANDARD;
    const bool unknown = variant == CH_960 && !fen;
    hra_error inner = {0};
    if (variant < 0) {
        hra_movetext_report(r, place_of(r, "Variant"), false,
                            N_("variant '%.40s' is not read; those that are: Standard, Chess960, Los Alamos"),
                            name);
        return false;
    }
    if (unknown)
        hra_movetext_report(r, place_of(r, "Variant"), true,
                            N_("no tag FEN with the first position; read from the usual one"));
    r->err = hra_annotated_begin(r->out, host,
                                 unknown ? "chess:variant=960,start=518,draws=claim" : specs[variant],
                                 fen && *fen ? fen : NULL, &inner);
    if (r->err != HRA_EINPUT)
        return !r->err;
    r->err = HRA_OK;
    hra_movetext_report(r, place_of(r, "FEN") + (inner.at > 0 ? inner.at : 0), false, "%s", inner.text);
    return false;
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* A piece in brackets, as in e8(Q). */
static bool is_promotion(const char *at, const char *end) {
    return end - at > 2 && *at == '(' && strchr("QRBNqrbn", at[1]) && at[2] == ')';
}

/* A drawn piece: U+2654 to U+265F. */
static bool is_figure(const char *at, const char *end) {
    const unsigned char *c = (const unsigned char *)at;
    return end - at >= FIGURE && c[0] == 0xe2 && c[1] == 0x99 && c[2] >= 0x94 && c[2] <= 0x9f;
}

/* A character beyond ASCII other than a piece: a sign, such as an infinity. */
static bool is_sign(const char *at, const char *end) {
    return (unsigned char)*at >= 0xc0 && !is_figure(at, end);
}

/* The bytes of a move without the signs behind it. */
static size_t word_length(const char *from, const char *end) {
    const char *at = from;
    while (at < end && !isspace((unsigned char)*at) && *at && !strchr("{}()[];!?$", *at) && !is_sign(at, end))
        at++;
    if (at > from && is_promotion(at, end))
        for (at += 3; at < end && strchr("+#", *at);)
            at++;
    else if (at - from > 2 && at[-1] == '=' && isdigit((unsigned char)at[-2]))
        at--; /* "Nf3=", an equal position */
    return (size_t)(at - from);
}

/* Words behind a move that belong to it: a check, a mate, a capture en passant. Returns where they end. */
static const char *pass_words(const char *at, const char *end) {
    static const char *const words[] = {"e.p.", "ep", "+", "++", "#", "ch", "ch.", "mate", "dbl", NULL};
    for (;;) {
        const char *word = at;
        int i = 0;
        while (word < end && (*word == ' ' || *word == '\t'))
            word++;
        const size_t n = word > at ? word_length(word, end) : 0;
        while (words[i] && !(strlen(words[i]) == n && memcmp(words[i], word, n) == 0))
            i++;
        if (!words[i])
            return at;
        at = word + n;
    }
}

/* A move as letters. Drawn pieces are in the order king, queen, rook, bishop, knight, pawn, White's first. */
static void copy_move(const char *at, size_t length, char *out) {
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < LONGEST; i++) {
        if (!is_figure(at + i, at + length)) {
            out[n++] = at[i];
            continue;
        }
        const char letter = "KQRBNP"[((unsigned char)at[i + FIGURE - 1] - 0x94) % 6];
        if (letter != 'P')
            out[n++] = letter;
        i += FIGURE - 1;
    }
    out[n] = '\0';
}

static bool is_null_move(const char *move) {
    static const char *const known[] = {"--", "Z0", "@@@@", "0000", "null", "pass", NULL};
    int i = 0;
    while (known[i] && strcmp(known[i], move) != 0)
        i++;
    return known[i];
}

/* The bytes of a file, a rank, or both. */
static size_t place_length(const char *at) {
    const size_t file = *at >= 'a' && *at <= 'h';
    return file + (at[file] >= '1' && at[file] <= '8');
}

/* A word that looks like a move: a piece, where it comes from, where it goes, what it becomes. */
static size_t measure(const char *at, const char *end) {
    const size_t length = word_length(at, end);
    char move[LONGEST];
    const char *next = move;
    if (length < 2 || length >= LONGEST)
        return 0;
    copy_move(at, length, move);
    if (strncmp(move, "O-O", 3) == 0 || strncmp(move, "0-0", 3) == 0)
        return length;
    next += *next && strchr("KQRBNPnrqk", *next);
    const size_t from = place_length(next);
    next += from;
    next += *next && strchr("x:-", *next);
    const size_t to = place_length(next);
    next += to;
    return (to == 2 || (to == 0 && from == 2)) && !next[strspn(next, "=/()QRBNqrbn+#")] ? length : 0;
}

/* A move where the rules have ended the game, and why they have. */
static void report_over(hra_movetext_reader *r, const void *s, const char *at) {
    hra_text ending;
    hra_text_init(&ending);
    r->out->game->rules->scene->ending(r->out->game, s, &ending);
    hra_movetext_report(r, at, r->depth > 0,
                        N_("a move after the end of the game (%s); this line is read up to here"),
                        hra_text_string(&ending));
    r->err = r->err ? r->err : ending.err;
    hra_text_release(&ending);
}

static bool read_move(hra_movetext_reader *r, const void *s, const char *at, hra_movetext_move *out) {
    const bool inside = r->depth > 0;
    const size_t length = word_length(at, r->end);
    const hra_game *game = r->out->game;
    char move[LONGEST];
    hra_error inner = {0};
    copy_move(at, length, move);
    if (!length) {
        hra_movetext_report_expected(r, at, N_("a move, a comment or a result"));
        return false;
    }
    if (is_null_move(move)) {
        hra_movetext_report(r, at, inside, N_("'%s': a side may not pass"), move);
        return false;
    }
    if (game->rules->to_move(game, s) == HRA_OVER && measure(at, r->end)) {
        report_over(r, s, at);
        return false;
    }
    if (length >= LONGEST || ch_parse_move(game, s, move, &out->move, &inner)) {
        if (length >= LONGEST)
            hra_movetext_report_expected(r, at, N_("a move, a comment or a result"));
        else
            hra_movetext_report(r, at, inside, "%s", inner.text);
        return false;
    }
    out->at = at;
    hra_movetext_behind(at + length, r->end, out);
    if (out->next == out->signs) /* "exd6 e.p.!" */
        hra_movetext_behind(pass_words(at + length, r->end), r->end, out);
    return true;
}

/* What annotators write for the glyphs beyond six. */
static int read_sign(const char *at, size_t length) {
    static const struct {
        const char *sign;
        int value;
    } known[] = {{"\xe2\x80\xbc", 3},
                 {"\xe2\x81\x87", 4},
                 {"\xe2\x81\x89", 5},
                 {"\xe2\x81\x88", 6},
                 {"\xe2\x96\xa1", 7},
                 {"=", 10},
                 {"\xe2\x88\x9e", 13},
                 {"+=", 14},
                 {"+/=", 14},
                 {"\xe2\xa9\xb2", 14},
                 {"=+", 15},
                 {"=/+", 15},
                 {"\xe2\xa9\xb1", 15},
                 {"+/-", 16},
                 {"\xc2\xb1", 16},
                 {"-/+", 17},
                 {"\xe2\x88\x93", 17},
                 {"+-", 18},
                 {"-+", 19},
                 {"+--", 20},
                 {"--+", 21},
                 {"N", 146},
                 {"D", 220}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].sign) == length && memcmp(known[i].sign, at, length) == 0)
            return known[i].value;
    return 0;
}

/* ---- the format -------------------------------------------------------------------------------*/

static int read_result(const char *word, size_t length) {
    static const struct {
        const char *word;
        int says;
    } known[] = {{"1-0", 1}, {"0-1", -1}, {"1/2-1/2", 0}, {"1/2", 0}, {"*", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == length && memcmp(known[i].word, word, length) == 0)
            return known[i].says;
    return 3;
}

static const char *const seats[] = {"White", "Black"};
static const char *const own_tags[] = {"Variant", "SetUp", "FEN", NULL};

const hra_movetext ch_pgn = {
    .format = &ch_formats[0],
    .seats = seats,
    .result = read_result,
    .measure = measure,
    .begin = begin_game,
    .read = read_move,
    .sign = read_sign,
    .add_tags = ch_pgn_add_tags,
    .own_tags = own_tags,
    .add_move = ch_show_move,
    .omits = ch_pgn_omits,
    .plies = ch_pgn_plies,
};

size_t ch_pgn_split(const char *text, size_t length, bool last) {
    return hra_movetext_split(&ch_pgn, text, length, last);
}

/* Two squares may be a move of draughts too, whose first one does not begin on the first two ranks. */
static bool is_of_draughts(const char *move, const char *end) {
    const size_t n = word_length(move, end), dash = n == 5 && strchr("-x:", move[2]) ? 1 : 0;
    return n == 4 + dash && move[0] >= 'a' && move[0] <= 'h' && move[1] >= '3' && move[1] <= '8' &&
           move[2 + dash] >= 'a' && move[2 + dash] <= 'h' && isdigit((unsigned char)move[3 + dash]);
}

/* Whether a value of a tag is a position in ranks. */
static bool has_ranks(const char *value, const char *end) {
    enum { LEAST = 5 /* slashes of the smallest board */ };
    int slashes = 0;
    for (; value < end && !strchr("\"\r\n", *value); value++)
        slashes += *value == '/';
    return slashes >= LEAST;
}

/* Tags that only chess has: a FEN with ranks, codes of openings, variants. */
static bool has_tags_of_chess(const char *text, const char *end) {
    static const char *const names[] = {"ECO", "Variant", NULL};
    const char *fen = hra_movetext_tag_value(&ch_pgn, text, end, "FEN");
    bool found = fen > text && has_ranks(fen, end);
    for (int i = 0; names[i] && !found; i++)
        found = hra_movetext_tag_value(&ch_pgn, text, end, names[i]) > text;
    return found;
}

int ch_pgn_looks(const char *text, size_t length) {
    enum { TAGS = 60, MOVES = 40, SURE = 70 };
    bool tagged;
    const char *end = text + length, *move = hra_movetext_first_word(&ch_pgn, text, end, &tagged);
    const bool fits = move && measure(move, end);
    if (!tagged)
        return fits ? MOVES : 0;
    if (hra_movetext_tag_value(&ch_pgn, text, end, "GameType") > text)
        return 0; /* of PDN */
    return (fits && !is_of_draughts(move, end)) || has_tags_of_chess(text, end) ? SURE : TAGS;
}

hra_err ch_pgn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    hra_movetext_reader *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    hra_err err = hra_movetext_read(r, &ch_pgn, in, out, used, why);
    free(r);
    return err;
}
