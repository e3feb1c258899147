/* The folders in which a submission runs. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/data_dir.h"
#include "commands/output.h"
#include "grade_files.h"
#include "submissions.h"

static hra_err failed(const char *path, hra_error *why) {
    return hra_fail(why, HRA_EIO, -1, "%s: %s", path, hra_system_text(errno));
}

/* A file that any user may read and, as `mode` has it, run: what is inside of the sandbox is somebody else. */
static hra_err write_file(const char *folder, const char *name, const hra_text *text, mode_t mode,
                          hra_error *why) {
    char path[SUBMISSION_PATH + 300];
    (void)hra_snprintf(path, sizeof path, "%s/%s", folder, name);
    if (text->err)
        return hra_no_memory(why);
    return output_write(path, text) || chmod(path, mode) != 0 ? failed(path, why) : HRA_OK;
}

static const grade_file *find(const char *name) {
    const grade_file *file = grade_files;
    while (file->name && strcmp(file->name, name) != 0)
        file++;
    return file->name ? file : NULL;
}

static hra_err write_own(const char *folder, const char *name, hra_error *why) {
    const grade_file *file = find(name);
    hra_text text;
    hra_text_init(&text);
    for (const char *const *line = file->lines; *line; line++)
        hra_text_addf(&text, "%s\n", *line);
    hra_err err = write_file(folder, name, &text, 0644, why);
    hra_text_release(&text);
    return err;
}

static const char *name_of(submission_kind kind) {
    return kind == SUBMISSION_PYTHON ? "submission.py" : kind == SUBMISSION_C ? "submission.c" : "submission";
}

static hra_err copy(const workplace *w, submission *s, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_host_read_file(NULL, s->path, SUBMISSION_BYTES, &text, why);
    if (!err) {
        s->hash = hra_hash(hra_text_string(&text), text.length);
        err = write_file(w->agent, name_of(s->kind), &text, 0755, why);
    }
    hra_text_release(&text);
    return err;
}

/* This program, for the course's own solutions. */
static hra_err link_program(const workplace *w, hra_error *why) {
    char path[SUBMISSION_PATH], name[SUBMISSION_PATH + 300];
    hra_text text;
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return failed("/proc/self/exe", why);
    path[length] = '\0';
    (void)hra_snprintf(name, sizeof name, "%s/hra", w->agent);
    if (link(path, name) == 0)
        return HRA_OK;
    hra_text_init(&text); /* on another file system */
    hra_err err = hra_host_read_file(NULL, path, (size_t)1 << 30, &text, why);
    if (!err)
        err = write_file(w->agent, "hra", &text, 0755, why);
    hra_text_release(&text);
    return err;
}

hra_err workplace_make(workplace *w, submission *s, hra_error *why) {
    const char *tmp = getenv("TMPDIR");
    (void)hra_snprintf(w->top, sizeof w->top, "%s/hra-grade-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(w->top))
        return failed(w->top, why);
    (void)hra_snprintf(w->agent, sizeof w->agent, "%s/agent", w->top);
    (void)hra_snprintf(w->own, sizeof w->own, "%s/own", w->top);
    if (mkdir(w->agent, 0755) != 0 || mkdir(w->own, 0755) != 0 || chmod(w->top, 0755) != 0 ||
        chmod(w->agent, 0755) != 0)
        return failed(w->top, why);
    if (s->kind == SUBMISSION_REFERENCE)
        return link_program(w, why);
    hra_err err = copy(w, s, why);
    if (!err && s->kind == SUBMISSION_PYTHON)
        err = write_own(w->agent, "agent.py", why);
    if (!err && s->kind == SUBMISSION_C)
        err = write_own(w->agent, "agent.c", why);
    if (!err && s->kind == SUBMISSION_C)
        err = write_own(w->agent, "agent.h", why);
    return err;
}

static void remove_all(const char *path) {
    DIR *folder = opendir(path);
    char inside[SUBMISSION_PATH + 300];
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        (void)hra_snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (lstat(inside, &about) == 0 && S_ISDIR(about.st_mode))
            remove_all(inside);
        else
            (void)unlink(inside);
    }
    if (folder)
        (void)closedir(folder);
    (void)rmdir(path);
}

void workplace_remove(workplace *w) {
    if (*w->top)
        remove_all(w->top);
    *w->top = '\0';
}

/* ---- commands -------------------------------------------------------------------------------*/

/* A failed compilation is reported in the lines of the judge. */
static void add_compiler(const hra_grade_task *task, hra_text *out) {
    hra_text_addf(
        out,
        "cc -O1 -w -I\"$AGENT\" -DENTRY=%s%s -o \"$OWN/agent\" \"$AGENT/submission.c\" \"$AGENT/agent.c\""
        " -lm 2>\"$OWN/said\" || { cat \"$OWN/said\" >&2; if grep -q \"undefined reference to .%s'\""
        " \"$OWN/said\"; then printf 'error\\tentry\\t%s\\n'; else printf 'error\\tsyntax\\t%%s\\n'"
        " \"$(grep -m1 error \"$OWN/said\" | sed 's/^[^ ]*submission.c:/line /' | tr '\\t' ' ' | cut "
        "-c1-150)\";"
        " fi; exit 1; }; exec \"$OWN/agent\"",
        task->function, task->kind == HRA_GRADE_EVALUATION ? " -DEVALUATES" : "", task->function,
        task->function);
}

void workplace_command(const submission *s, const hra_grade_task *task, hra_text *out) {
    switch (s->kind) {
    case SUBMISSION_PYTHON:
        hra_text_addf(out, "exec python3 -I -B \"$AGENT/agent.py\" \"$AGENT/submission.py\" %s %s",
                      task->entry, task->kind == HRA_GRADE_EVALUATION ? "evaluate" : "choose");
        break;
    case SUBMISSION_C:
        add_compiler(task, out);
        break;
    case SUBMISSION_REFERENCE:
        hra_text_addf(out, "exec \"$AGENT/hra\" grade --agent \"%s\"", task->reference);
        break;
    default:
        hra_text_add(out, "exec \"$AGENT/submission\"");
    }
}

/* ---- templates ------------------------------------------------------------------------------*/

int templates_write(const char *course, const char *folder) {
    static const char *const endings[] = {".py", ".c"};
    char name[64];
    hra_error why;
    hra_err err = mkdir(folder, 0777) != 0 && errno != EEXIST ? failed(folder, &why) : HRA_OK;
    for (int i = 0; i < 2 && !err; i++) {
        (void)hra_snprintf(name, sizeof name, "%s%s", course, endings[i]);
        if (find(name))
            err = write_own(folder, name, &why);
    }
    if (!err)
        err = write_own(folder, "agent.h", &why);
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}
