/* Writing what a command made. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"

/* Where the text goes: into `name`, which takes the place of `path` when it is whole, or straight into the
 * path. */
typedef struct target {
    char *path, *name; /* NULL: there is none */
    int file;
} target;

static void close_target(target *t) {
    int reason = errno;
    if (t->file >= 0)
        close(t->file);
    if (t->name)
        unlink(t->name);
    free(t->path);
    free(t->name);
    errno = reason;
}

/* A new file beside the path, with the rights of the file that it replaces. */
static bool open_beside(target *t, const struct stat *old) {
    enum { TRIES = 1000 };
    size_t capacity = strlen(t->path) + 16;
    t->name = malloc(capacity);
    for (int i = 0; t->name && t->file < 0 && i < TRIES; i++) {
        hra_snprintf(t->name, capacity, "%s.new%d", t->path, i);
        t->file = open(t->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (t->file < 0 && errno != EEXIST)
            break;
    }
    if (t->file >= 0)
        return !old || fchmod(t->file, old->st_mode & 07777) == 0;
    free(t->name);
    t->name = NULL;
    return false;
}

/* False: errno says why. A link is followed: what it leads to is replaced, not the link. */
static bool open_target(target *t, const char *file) {
    struct stat old;
    bool there = stat(file, &old) == 0;
    *t = (target){.file = -1};
    if (!there && errno != ENOENT)
        return false;
    t->path = there ? realpath(file, NULL) : strdup(file);
    if (!t->path)
        return false;
    if (there && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (there && access(t->path, W_OK) != 0)
        return false;
    if (!there || S_ISREG(old.st_mode))
        return open_beside(t, there ? &old : NULL);
    t->file = open(t->path, O_WRONLY | O_CLOEXEC);
    return t->file >= 0;
}

bool output_write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t n = write(file, bytes, length);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Some file systems cannot sync a folder, and say so. */
bool output_sync_folder(const char *path) {
    char *folder = strdup(path);
    char *end = folder ? strrchr(folder, '/') : NULL;
    if (end)
        end[end == folder] = '\0';
    int descriptor = folder ? open(end ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL || errno == EBADF);
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    free(folder);
    errno = reason;
    return synced;
}

static bool finish(target *t) {
    bool whole = !t->name || fsync(t->file) == 0;
    whole = close(t->file) == 0 && whole;
    t->file = -1;
    if (!whole || !t->name)
        return whole;
    if (rename(t->name, t->path) != 0)
        return false;
    free(t->name);
    t->name = NULL;
    return output_sync_folder(t->path);
}

static int cannot(const char *file) {
    print_error(_("%s: cannot be written: %s"), file, hra_system_text(errno));
    return EXIT_FAILED;
}

/* ---- names ----------------------------------------------------------------------------------*/

const char *output_ending(const char *file) {
    const char *name = strrchr(file, '/');
    name = name ? name + 1 : file;
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? dot : "";
}

/* Whether a list such as ".csv .svg" names the ending. */
static bool lists(const char *endings, const char *ending) {
    size_t length = strlen(ending);
    while (*endings) {
        size_t n = strcspn(endings, " ");
        if (n == length && strncasecmp(endings, ending, n) == 0)
            return true;
        endings += n + (endings[n] == ' ');
    }
    return false;
}

/* ".txt, .csv or .svg" */
static void add_choice(const char *endings, hra_text *out) {
    while (*endings) {
        size_t n = strcspn(endings, " ");
        bool last = endings[n] == '\0' || !strchr(endings + n + 1, ' ');
        hra_text_add_bytes(out, endings, n);
        if (endings[n])
            hra_text_add(out, last ? _(" or ") : ", ");
        endings += n + (endings[n] == ' ');
    }
}

bool output_is(const char *file, const char *endings) {
    return lists(endings, output_ending(file));
}

bool output_ends(const char *command, const char *option, const char *file, const char *endings) {
    hra_text choice;
    if (output_is(file, endings))
        return true;
    hra_text_init(&choice);
    add_choice(endings, &choice);
    print_error(_("%s: --%s takes a file name that ends with %s, not '%s'"), command, option,
                print_string(&choice), file);
    hra_text_release(&choice);
    return false;
}

bool output_misleads(const char *file, const char *ending) {
    static const char told[] = ".svg .json .csv .dot .gv .txt .text .pdn .pgn .mat .sgf "
                               ".pdf .png .jpg .jpeg .gif .webp .bmp .tif .tiff .ps .eps .html .htm .xml";
    return lists(told, output_ending(file)) && !lists(ending, output_ending(file));
}

/* ---- files ----------------------------------------------------------------------------------*/

static bool is_output(const char *file) {
    return strcmp(file, "-") == 0;
}

bool output_fits(const char *file) {
    struct stat info;
    target t;
    if (file && is_output(file)) {
        print_to_stderr();
        return true;
    }
    if (file && !picture_can_make(file, output_ending(file)))
        return false;
    if (!file || (stat(file, &info) == 0 && S_ISFIFO(info.st_mode))) /* a pipe's reader would see an end */
        return true;
    bool good = open_target(&t, file);
    close_target(&t);
    return good || cannot(file) == EXIT_DONE;
}

static int write_file(const char *file, const hra_text *text) {
    target t;
    bool good =
        open_target(&t, file) && output_write_all(t.file, hra_text_string(text), text->length) && finish(&t);
    close_target(&t);
    return good ? EXIT_DONE : cannot(file);
}

int output_write(const char *file, const hra_text *text) {
    if (text->err)
        return print_no_memory();
    if (file && !is_output(file))
        return write_file(file, text);
    if (file)
        print_data(text);
    else /* foreign characters must not steer a terminal, not even after a pipe */
        print_drawing(text);
    return EXIT_DONE;
}

int output_write_picture(const char *file, const char *ending, const picture_source *from) {
    hra_text out;
    hra_text_init(&out);
    int status = picture_make(file ? file : "-", ending ? ending : output_ending(file), from, &out);
    if (!status && !file && *hra_text_string(&out) != '<') /* bytes that are no text */
        print_data(&out);
    else if (!status)
        status = output_write(file, &out);
    hra_text_release(&out);
    return status;
}

/* The only frame. */
static void add_text(void *self, int frame, hra_text *out) {
    hra_text_add(out, hra_text_string(self));
}

int output_write_svg(const char *file, const char *ending, hra_text *svg, const picture_look *look,
                     const char *title) {
    const picture_source one = {
        .self = svg, .count = 1, .frame = add_text, .title = title, .width = look ? look->width : 0};
    return svg->err ? print_no_memory() : output_write_picture(file, ending, &one);
}
