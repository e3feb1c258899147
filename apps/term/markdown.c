/* Markdown as plain lines: headings, paragraphs, lists, tables, blocks of code. What else Markdown may hold
 * does not occur in the texts that are shown (CONTRIBUTING.md, "Texts"). */
#include <ctype.h>
#include <string.h>

#include "markdown.h"

enum { COLUMNS = 8, ROWS = 64, NARROWEST = 8, GAP = 2 };

typedef struct prose {
    hra_text *out;
    int width;
    hra_text words;  /* of the paragraph that is being read */
    int first, hang; /* blanks before its first line, and before the others */
    const char *bullet;
    const char *rows[ROWS]; /* of the table that is being read */
    int row_count, before;  /* blanks before each */
    bool fenced;            /* in a block of code between lines of backticks */
    bool blank;             /* an empty line stands at the end of what was written */
} prose;

/* ---- words ----------------------------------------------------------------------------------*/

/* A link is its words; its address too where it leads out of the project. */
static const char *add_link(const char *at, const char *end, hra_text *out) {
    const char *close = memchr(at, ']', (size_t)(end - at));
    if (!close || close + 1 >= end || close[1] != '(')
        return NULL;
    const char *address = close + 2, *last = memchr(address, ')', (size_t)(end - address));
    if (!last)
        return NULL;
    hra_text_addf(out, "%.*s", (int)(close - at - 1), at + 1);
    if (strncmp(address, "http", 4) == 0)
        hra_text_addf(out, " (%.*s)", (int)(last - address), address);
    return last + 1;
}

/* What stands between backticks is left as it is, and quoted where it would run into the words around it. */
static const char *add_code(const char *at, const char *end, hra_text *out) {
    const char *last = memchr(at + 1, '`', (size_t)(end - at - 1));
    if (!last)
        return NULL;
    size_t length = (size_t)(last - at - 1);
    bool quoted = memchr(at, ' ', length + 1) || memchr(at, ',', length + 1);
    for (size_t i = 1; i <= length && !quoted; i++)
        if (isalnum((unsigned char)at[i]) || at[i] & 0x80)
            break;
        else
            quoted = i == length;
    hra_text_addf(out, quoted ? "'%.*s'" : "%.*s", (int)length, at + 1);
    return last + 1;
}

/* Appends text without its marks. */
static void add_plain(const char *at, size_t length, hra_text *out) {
    const char *end = at + length, *behind;
    while (at < end) {
        if (*at == '`' && (behind = add_code(at, end, out)) != NULL) {
            at = behind;
        } else if (*at == '\\' && at + 1 < end && strchr("|*_`\\[]<>", at[1])) {
            hra_text_add_char(out, at[1]);
            at += 2;
        } else if (*at == '*') {
            at++;
        } else if (*at == '[' && (behind = add_link(at, end, out)) != NULL) {
            at = behind;
        } else {
            hra_text_add_char(out, *at++);
        }
    }
}

/* Bytes of the first line of a text that is broken between words to `columns` columns; at least one word. */
static size_t line_of(const char *text, int columns) {
    size_t fits = strcspn(text, " "), most = hra_text_cut(text, SIZE_MAX, columns);
    for (size_t end = fits; text[end];) {
        end += strspn(text + end, " ");
        end += strcspn(text + end, " ");
        if (end > most)
            return fits;
        fits = end;
    }
    return fits;
}

/* What a part lacks for want of memory the whole lacks too. */
static void note_lack(prose *p, const hra_text *part) {
    if (part->err)
        p->out->err = part->err;
}

/* ---- paragraphs -----------------------------------------------------------------------------*/

static void end_line(prose *p) {
    hra_text_add_char(p->out, '\n');
    p->blank = false;
}

static void add_blank(prose *p) {
    if (!p->blank && p->out->length)
        hra_text_add_char(p->out, '\n');
    p->blank = true;
}

static void end_paragraph(prose *p) {
    const char *at = hra_text_string(&p->words);
    for (bool first = true; *at; first = false) {
        int indent = first ? p->first : p->hang;
        size_t n = line_of(at, p->width - p->hang);
        hra_text_addf(p->out, "%*s%s%.*s", indent, "", first ? p->bullet : "", (int)n, at);
        end_line(p);
        at += n;
        at += strspn(at, " ");
    }
    note_lack(p, &p->words);
    hra_text_clear(&p->words);
    p->first = p->hang = 0;
    p->bullet = "";
}

static void add_words(prose *p, const char *line) {
    line += strspn(line, " ");
    if (p->words.length)
        hra_text_add_char(&p->words, ' ');
    add_plain(line, strlen(line), &p->words);
}

static void add_heading(prose *p, const char *line) {
    size_t level = strspn(line, "#");
    add_blank(p);
    size_t from = p->out->length;
    line += level + strspn(line + level, " ");
    add_plain(line, strlen(line), p->out);
    int columns = p->out->err ? 0 : hra_text_columns(hra_text_string(p->out) + from);
    hra_text_add_char(p->out, '\n');
    for (int i = 0; i < columns && level < 3; i++)
        hra_text_add_char(p->out, level == 1 ? '=' : '-');
    if (level < 3)
        hra_text_add_char(p->out, '\n');
    p->blank = false;
}

/* ---- tables ---------------------------------------------------------------------------------*/

/* The next cell of a row, in *length bytes without blanks around it; NULL: there is none. */
static const char *next_cell(const char **at, size_t *length) {
    const char *from = *at + (**at == '|');
    size_t n = 0;
    if (!*from)
        return NULL;
    for (bool code = false; from[n] && (code || from[n] != '|'); n++) {
        code = code != (from[n] == '`');
        n += from[n] == '\\' && from[n + 1];
    }
    *at = from + n;
    while (n && *from == ' ')
        from++, n--;
    while (n && from[n - 1] == ' ')
        n--;
    *length = n;
    return from;
}

static bool is_rule(const char *row) {
    return row[strspn(row, "|-: ")] == '\0';
}

/* Appends the words of a cell; false: the row has no such one. */
static bool add_cell(const char *row, int column, hra_text *out) {
    const char *at = row, *cell = NULL;
    size_t length = 0;
    for (int i = 0; i <= column; i++)
        if ((cell = next_cell(&at, &length)) == NULL)
            return false;
    add_plain(cell, length, out);
    return true;
}

/* Columns of a terminal for each column of the table: as much as they need, the widest less where there is no
 * room. Returns how many there are. */
static int measure(prose *p, int width[COLUMNS]) {
    int count = 0, sum = 0, widest;
    hra_text cell;
    hra_text_init(&cell);
    memset(width, 0, COLUMNS * sizeof *width);
    for (int row = 0; row < p->row_count; row++)
        for (int column = 0; column < COLUMNS; column++) {
            hra_text_clear(&cell);
            if (is_rule(p->rows[row]) || !add_cell(p->rows[row], column, &cell))
                break;
            note_lack(p, &cell);
            int columns = hra_text_columns(hra_text_string(&cell));
            width[column] = columns > width[column] ? columns : width[column];
            count = column >= count ? column + 1 : count;
        }
    hra_text_release(&cell);
    for (int column = 0; column < count; column++)
        sum += width[column] + GAP;
    for (; sum - GAP > p->width - p->before; sum--) {
        widest = 0;
        for (int column = 1; column < count; column++)
            widest = width[column] > width[widest] ? column : widest;
        if (width[widest] <= NARROWEST)
            break;
        width[widest]--;
    }
    return count;
}

static void add_row(prose *p, const char *row, const int width[COLUMNS], int count) {
    hra_text cells[COLUMNS];
    size_t at[COLUMNS] = {0};
    for (int column = 0; column < count; column++) {
        hra_text_init(&cells[column]);
        (void)add_cell(row, column, &cells[column]);
        note_lack(p, &cells[column]);
    }
    for (bool more = true; more;) {
        size_t from = p->out->length;
        int indent = p->before;
        more = false;
        for (int column = 0; column < count; column++) {
            const char *rest = hra_text_string(&cells[column]) + at[column];
            size_t n = line_of(rest, width[column]);
            if (n)
                hra_text_pad(p->out, from, indent);
            hra_text_addf(p->out, "%.*s", (int)n, rest);
            at[column] += n;
            at[column] += strspn(rest + n, " ");
            more = more || rest[n];
            indent += width[column] + GAP;
        }
        end_line(p);
    }
    for (int column = 0; column < count; column++)
        hra_text_release(&cells[column]);
}

static void end_table(prose *p) {
    int width[COLUMNS];
    int count = p->row_count ? measure(p, width) : 0;
    for (int row = 0; row < p->row_count; row++) {
        if (!is_rule(p->rows[row])) {
            add_row(p, p->rows[row], width, count);
            continue;
        }
        hra_text_addf(p->out, "%*s", p->before, "");
        for (int column = 0; column < count; column++) {
            for (int i = 0; i < width[column]; i++)
                hra_text_add_char(p->out, '-');
            hra_text_add(p->out, column < count - 1 ? "  " : "");
        }
        end_line(p);
    }
    p->row_count = 0;
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* How long the mark of an item of a list is at the front of a line, "- " or "2. "; 0: it is none. */
static size_t item_mark(const char *line) {
    size_t digits = strspn(line, "0123456789");
    if (strncmp(line, "- ", 2) == 0)
        return 2;
    return digits && strncmp(line + digits, ". ", 2) == 0 ? digits + 2 : 0;
}

static void add_literal(prose *p, const char *line) {
    hra_text_addf(p->out, "%s%s", p->fenced ? "    " : "", line);
    end_line(p);
}

static void add_line(prose *p, const char *line) {
    size_t blanks = strspn(line, " "), mark = blanks < 4 ? item_mark(line + blanks) : 0;
    bool row = line[blanks] == '|' && p->row_count < ROWS;
    if (!row)
        end_table(p);
    if (row || line[0] == '#' || line[0] == '<' || line[0] == '!' || !line[blanks] || mark ||
        (blanks >= 4 && !p->words.length))
        end_paragraph(p);
    if (row) {
        p->before = (int)blanks;
        p->rows[p->row_count++] = line + blanks;
    } else if (!line[blanks]) {
        add_blank(p);
    } else if (line[0] == '#') {
        add_heading(p, line);
    } else if (mark) {
        line += blanks;
        p->bullet = line[0] == '-' ? "- " : "";
        p->first = (int)blanks;
        p->hang = (int)(blanks + mark);
        add_words(p, line[0] == '-' ? line + 2 : line);
    } else if (blanks >= 4 && !p->words.length) {
        add_literal(p, line);
    } else if (line[0] != '<' && line[0] != '!') {
        add_words(p, line);
    }
}

void prose_add(const char *const *lines, int width, hra_text *out) {
    prose p = {.out = out, .width = width, .bullet = "", .blank = true};
    hra_text_init(&p.words);
    for (; *lines; lines++)
        if (strncmp(*lines, "```", 3) == 0)
            p.fenced = !p.fenced;
        else if (p.fenced)
            add_literal(&p, *lines);
        else
            add_line(&p, *lines);
    end_paragraph(&p);
    end_table(&p);
    hra_text_release(&p.words);
}
