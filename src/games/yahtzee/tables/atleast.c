/* The tables of `atleast`: worked out, written and read. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "atleast.h"
#include "core/messages.h"

enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304, WORDS = 160 };

static const char magic[16] = "hra-yz-atleast\n";

struct header {
    char magic[16];
    uint32_t version;
    uint32_t order; /* BYTE_ORDER_MARK as the writing machine stores it */
    char rules[16];
    uint32_t score;
    uint32_t unused;
    uint64_t count;
    uint64_t hash; /* XXH3 of the values, seeded with that of the fields above */
};

enum kept { KEPT, MISSING, UNREAD, DAMAGED, FOREIGN, NEWER };

char *yz_atleast_path(const struct yz_rules *rules, int score, const char *data) {
    size_t capacity = strlen(data) + 64;
    char *path = malloc(capacity);
    if (path != NULL) {
        (void)hra_snprintf(path, capacity, "%s/yahtzee/atleast-%s-%d.table", data,
                           yz_rules_name((int)rules->id), score);
    }
    return path;
}

static void fill_header(struct header *h, const struct yz_rules *rules, int score, const float *values,
                        size_t count) {
    memset(h, 0, sizeof *h);
    memcpy(h->magic, magic, sizeof magic);
    h->version = VERSION;
    h->order = BYTE_ORDER_MARK;
    (void)hra_snprintf(h->rules, sizeof h->rules, "%s", yz_rules_name((int)rules->id));
    h->score = (uint32_t)score;
    h->count = count;
    uint64_t seed = XXH3_64bits(h, offsetof(struct header, hash));
    h->hash = XXH3_64bits_withSeed(values, count * sizeof *values, seed);
}

/* ---- reading --------------------------------------------------------------------------------*/

static enum kept read_open(FILE *file, const struct yz_rules *rules, int score, float *values, size_t count) {
    struct header found, expected;
    if (fread(&found, sizeof found, 1, file) != 1)
        return DAMAGED;
    if (memcmp(found.magic, magic, sizeof magic) != 0 || found.order != BYTE_ORDER_MARK)
        return FOREIGN;
    if (found.version > VERSION)
        return NEWER;
    if (fread(values, sizeof *values, count, file) != count || fgetc(file) != EOF)
        return DAMAGED;
    fill_header(&expected, rules, score, values, count);
    return memcmp(&found, &expected, sizeof found) == 0 ? KEPT : DAMAGED;
}

static enum kept read_table(const char *path, const struct yz_rules *rules, int score, float *values,
                            size_t count) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return errno == ENOENT || errno == ENOTDIR ? MISSING : UNREAD;
    enum kept kept = read_open(file, rules, score, values, count);
    kept = ferror(file) ? UNREAD : kept;
    (void)fclose(file);
    return kept;
}

/* ---- writing --------------------------------------------------------------------------------*/

static bool write_open(FILE *file, const struct header *header, const float *values, size_t count) {
    return fwrite(header, sizeof *header, 1, file) == 1 &&
           fwrite(values, sizeof *values, count, file) == count && fflush(file) == 0 &&
           fsync(fileno(file)) == 0;
}

static bool write_as(char *temporary, const char *path, const struct header *header, const float *values,
                     size_t count) {
    int descriptor = mkstemp(temporary);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (file == NULL) {
        if (descriptor >= 0) {
            (void)close(descriptor);
            (void)unlink(temporary);
        }
        return false;
    }
    bool whole = write_open(file, header, values, count);
    whole = fclose(file) == 0 && whole;
    whole = whole && rename(temporary, path) == 0;
    if (!whole)
        (void)unlink(temporary);
    return whole;
}

/* The folders of a path whose last folder and the one above it may be missing. */
static void make_folders(const char *data, const char *path) {
    char *folder = strdup(path);
    if (folder != NULL) {
        *strrchr(folder, '/') = '\0';
        (void)mkdir(data, 0777);
        (void)mkdir(folder, 0777); /* where this fails, so will the file */
        free(folder);
    }
}

static bool write_table(const char *data, const char *path, const struct yz_rules *rules, int score,
                        const float *values, size_t count) {
    struct header header;
    size_t capacity = strlen(path) + 8;
    char *temporary = malloc(capacity);
    if (temporary == NULL)
        return false;
    (void)hra_snprintf(temporary, capacity, "%s.XXXXXX", path);
    fill_header(&header, rules, score, values, count);
    make_folders(data, path);
    bool whole = write_as(temporary, path, &header, values, count);
    free(temporary);
    return whole;
}

/* ---- both -----------------------------------------------------------------------------------*/

static hra_err solve(struct yz_score_goal *goal, int score, enum kept kept, int threads,
                     const hra_progress *progress) {
    char what[WORDS];
    (void)hra_snprintf(what, sizeof what,
                       kept == UNREAD    ? _("computing %d or more again: the saved table cannot be read")
                       : kept == DAMAGED ? _("computing %d or more again: the saved table is damaged")
                       : kept == FOREIGN ? _("computing %d or more again: the saved file is not such a table")
                       : kept == NEWER
                           ? _("computing %d or more again: the saved table is of a newer version")
                           : _("computing %d or more"),
                       score);
    return yz_score_goal_solve(goal, threads, progress, what);
}

static hra_err open_kept(struct yz_score_goal *goal, const struct yz_rules *rules, int score,
                         const char *data, const char *path, bool writes, int threads,
                         const hra_progress *progress) {
    size_t count;
    float *values = yz_score_goal_values(goal, &count);
    enum kept kept = read_table(path, rules, score, values, count);
    if (kept == KEPT)
        return 0;
    hra_err err = solve(goal, score, kept, threads, progress);
    if (err == 0 && writes && kept != NEWER && !write_table(data, path, rules, score, values, count)) {
        char what[WORDS];
        (void)hra_snprintf(what, sizeof what, _("the table of %d or more could not be saved in %.80s"), score,
                           data);
        hra_progress_report(progress, what, 1);
    }
    return err;
}

hra_err yz_atleast_open(struct yz_score_goal **out, const struct yz_dice *dice, const struct yz_rules *rules,
                        int score, const char *data, bool writes, int threads, const hra_progress *progress) {
    struct yz_score_goal_setup setup = {.dice = dice, .rules = rules, .low = score, .high = score};
    struct yz_score_goal *goal;
    hra_err err = yz_score_goal_open(&goal, &setup);
    if (err != 0)
        return err;
    if (data == NULL) {
        err = solve(goal, score, MISSING, threads, progress);
    } else {
        char *path = yz_atleast_path(rules, score, data);
        err =
            path != NULL ? open_kept(goal, rules, score, data, path, writes, threads, progress) : HRA_ENOMEM;
        free(path);
    }
    if (err != 0) {
        yz_score_goal_close(goal);
        return err;
    }
    *out = goal;
    return 0;
}
