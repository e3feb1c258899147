/* Courses: exercises in one text. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "exercise_object.h"

typedef struct part {
    size_t from, length; /* in the text */
    int line;
} part;

struct hra_course {
    char *text, *title;
    part *parts;
    int count, capacity;
};

static part *add_part(hra_course *course) {
    if (course->count == course->capacity) {
        int capacity = course->capacity ? 2 * course->capacity : 16;
        part *parts = realloc(course->parts, (size_t)capacity * sizeof *parts);
        if (!parts)
            return NULL;
        course->parts = parts;
        course->capacity = capacity;
    }
    return &course->parts[course->count++];
}

/* From the line "hra-exercise" up to the line "end". */
static void read_exercise(hra_course *course, hra_lines *l) {
    const char *from = l->start;
    const int line = l->number;
    while (hra_lines_next(l)) {
        const bool again = hra_lines_key(l, "hra-exercise");
        if (again)
            break;
        if (!hra_lines_key(l, "end"))
            continue;
        hra_lines_done(l);
        part *at = add_part(course);
        if (at)
            *at = (part){(size_t)(from - course->text), (size_t)(l->end - from), line};
        else
            (void)hra_lines_no_memory(l);
        return;
    }
    (void)hra_lines_fail(l, HRA_EINPUT, "the exercise that begins at line %d has no line 'end'", line);
}

static void read_title(hra_course *course, hra_lines *l) {
    free(course->title);
    course->title = hra_exercise_line_text(l);
}

static void read_lines(hra_course *course, hra_lines *l) {
    bool headed = false;
    while (hra_lines_next(l)) {
        if (!hra_lines_left(l))
            continue;
        if (!headed && hra_lines_key(l, "hra-course")) {
            if (!l->err && hra_lines_whole(l, 1, 1000000) > 1)
                (void)hra_lines_fail(l, HRA_EVERSION, "a course of a newer version of hra");
            hra_lines_done(l);
        } else if (headed && hra_lines_key(l, "title")) {
            read_title(course, l);
        } else if (hra_lines_key(l, "hra-exercise")) {
            read_exercise(course, l);
        } else {
            (void)hra_lines_expected(l, headed ? _("'title' or 'hra-exercise 1'") : _("'hra-course 1'"));
        }
        headed = true;
    }
}

hra_err hra_course_open(hra_course **out, const char *text, size_t length, hra_error *why) {
    hra_lines l;
    *out = NULL;
    if (length > HRA_COURSE_BYTES)
        return hra_fail(why, HRA_ELIMIT, -1, "a course of more than %d bytes", HRA_COURSE_BYTES);
    hra_course *course = calloc(1, sizeof *course);
    if (!course || !(course->text = malloc(length + 1))) {
        hra_course_close(course);
        return hra_no_memory(why);
    }
    memcpy(course->text, text, length);
    course->text[length] = '\0';
    hra_lines_open(&l, course->text, length, 1, why);
    read_lines(course, &l);
    if (!l.err && !course->count)
        (void)hra_lines_expected(&l, _("an exercise"));
    if (l.err)
        hra_course_close(course);
    else
        *out = course;
    return l.err;
}

void hra_course_close(hra_course *course) {
    if (!course)
        return;
    free(course->text);
    free(course->title);
    free(course->parts);
    free(course);
}

const char *hra_course_title(const hra_course *course) {
    return course->title ? course->title : "";
}

const char *hra_course_exercise(const hra_course *course, int index, size_t *length, int *line) {
    if (index < 0 || index >= course->count)
        return NULL;
    const part *at = &course->parts[index];
    *length = at->length;
    if (line)
        *line = at->line;
    return course->text + at->from;
}
