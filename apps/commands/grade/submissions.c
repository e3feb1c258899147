/* What students handed in. */
#include "submissions.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "speech/print.h"

static const struct {
    const char *ending;
    submission_kind kind;
} kinds[] = {{".py", SUBMISSION_PYTHON}, {".c", SUBMISSION_C}, {"", SUBMISSION_PROGRAM}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* By its name; a file without a known ending must be executable. */
static submission_kind kind_of(const char *path) {
    struct stat about;
    const size_t length = strlen(path);
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return SUBMISSION_MISSING;
    for (int i = 0; i < KINDS - 1; i++) {
        const size_t end = strlen(kinds[i].ending);
        if (length > end && strcmp(path + length - end, kinds[i].ending) == 0)
            return kinds[i].kind;
    }
    return about.st_mode & 0111 ? SUBMISSION_PROGRAM : SUBMISSION_MISSING;
}

static submission *add(submissions *all, const char *student) {
    submission *of = realloc(all->of, (size_t)(all->count + 1) * sizeof *of);
    if (!of)
        return NULL;
    all->of = of;
    submission *s = &of[all->count++];
    *s = (submission){0};
    (void)hra_snprintf(s->student, sizeof s->student, "%s", student);
    return s;
}

static void look_at(submission *s, double due) {
    struct stat about;
    s->late = due > 0 && stat(s->path, &about) == 0 && (double)about.st_mtime > due;
}

/* FOLDER/COURSE.py and the like. */
static bool find_in_folder(submission *s, const char *folder, const char *course) {
    for (int i = 0; i < KINDS; i++) {
        (void)hra_snprintf(s->path, sizeof s->path, "%s/%s%s", folder, course, kinds[i].ending);
        s->kind = kind_of(s->path);
        if (s->kind != SUBMISSION_MISSING)
            return true;
    }
    return false;
}

/* The name of a file or folder, without the ending. */
static void name_student(char *out, size_t size, const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    size_t from = length;
    while (from > 0 && path[from - 1] != '/')
        from--;
    (void)hra_snprintf(out, size, "%.*s", (int)(length - from), path + from);
    for (int i = 0; i < KINDS - 1; i++) {
        const size_t own = strlen(out), end = strlen(kinds[i].ending);
        if (own > end && strcmp(out + own - end, kinds[i].ending) == 0)
            out[own - end] = '\0';
    }
}

static int add_path(submissions *all, const char *path, const char *course, double due) {
    char student[256];
    name_student(student, sizeof student, path);
    submission *s = add(all, student);
    if (!s)
        return print_no_memory();
    if (is_folder(path)) {
        (void)find_in_folder(s, path, course);
    } else {
        (void)hra_snprintf(s->path, sizeof s->path, "%s", path);
        s->kind = kind_of(path);
    }
    look_at(s, due);
    return EXIT_DONE;
}

static int add_folder(submissions *all, const char *path, const char *course, double due) {
    char inside[SUBMISSION_PATH];
    DIR *folder = opendir(path);
    int status = EXIT_DONE;
    if (!folder) {
        print_error("%s: %s", path, hra_system_text(errno));
        return EXIT_FAILED;
    }
    for (struct dirent *entry; !status && (entry = readdir(folder));) {
        (void)hra_snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && (is_folder(inside) || kind_of(inside) != SUBMISSION_MISSING))
            status = add_path(all, inside, course, due);
    }
    (void)closedir(folder);
    return status;
}

/* Those of the roster who handed nothing in. */
static int add_missing(submissions *all, const char *roster) {
    char name[256];
    for (const char *at = roster; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        int i = 0;
        (void)hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\r\n"), at);
        while (i < all->count && strcmp(all->of[i].student, name) != 0)
            i++;
        if (*name && i == all->count && !add(all, name))
            return print_no_memory();
    }
    return EXIT_DONE;
}

static int compare(const void *a, const void *b) {
    const submission *x = a, *y = b;
    const int order = strcmp(x->student, y->student);
    return order ? order : strcmp(x->path, y->path);
}

int submissions_read(submissions *all, const char *path, const char *course, const char *roster, double due) {
    submission own;
    const bool several = is_folder(path) && !find_in_folder(&own, path, course);
    if (access(path, R_OK) != 0) {
        print_error("%s: %s", path, hra_system_text(errno));
        return EXIT_FAILED;
    }
    int status = several ? add_folder(all, path, course, due) : add_path(all, path, course, due);
    if (!status)
        status = add_missing(all, roster);
    if (!status && all->count)
        qsort(all->of, (size_t)all->count, sizeof *all->of, compare);
    return status;
}

int submissions_reference(submissions *all) {
    submission *s = add(all, "reference");
    if (!s)
        return print_no_memory();
    s->kind = SUBMISSION_REFERENCE;
    return EXIT_DONE;
}

void submissions_release(submissions *all) {
    free(all->of);
    *all = (submissions){0};
}
