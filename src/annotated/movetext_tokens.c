/* The tokens of moves as text, and by them where a game ends. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "movetext.h"

enum { AHEAD = 1 << 16 }; /* bytes in which a comment that seems to hold a tag must end */

static bool at_line(const char *text, const char *at) {
    return at == text || at[-1] == '\n' || at[-1] == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\v';
}

/* At the beginning of a line, or behind another tag on it. */
static bool may_be_tag(const char *text, const char *at) {
    while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at_line(text, at) || at[-1] == ']';
}

/* The name of a tag that begins here, and its length. */
static const char *name_of(const char *at, const char *end, size_t *length) {
    do
        at++;
    while (at < end && (*at == ' ' || *at == '\t'));
    const char *from = at;
    while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
        at++;
    *length = (size_t)(at - from);
    return from;
}

static bool is_named(const char *tag, const char *name, size_t length, const char *end) {
    size_t n;
    const char *own = name_of(tag, end, &n);
    return n == length && strncasecmp(own, name, n) == 0;
}

bool hra_movetext_is_tag(const char *text, const char *at, const char *end) {
    size_t n;
    if (at == end || *at != '[' || !may_be_tag(text, at))
        return false;
    for (at = name_of(at, end, &n) + n; at < end && (*at == ' ' || *at == '\t');)
        at++;
    return n && at < end && *at == '"';
}

static const char *end_of_line(const char *at, const char *end) {
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* The end of a tag that begins here: behind its ], or the end of the line. */
static const char *end_of_tag(const char *at, const char *end) {
    bool quoted = false;
    for (; at < end && *at != '\n' && *at != '\r'; at++)
        if (*at == '\\' && quoted && at + 1 < end && (at[1] == '"' || at[1] == '\\'))
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (*at == ']' && !quoted)
            return at + 1;
    return at;
}

/* Whether a line without anything in it is in front of this one. */
static bool is_behind_blank_line(const char *text, const char *at) {
    int ends = 0;
    while (at > text && is_blank(at[-1]) && ends < 2) {
        at--;
        ends += *at == '\n' || (*at == '\r' && at[1] != '\n');
    }
    return ends == 2;
}

/* The } of a comment; NULL: a game begins before it. A section of tags within a comment is its text only if the comment ends
 * behind it before another one begins. *cut: more text may decide otherwise. Looks no further than the next game. */
static const char *end_of_comment(const char *text, const char *at, const char *end, bool *cut) {
    *cut = false;
    for (; at < end; at++) {
        if (*at == '}')
            return at;
        if (*at != '[' || !hra_movetext_is_tag(text, at, end) || !is_behind_blank_line(text, at))
            continue;
        const size_t left = (size_t)(end - at), ahead = left < AHEAD ? left : AHEAD;
        const char *close = memchr(at, '}', ahead), *another = memchr(at, '{', ahead);
        *cut = !close && !another && left < AHEAD;
        return close && (!another || close < another) ? close : NULL;
    }
    *cut = true;
    return NULL;
}

static bool ends_word(char c) {
    return is_blank(c) || strchr("{}()[];", c) != NULL;
}

size_t hra_movetext_signs(const char *at, const char *end) {
    const char *from = at;
    if (at == end || *at++ != '(')
        return 0;
    while (at < end && (*at == '!' || *at == '?'))
        at++;
    return at < end && at > from + 1 && *at == ')' ? (size_t)(at + 1 - from) : 0;
}

static void take_word(const hra_movetext *m, const char *end, hra_movetext_token *out) {
    const char *at = out->at;
    out->kind = HRA_MOVETEXT_WORD;
    if (*at == '$') {
        do
            at++;
        while (at < end && isdigit((unsigned char)*at));
        out->kind = at > out->at + 1 ? HRA_MOVETEXT_NAG : HRA_MOVETEXT_WORD;
    }
    if (out->kind == HRA_MOVETEXT_WORD)
        while (at < end && !ends_word(*at))
            at++;
    out->length = at > out->at ? (size_t)(at - out->at) : 1; /* a } or [ that nothing explains */
    bool maybe = *out->at <= '2' && out->length <= 7;
    if (maybe && m->result(out->at, out->length) <= 2)
        out->kind = HRA_MOVETEXT_RESULT;
}

void hra_movetext_next(const hra_movetext *m, const char *text, const char *at, const char *end,
                       hra_movetext_token *out) {
    while (at < end && is_blank(*at))
        at++;
    const char *close;
    *out = (hra_movetext_token){.kind = HRA_MOVETEXT_END, .at = at};
    if (at == end)
        return;
    if (*at == '{') {
        close = end_of_comment(text, at, end, &out->cut);
        out->kind = close ? HRA_MOVETEXT_COMMENT : HRA_MOVETEXT_UNCLOSED;
        out->length = close ? (size_t)(close + 1 - at) : 1;
    } else if ((out->length = hra_movetext_signs(at, end)) > 0) {
        out->kind = HRA_MOVETEXT_WORD;
    } else if (*at == '(' || *at == ')') {
        out->kind = *at == '(' ? HRA_MOVETEXT_OPEN : HRA_MOVETEXT_CLOSE;
        out->length = 1;
    } else if (*at == ';' || *at == '%') {
        out->kind = HRA_MOVETEXT_REST;
        out->length = (size_t)(end_of_line(at, end) - at);
    } else if (*at == '[' && may_be_tag(text, at)) {
        out->kind = HRA_MOVETEXT_TAG;
        out->length = (size_t)(end_of_tag(at, end) - at);
    } else {
        take_word(m, end, out);
    }
}

const char *hra_movetext_tag_value(const hra_movetext *m, const char *text, const char *end,
                                   const char *name) {
    const char *value = text;
    hra_movetext_token t;
    for (hra_movetext_next(m, text, text, end, &t); t.kind != HRA_MOVETEXT_END;
         hra_movetext_next(m, text, t.at + t.length, end, &t)) {
        const char *quote = t.kind == HRA_MOVETEXT_TAG ? memchr(t.at, '"', t.length) : NULL;
        if (quote && is_named(t.at, name, strlen(name), end))
            value = quote + 1;
    }
    return value;
}

/* ---- games --------------------------------------------------------------------------------------*/

/* Whether a tag that has the name of the first one begins another game, of which only tags are known. Some programs write
 * a tag twice in a section. */
static bool repeats(const char *text, const char *first, const char *at, const char *end) {
    size_t n;
    const char *name = name_of(at, end, &n);
    return is_named(first, name, n, end) && is_behind_blank_line(text, at);
}

static bool is_remark(const hra_movetext_token *t) {
    return t->kind == HRA_MOVETEXT_COMMENT || t->kind == HRA_MOVETEXT_REST;
}

/* Goes over remarks, to the first one behind an empty line if `near`. */
static void pass_remarks(const hra_movetext *m, const char *text, const char *end, bool near,
                         hra_movetext_token *t) {
    while (is_remark(t) && !(near && is_behind_blank_line(text, t->at)))
        hra_movetext_next(m, text, t->at + t->length, end, t);
}

/* Behind blanks, and behind comments on the line on which a game ended, or in front of an empty line, or of the end. */
static size_t behind_result(const hra_movetext *m, const char *text, const char *at, const char *end,
                            bool last) {
    hra_movetext_token t;
    const char *line = end_of_line(at, end);
    if (line == end && !last)
        return 0;
    for (hra_movetext_next(m, text, at, end, &t); t.at < line && is_remark(&t);
         hra_movetext_next(m, text, at, end, &t)) {
        at = t.at + t.length;
        line = end_of_line(at, end);
    }
    hra_movetext_token near = t, far = t;
    pass_remarks(m, text, end, true, &near);
    pass_remarks(m, text, end, false, &far);
    if (far.kind == HRA_MOVETEXT_END)
        return last || !is_remark(&t) ? (size_t)(end - text) : 0;
    return (size_t)((is_behind_blank_line(text, near.at) ? near.at : t.at) - text);
}

/* Where the next section of tags behind an empty line begins; 0: there is none. */
static size_t next_section(const char *text, const char *at, const char *end) {
    for (; (at = memchr(at, '[', (size_t)(end - at))) != NULL; at++)
        if (hra_movetext_is_tag(text, at, end) && is_behind_blank_line(text, at))
            return (size_t)(at - text);
    return 0;
}

size_t hra_movetext_split(const hra_movetext *m, const char *text, size_t length, bool last) {
    const char *end = text + length, *at = text, *first = NULL; /* the first tag */
    bool moves = false;
    int depth = 0;
    hra_movetext_token t;
    for (hra_movetext_next(m, text, at, end, &t); t.kind != HRA_MOVETEXT_END;
         hra_movetext_next(m, text, at, end, &t)) {
        at = t.at + t.length;
        if (at == end && !last) /* it may go on */
            return 0;
        if (t.kind == HRA_MOVETEXT_TAG) {
            bool begins =
                hra_movetext_is_tag(text, t.at, end) && (!depth || is_behind_blank_line(text, t.at));
            if (begins && (moves || (first && repeats(text, first, t.at, end))))
                return (size_t)(t.at - text);
            first = first ? first : begins ? t.at : NULL;
        } else if (t.kind == HRA_MOVETEXT_UNCLOSED) {
            return t.cut && !last ? 0 : next_section(text, at, end);
        } else if (t.kind == HRA_MOVETEXT_OPEN) {
            depth++;
        } else if (t.kind == HRA_MOVETEXT_CLOSE) {
            depth -= depth > 0;
        } else if (t.kind == HRA_MOVETEXT_RESULT && !depth) {
            return behind_result(m, text, at, end, last);
        }
        moves = moves || t.kind >= HRA_MOVETEXT_OPEN;
    }
    return 0;
}

const char *hra_movetext_first_word(const hra_movetext *m, const char *text, const char *end, bool *tagged) {
    hra_movetext_token t;
    *tagged = false;
    hra_movetext_next(m, text, text, end, &t);
    for (; t.kind == HRA_MOVETEXT_COMMENT || t.kind == HRA_MOVETEXT_REST || t.kind == HRA_MOVETEXT_TAG;
         hra_movetext_next(m, text, t.at + t.length, end, &t)) {
        if (t.kind == HRA_MOVETEXT_TAG && !hra_movetext_is_tag(text, t.at, end))
            return NULL;
        *tagged = *tagged || t.kind == HRA_MOVETEXT_TAG;
    }
    while (t.kind == HRA_MOVETEXT_WORD && isdigit((unsigned char)*t.at) &&
           memchr(t.at, '.', t.length) == t.at + t.length - 1) /* "1." */
        hra_movetext_next(m, text, t.at + t.length, end, &t);
    if (t.kind != HRA_MOVETEXT_WORD)
        return NULL;
    const char *move = t.at;
    while (move < end && isdigit((unsigned char)*move))
        move++;
    return move < end && *move == '.' ? move + 1 : t.at; /* "1.11-15" */
}

int hra_movetext_glyph(const char *at, size_t length) {
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    if (length > 2 && *at == '(') {
        at++;
        length -= 2;
    }
    for (int i = 0; i < 6; i++)
        if (strlen(signs[i]) == length && memcmp(signs[i], at, length) == 0)
            return i + 1;
    return 0;
}
