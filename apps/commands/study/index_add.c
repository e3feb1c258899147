/* Adding games to a collection. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/records.h"
#include "index.h"

enum { PIECE = 1 << 20 /* bytes of a file that are hashed together */ };

/* ---- games ----------------------------------------------------------------------------------*/

int index_commit(indexing *x) {
    hra_error why = {0};
    hra_err err = HRA_OK;
    if (x->source.number)
        err = collection_file_note_source(x->file, &x->source, &why);
    if (!err)
        err = hra_collection_commit(x->collection, &why);
    return err ? index_failure(&why) : EXIT_DONE;
}

static int add(indexing *x, const hra_record *record, const char *event) {
    const hra_collection_tags tags = {.event = event, .source = x->source.number, .index = x->index};
    hra_error why;
    bool known = false;
    if (x->skip) {
        if (collection_file_knows(x->file, hra_collection_moves_key(record), &known, &why) != 0)
            return index_failure(&why);
        if (known) {
            x->known++;
            return EXIT_DONE;
        }
    }
    if (hra_collection_add(x->collection, record, &tags, &known, &why) != 0)
        return index_failure(&why);
    x->added++;
    x->known += known;
    return EXIT_DONE;
}

/* One game that was read: all readers of files of games come through here. Those that were saved before an interruption are
 * passed over. */
static int take_game(indexing *x, const hra_record *record, const char *event) {
    int status = EXIT_DONE;
    if (++x->index <= x->source.games)
        return EXIT_DONE;
    if (hra_record_info(record)->plies)
        status = add(x, record, event);
    if (status)
        return status;
    x->source.games = x->index;
    double seconds = hra_clock() - x->began;
    print_reached(_("%lld games, %.0f games/s"), (long long)x->added,
                  (double)x->added / (seconds > 0 ? seconds : 1));
    if ((x->index & 255) == 0)
        hra_progress_report(print_progress(), x->source_path, -1);
    return hra_collection_is_due(x->collection) ? index_commit(x) : EXIT_DONE;
}

static int take_record(void *self, const record_found *found) {
    indexing *x = self;
    const hra_annotated *annotated = found->game->annotated;
    int status = take_game(x, found->record, annotated ? hra_annotated_tag(annotated, "Event") : NULL);
    x->failed = status != EXIT_DONE;
    return status;
}

/* ---- files ----------------------------------------------------------------------------------*/

/* The bytes of a regular file by pieces. A pipe has a number of its own: it is not known again. */
static int hash_file(const char *path, uint64_t *hash, int64_t *length) {
    uint64_t words[2] = {0, 0};
    struct stat about;
    *hash = hra_rng_entropy();
    *length = 0;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return EXIT_DONE;
    FILE *file = fopen(path, "rb");
    char *piece = malloc(PIECE);
    for (size_t n; file && piece && (n = fread(piece, 1, PIECE, file)) > 0; *length += (int64_t)n) {
        words[1] = hra_hash(piece, n);
        words[0] = hra_hash(words, sizeof words);
    }
    free(piece);
    if (file)
        (void)fclose(file);
    if (file && piece)
        *hash = words[0];
    return piece ? EXIT_DONE : print_no_memory();
}

/* All of it was read, damaged or not. */
static int end_source(indexing *x, int status) {
    hra_error why;
    x->source.whole =
        status == EXIT_DONE || (status == EXIT_WRONG && !x->failed && !args_given(x->args, "strict"));
    x->damaged = x->damaged || (x->source.whole && status);
    if (!x->source.whole)
        return status;
    return collection_file_note_source(x->file, &x->source, &why) ? index_failure(&why) : EXIT_DONE;
}

int index_add_file(indexing *x, const char *path) {
    hra_error why;
    uint64_t hash;
    int64_t length;
    x->source_path = path;
    x->source = (collection_source){0};
    x->index = 0;
    x->failed = false;
    int status = hash_file(path, &hash, &length);
    if (status)
        return status;
    if (collection_file_source(x->file, path, hash, length, &x->source, &why) != 0)
        return index_failure(&why);
    if (x->source.whole) {
        x->skipped++;
        return EXIT_DONE;
    }
    x->files++;
    return end_source(x, records_each(x->args, path, take_record, x));
}

/* ---- aliases --------------------------------------------------------------------------------*/

static char *trimmed(char *text) {
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = 0;
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* "Name = Player"; empty lines and those that begin with # do not count. */
static int take_alias(indexing *x, const char *path, int number, char *line) {
    hra_error why;
    char *name = trimmed(line);
    char *equals = strchr(name, '=');
    if (!*name || *name == '#')
        return EXIT_DONE;
    if (!equals) {
        print_error(_("%s: line %d: expected 'Name = Player'"), path, number);
        return EXIT_WRONG;
    }
    *equals = 0;
    char *player = trimmed(equals + 1);
    name = trimmed(name);
    if (!*name || !*player) {
        print_error(_("%s: line %d: expected 'Name = Player'"), path, number);
        return EXIT_WRONG;
    }
    return collection_file_alias(x->file, name, player, &why) ? index_failure(&why) : EXIT_DONE;
}

int index_read_aliases(indexing *x, const char *path) {
    hra_text text;
    hra_text_init(&text);
    int status = store_read(x->args, path, false, &text), number = 0;
    char *at = status ? NULL : strdup(hra_text_string(&text));
    char *whole = at;
    if (!status && !at)
        status = print_no_memory();
    while (at && !status) {
        char *end = strchr(at, '\n');
        if (end)
            *end = 0;
        status = take_alias(x, path, ++number, at);
        at = end ? end + 1 : NULL;
    }
    free(whole);
    hra_text_release(&text);
    return status;
}
