/* hra worksheet: exercises on paper, others for each student, and their key.
 *
 * What is on a sheet follows from its number, from what is asked, and from a secret of the teacher: who does not have it cannot
 * make the sheet, nor its key. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/output.h"
#include "commands/secret.h"
#include "pictures/attributes/attributes.h"
#include "pictures/html/html.h"
#include "worksheet_page.h"

enum { MOST_STUDENTS = 1000, MOST_TREES = 20, MOST_EXERCISES = 50 };

static const char endings[] = ".pdf .html .svg";

static const args_option options[] = {
    {.name = "students", .letter = 'n', .value = "N", .help = "number of sheets (default: 1)"},
    {.name = "number", .value = "N", .help = "only the sheet with this number"},
    {.name = "secret",
     .value = "FILE",
     .help = "the teacher's secret, the source of all trees; made if missing"},
    {.name = "difficulty",
     .value = "1..5",
     .help = "difficulty of the trees (default: 2)",
     .section = N_("Trees of a METHOD:")},
    {.name = "trees", .value = "N", .help = "number of trees on a sheet (default: 1)"},
    {.name = "ask", .value = "WHAT", .help = "values, windows, cuts, order, joined by commas (default: all)"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .ends = ".pdf .html .svg",
     .help = "write the sheets to FILE: PDF, HTML, or SVG with a file for each page",
     .section = N_("Output:")},
    {.name = "key",
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .ends = ".pdf .html .svg",
     .help = "write the key to FILE"},
    {.name = "title", .value = "TEXT", .help = "title of the sheets (default: that of the course)"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct worksheet {
    const args *args;
    const char *file, *key_file, *title;
    hra_text course, secret; /* the exercises without the seeds of students */
    hra_course *all;
    uint64_t students, number, difficulty, trees;
    worksheet_pages sheets, keys;
} worksheet;

/* ---- the secret ---------------------------------------------------------------------------------*/

static int read_secret(worksheet *w) {
    const char *file = args_text(w->args, "secret", NULL);
    if (!file) {
        print_error("%s", _("worksheet: missing --secret FILE, from which the trees follow; it is made if it "
                            "does not exist"));
        return EXIT_WRONG;
    }
    return secret_read(w->args, file, &w->secret);
}

/* The seed of an exercise: the first 64 bits of a code over what is asked, the sheet and the place on it. */
static uint64_t seed_of(const worksheet *w, int sheet, int place) {
    unsigned char code[SECRET_CODE];
    char hex[2 * SECRET_CODE + 1], message[200];
    uint64_t seed = 0;
    secret_digest(hra_text_string(&w->course), w->course.length, hex);
    (void)hra_snprintf(message, sizeof message, "hra worksheet 1\n%s\nsheet %d\nexercise %d\n", hex, sheet,
                       place);
    secret_code(&w->secret, message, code);
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | code[i];
    return seed;
}

/* ---- exercises ----------------------------------------------------------------------------------*/

/* A course of trees of a method. */
static void write_course(worksheet *w, const char *method) {
    const char *ask = args_text(w->args, "ask", NULL);
    hra_text_add(&w->course, "hra-course 1\n");
    for (uint64_t i = 0; i < w->trees; i++) {
        hra_text_addf(&w->course, "hra-exercise 1\nkind fill\nanalyst %s\ndifficulty %llu\n", method,
                      (unsigned long long)w->difficulty);
        if (ask)
            hra_text_add(&w->course, "ask ");
        for (; ask && *ask; ask++)
            hra_text_add_char(&w->course, *ask == ',' ? ' ' : *ask);
        hra_text_add(&w->course, ask ? "\nend\n" : "end\n");
        ask = args_text(w->args, "ask", NULL);
    }
}

static bool begins_with(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ';
}

/* The text of an exercise for one sheet: a random tree has a seed of the sheet. */
static void write_exercise(const worksheet *w, const char *text, size_t length, uint64_t seed,
                           hra_text *out) {
    bool random = false;
    for (const char *at = text; at < text + length; at += strcspn(at, "\n") + 1)
        random = random || begins_with(at, "difficulty");
    (void)w;
    for (const char *at = text; at < text + length;) {
        const size_t line = strcspn(at, "\n");
        const size_t whole = line < (size_t)(text + length - at) ? line + 1 : (size_t)(text + length - at);
        if (random && begins_with(at, "difficulty"))
            hra_text_addf(out, "seed %llu\n", (unsigned long long)seed);
        if (!random || !begins_with(at, "seed"))
            hra_text_add_bytes(out, at, whole);
        at += whole;
    }
}

static int make_exercises(worksheet *w, int sheet, hra_exercise **out, int *count) {
    size_t length;
    const char *text;
    *count = 0;
    while ((text = hra_course_exercise(w->all, *count, &length, NULL)) != NULL) {
        hra_text one;
        hra_error why;
        if (*count == MOST_EXERCISES) {
            print_error(_("worksheet: at most %d exercises fit on a sheet"), MOST_EXERCISES);
            return EXIT_WRONG;
        }
        hra_text_init(&one);
        write_exercise(w, text, length, seed_of(w, sheet, *count + 1), &one);
        hra_err err = one.err ? hra_no_memory(&why)
                              : hra_exercise_make(&out[*count], &cli_file_host, NULL, hra_text_string(&one),
                                                  one.length, print_progress()->stop, &why);
        hra_text_release(&one);
        if (err)
            return print_failure(&why, NULL);
        ++*count;
    }
    return EXIT_DONE;
}

static int add_sheet(worksheet *w, int sheet) {
    hra_exercise *exercises[MOST_EXERCISES] = {NULL};
    int count;
    int status = make_exercises(w, sheet, exercises, &count);
    const char *title = w->title                    ? w->title
                        : *hra_course_title(w->all) ? hra_course_title(w->all)
                                                    : _("Search trees");
    if (!status && w->file && worksheet_add(&w->sheets, sheet, title, exercises, count, false))
        status = print_no_memory();
    if (!status && w->key_file && worksheet_add(&w->keys, sheet, title, exercises, count, true))
        status = print_no_memory();
    for (int i = 0; i < count; i++)
        hra_exercise_close(exercises[i]);
    return status;
}

/* ---- files --------------------------------------------------------------------------------------*/

static void add_frame(void *self, int frame, hra_text *out) {
    const worksheet_pages *pages = self;
    hra_text_add(out, hra_text_string(&pages->pages[frame].svg));
}

static int write_html(const char *file, const worksheet_pages *pages, const char *title) {
    static const char *const style[] = {
        "@page{size:A4;margin:0}@page wide{size:A4 landscape;margin:0}body{margin:0;background:#fff}"
        "section{break-after:page}section.wide{page:wide}svg{display:block;margin:0 "
        "auto;max-width:100%;height:auto}\n"};
    hra_text out;
    hra_text_init(&out);
    html_begin(&out, title, style, 1);
    for (int i = 0; i < pages->count; i++) {
        const char *svg = hra_text_string(&pages->pages[i].svg);
        hra_text_addf(&out, "<section%s>\n",
                      strstr(svg, "width=\"1123\"") == strstr(svg, "width=") ? " class=\"wide\"" : "");
        attributes_add(svg, &out);
        hra_text_add(&out, "</section>\n");
    }
    html_end(&out);
    const int status = output_write(file, &out);
    hra_text_release(&out);
    return status;
}

/* "sheet-007.svg", or "sheet-007-2.svg" of a second page. */
static int write_pages(const char *file, worksheet_pages *pages) {
    const size_t stem = strlen(file) - strlen(output_ending(file));
    int status = EXIT_DONE;
    for (int i = 0; i < pages->count && !status; i++) {
        const worksheet_page *page = &pages->pages[i];
        hra_text name;
        hra_text_init(&name);
        hra_text_addf(&name, "%.*s-%03d", (int)stem, file, page->sheet);
        if (page->part > 1)
            hra_text_addf(&name, "-%d", page->part);
        hra_text_add(&name, ".svg");
        status = name.err ? print_no_memory()
                          : output_write_svg(hra_text_string(&name), NULL, &pages->pages[i].svg, NULL, "");
        hra_text_release(&name);
    }
    return status;
}

static int write_file(const char *file, worksheet_pages *pages, const char *title) {
    const picture_source all = {.self = pages, .count = pages->count, .frame = add_frame, .title = title};
    if (output_is(file, ".html"))
        return write_html(file, pages, title);
    if (output_is(file, ".svg") && pages->count > 1)
        return write_pages(file, pages);
    return output_write_picture(file, NULL, &all);
}

/* ---- the command --------------------------------------------------------------------------------*/

static bool read_options(worksheet *w) {
    const args *a = w->args;
    w->file = args_text(a, "output", NULL);
    w->key_file = args_text(a, "key", NULL);
    w->title = args_text(a, "title", NULL);
    if (!w->file && !w->key_file) {
        print_error("%s", _("worksheet: missing --output FILE or --key FILE"));
        return false;
    }
    return args_number(a, "students", 1, 1, MOST_STUDENTS, &w->students) &&
           args_number(a, "number", 0, 1, MOST_STUDENTS, &w->number) &&
           args_number(a, "difficulty", 2, 1, HRA_EXERCISE_DIFFICULTIES, &w->difficulty) &&
           args_number(a, "trees", 1, 1, MOST_TREES, &w->trees) &&
           (!w->file || output_ends("worksheet", "output", w->file, endings)) &&
           (!w->key_file || output_ends("worksheet", "key", w->key_file, endings));
}

/* A file is a course; anything else a method. */
static int read_course(worksheet *w) {
    const char *word = w->args->words[0];
    hra_error why;
    int status = EXIT_DONE;
    if (access(word, F_OK) != 0) {
        write_course(w, word);
    } else if (args_given(w->args, "difficulty") || args_given(w->args, "trees") ||
               args_given(w->args, "ask")) {
        print_error("%s",
                    _("worksheet: --difficulty, --trees and --ask go with a method; a course names its own"));
        status = EXIT_WRONG;
    } else {
        status = store_read(w->args, word, false, &w->course);
    }
    if (status || !hra_course_open(&w->all, hra_text_string(&w->course), w->course.length, &why))
        return status;
    print_error("%s: %s", word, why.text);
    return print_exit_status(why.code);
}

static int make(worksheet *w) {
    const char *title = w->title ? w->title : hra_course_title(w->all);
    int status = output_fits(w->file) && output_fits(w->key_file) ? EXIT_DONE : EXIT_FAILED;
    const int first = w->number ? (int)w->number : 1, last = w->number ? (int)w->number : (int)w->students;
    for (int sheet = first; sheet <= last && !status; sheet++)
        status = print_interrupted() ? EXIT_INTERRUPTED : add_sheet(w, sheet);
    if (!status && w->file)
        status = write_file(w->file, &w->sheets, title);
    if (!status && w->key_file)
        status = write_file(w->key_file, &w->keys, title);
    return status;
}

static int run(const args *a) {
    worksheet w = {.args = a};
    hra_text_init(&w.course);
    hra_text_init(&w.secret);
    int status = read_options(&w) ? read_course(&w) : EXIT_WRONG;
    if (!status)
        status = read_secret(&w);
    if (!status)
        status = make(&w);
    worksheet_pages_release(&w.sheets);
    worksheet_pages_release(&w.keys);
    hra_course_close(w.all);
    hra_text_release(&w.course);
    hra_text_release(&w.secret);
    return status;
}

const args_command command_worksheet = {
    .name = "worksheet",
    .synopsis = "METHOD|FILE --secret FILE -o FILE",
    .summary = "write exercises for paper, different for each student, with a key",
    .group = ARGS_STUDY,
    .rare = true,
    .details = "Draws search trees with empty fields, a sheet of A4 for each student.\n"
               "\n"
               "  hra worksheet alphabeta --students 24 --secret s.secret -o s.pdf --key k.pdf\n"
               "  hra worksheet andor --difficulty 3 --secret s.secret -o s.html\n"
               "  hra worksheet week1.course --students 24 --secret s.secret -o s.pdf\n",
    .notes = "A sheet has a number. Its trees follow from the number, from what is asked, and\n"
             "from the secret, by HMAC-SHA-256: the same command writes the same sheets again,\n"
             "and only with the secret. No names are needed. In a course each random tree (a\n"
             "line 'difficulty') is another one on each sheet; other exercises are the same.\n"
             "\n"
             "PDF is made by rsvg-convert. HTML can be printed by any browser. A student who\n"
             "has hra can let it solve a tree: see docs/exercises.md.\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
