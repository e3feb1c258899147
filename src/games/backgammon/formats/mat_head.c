/* The head of a match file, and the rules of a game that follow from it. */
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "mat_reader.h"

enum {
    MAX_SPEC = 400,
    MAX_GAME = 1 << 15, /* bytes of one that are looked through */
};

/* ---- the head ---------------------------------------------------------------------------------*/

/* The rules without the score, which the games say, and what they say of the Crawford game. Files have the names that options
 * had when the format was made. */
static hra_err take_rules(bg_mat_reader *r, const char *value) {
    static const char over[] = ",crawford=over";
    (void)hra_snprintf(r->rules, sizeof r->rules, "%s", value);
    char *said = strstr(r->rules, over);
    if (said && !said[sizeof over - 1]) {
        *said = '\0';
        r->said_over = true;
    }
    if (strlen(value) < sizeof r->rules && !strstr(r->rules, "match=") &&
        !strstr(r->rules, "match-length=") && !strstr(r->rules, "score="))
        return HRA_OK;
    r->rules[0] = '\0';
    return bg_mat_fail(r, N_("rules without match and score"), r->line);
}

/* A tag, or a comment in front of the games. */
static hra_err take_remark(bg_mat_reader *r) {
    char name[BG_MAT_VALUE], value[BG_MAT_VALUE];
    const char *at = r->line + strspn(r->line, " ");
    if (!bg_mat_tag(r->line, name, value))
        return bg_mat_add_note(r, (hra_note){.kind = HRA_NOTE_COMMENT,
                                             .form = ';',
                                             .before = !r->has_length,
                                             .value = r->has_length ? 0 : r->tags,
                                             .text = *at == ';' ? at + 1 : at});
    r->tags++;
    if (r->game)
        return HRA_OK;
    bool rules = strcmp(name, "Rules") == 0, position = strcmp(name, "Position") == 0;
    hra_err err = rules ? bg_mat_pass(r, take_rules(r, value), false) : HRA_OK;
    if (position)
        (void)hra_snprintf(r->position, sizeof r->position, "%s", value);
    if (!err)
        err = hra_annotated_set_tag(r->out, strcmp(name, "EventDate") == 0 ? "Date" : name, value);
    return err;
}

static hra_err take_length(bg_mat_reader *r, int n) {
    char usual[32];
    const char *at = r->line + strspn(r->line, " ");
    r->has_length = true;
    r->match = n;
    if (n > BG_MOST_MATCH)
        return hra_lines_fail(&r->l, HRA_EINPUT, "a match of %d points; the maximum is %d", n, BG_MOST_MATCH);
    (void)hra_snprintf(usual, sizeof usual, "%d point match", n);
    return strcmp(at, usual) == 0 ? HRA_OK : bg_mat_add_property(r, "Length", at);
}

hra_err bg_mat_read_head(bg_mat_reader *r) {
    hra_err err = HRA_OK;
    while (!err && bg_mat_get_line(r, &err)) {
        const char *at = r->line + strspn(r->line, " ");
        int n = bg_mat_length(r->line);
        if (*at == ';' || *at == '[')
            err = take_remark(r);
        else if (n >= 0 && !r->has_length)
            err = take_length(r, n);
        else if (bg_mat_game(r->line) >= 0)
            return HRA_OK;
        else if (*at)
            err = bg_mat_pass(r, bg_mat_fail(r, N_("'7 point match' or 'Game 1'"), r->line), false);
    }
    return err ? err : bg_mat_fail_at_end(r, N_("'Game 1'"));
}

/* The comments of the head, and its length if it is not said as usual. */
static hra_err add_head_notes(bg_mat_reader *r) {
    hra_lines games = r->l;
    char number[16], line[BG_MAT_LINE];
    hra_err err = HRA_OK;
    if (r->part) {
        (void)hra_snprintf(number, sizeof number, "%d", r->part);
        return bg_mat_add_property(r, "Part", number);
    }
    hra_lines_open(&r->l, r->text, (size_t)(games.last - r->text), 1, NULL);
    memcpy(line, r->line, sizeof line);
    r->has_length = false;
    r->tags = 0;
    while (!err && bg_mat_get_line(r, &err) && bg_mat_game(r->line) < 0) {
        const char *at = r->line + strspn(r->line, " ");
        int n = bg_mat_length(r->line);
        if (*at == ';' || *at == '[')
            err = take_remark(r);
        else if (n >= 0 && !r->has_length)
            err = take_length(r, n);
    }
    if (!err && !r->has_length)
        err = bg_mat_add_property(r, "Length", "");
    r->l = games;
    memcpy(r->line, line, sizeof line);
    return err;
}

/* ---- the rules of a game ----------------------------------------------------------------------*/

/* Whether a word is in the game that begins here; a game has at most MAX_GAME bytes. */
static bool game_holds(const bg_mat_reader *r, const char *word) {
    size_t n = strlen(word), left = (size_t)(r->l.last - r->l.next);
    const char *at = r->l.next, *end = at + (left > MAX_GAME ? MAX_GAME : left);
    for (; at + n <= end; at++) {
        if (strncasecmp(at, word, n) == 0)
            return true;
        if (r->l.last - at >= 6 && *at == r->l.newline && strncasecmp(at + 1, " Game", 5) == 0)
            return false;
    }
    return false;
}

/* Rules as the tags of other programs say them. */
static const char *usual_rules(const bg_mat_reader *r, char out[BG_MAT_RULES]) {
    const char *variation = hra_annotated_tag(r->out, "Variation"),
               *crawford = hra_annotated_tag(r->out, "Crawford");
    bool nack = variation && strcasecmp(variation, "nackgammon") == 0,
         hyper = variation && strcasecmp(variation, "hypergammon") == 0,
         none = r->match && crawford && strcasecmp(crawford, "off") == 0;
    (void)hra_snprintf(out, BG_MAT_RULES, "cube=yes,max-cube=1024%s%s%s", nack ? ",variation=nackgammon" : "",
                       hyper ? ",checkers=3" : "", none ? ",crawford=no" : "");
    return out;
}

/* The spec of what is played from this score on. Rules that are not said are those of most matches, and of
 * games for points with the cube. */
static void make_spec(const bg_mat_reader *r, const int *score, char spec[MAX_SPEC]) {
    bool close = r->match && (score[0] == r->match - 1) != (score[1] == r->match - 1);
    char from[60] = "", usual[BG_MAT_RULES];
    const char *rules = *r->rules ? r->rules : usual_rules(r, usual);
    bool over = close && !strstr(rules, "crawford=") && !strstr(rules, "cube=no") &&
                (r->crawford_over || r->said_over || (!*r->rules && game_holds(r, "Doubles")));
    if (r->match)
        (void)hra_snprintf(from, sizeof from, "match-length=%d,score=%d-%d,", r->match, score[0], score[1]);
    (void)hra_snprintf(spec, MAX_SPEC, "backgammon:%s%s%s%s", from, rules,
                       !*r->rules && !r->match && game_holds(r, "Beavers") ? ",beavers" : "",
                       over ? ",crawford=post" : "");
}

static hra_err add_names(bg_mat_reader *r, const bg_mat_names *names) {
    hra_text name;
    hra_err err = HRA_OK;
    hra_text_init(&name);
    for (int seat = 0; seat < 2 && !err; seat++) {
        hra_text_clear(&name);
        bg_mat_name(names->at[seat], names->length[seat], &name);
        err = name.err ? name.err : hra_annotated_player(r->out, seat, hra_text_string(&name));
    }
    hra_text_release(&name);
    return err ? hra_lines_no_memory(&r->l) : HRA_OK;
}

/* An error in the rules or the position is reported at the line where the game begins. */
static hra_err fail_at_game(bg_mat_reader *r, hra_err err, hra_error told) {
    r->l.at = r->l.start;
    told.at = -1;
    return hra_lines_fail_as(&r->l, err, &told);
}

/* The score of games for points changes nothing in them. */
static hra_err add_score(bg_mat_reader *r, const int *score) {
    char text[32];
    if (r->match || (!score[0] && !score[1]))
        return HRA_OK;
    (void)hra_snprintf(text, sizeof text, "%d %d", score[0], score[1]);
    return bg_mat_add_property(r, "Score", text);
}

hra_err bg_mat_begin_play(bg_mat_reader *r, const bg_mat_names *names) {
    char spec[MAX_SPEC];
    hra_error inner = {0};
    make_spec(r, names->score, spec);
    hra_err err = hra_annotated_begin(r->out, r->host, spec, *r->position ? r->position : NULL, &inner);
    if (err)
        return fail_at_game(r, err, inner);
    r->game = r->out->game;
    r->s = *(const bg_state *)hra_annotated_state(r->out, 0);
    r->plies = r->node = 0;
    err = add_head_notes(r);
    if (!err)
        err = add_score(r, names->score);
    return err ? err : add_names(r, names);
}
