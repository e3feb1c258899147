/* A play at the terminal's table. The first line of an input holds the words of `hra play`: game, players,
 * options. The others are typed: as they are, or a byte from 128 on as the number of a move in the list. A
 * line
 * "=" leaves the table; what follows is typed after `--resume`. Whatever is typed, what is kept can be read.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/data_dir.h"
#include "program.h"

enum { SITTINGS = 4 /* how often the game is resumed, at most */ };

static void add_words(program_line *line, const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        while (i + n < length && text[i + n] != ' ')
            n++;
        if (n && !memchr(text + i, '/', n))
            program_line_add(line, text + i, n);
        i += n + 1;
    }
}

static void add_typed(hra_text *typed, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 128)
            hra_text_addf(typed, "#%d\n", c - 127);
        else
            hra_text_add_char(typed, (char)c);
    }
}

/* Whole records and nothing else. */
static void expect_record(void) {
    hra_text kept;
    hra_record *record;
    hra_error why;
    size_t used;
    hra_text_init(&kept);
    (void)program_get("play", &kept);
    const char *text = hra_text_string(&kept);
    for (size_t at = 0; at < kept.length; at += used) {
        hra_err err = hra_record_parse(&record, &cli_file_host, text + at, kept.length - at, &used, 1, &why);
        fuzz_expect(err == 0, "a play that was left can be read", err ? why.text : NULL);
        hra_record_close(record);
    }
    hra_text_release(&kept);
}

static void sit_down(const char *words, size_t length, const char *text, size_t size) {
    program_line line;
    hra_text typed;
    program_line_init(&line);
    hra_text_init(&typed);
    add_words(&line, words, length);
    add_typed(&typed, text, size);
    (void)program_run(&line, hra_text_string(&typed), typed.length);
    hra_text_release(&typed);
    program_line_release(&line);
    expect_record();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char again[] = "play --resume @play";
    char *all = fuzz_string(data, size);
    hra_text words;
    size_t length = strcspn(all, "\n");
    const char *text = all + length + (all[length] == '\n');
    hra_text_init(&words);
    hra_text_add(&words, "play --seed 1 --record @play ");
    hra_text_add_bytes(&words, all, length);
    for (int i = 0; i < SITTINGS; i++) {
        const char *end = strstr(text, "\n=\n");
        sit_down(i ? again : hra_text_string(&words), i ? sizeof again - 1 : words.length, text,
                 end ? (size_t)(end - text) : strlen(text));
        if (!end)
            break;
        text = end + 3;
    }
    hra_text_release(&words);
    program_clear();
    free(all);
    return 0;
}
