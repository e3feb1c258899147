/* Trees to fill in: of the position at the table, or random ones. They are small, so they are made at once. */
#include <string.h>

#include "core/messages.h"
#include "session/session_exercise.h"

enum { MOST_SEARCHED = 20000 }; /* nodes of the search: its tree has at most HRA_EXERCISE_NODES */

typedef struct wanted {
    const char *player, *ask;
    uint64_t depth, difficulty, seed; /* 0: not named */
} wanted;

/* 1: it is a word of its own; 0: the player; -1: wrong. */
static hra_err read_word(const char *word, wanted *w, hra_error *why) {
    const char *value;
    if ((value = hra_words_value(word, "depth")) != NULL)
        return hra_words_number(value, "depth", 1, 20, &w->depth, why);
    if ((value = hra_words_value(word, "difficulty")) != NULL)
        return hra_words_number(value, "difficulty", 1, HRA_EXERCISE_DIFFICULTIES, &w->difficulty, why);
    if ((value = hra_words_value(word, "seed")) != NULL)
        return hra_words_number(value, "seed", 0, UINT64_MAX, &w->seed, why);
    if ((value = hra_words_value(word, "ask")) != NULL) {
        w->ask = value;
        return HRA_OK;
    }
    if (w->player)
        return hra_fail(why, HRA_EINPUT, -1,
                        "unexpected word '%.40s'; usage: exercise open tree PLAYER [depth=N] "
                        "[difficulty=N] [seed=N] [ask=WHAT,...]",
                        word);
    w->player = word;
    return HRA_OK;
}

static hra_err read_words(char *line, wanted *w, hra_error *why) {
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;)
        if ((err = read_word(word, w, why)) != 0)
            return err;
    if (!err && !w->player)
        err = hra_fail(why, HRA_EINPUT, -1, "exercise open tree: missing player, such as alphabeta");
    return err;
}

/* The position at the table, which the client must see whole. */
static hra_err add_position(hra_session *s, const requester *who, hra_text *out, hra_error *why) {
    const table *t = &s->table;
    if (!t->play)
        return hra_fail(why, HRA_ESTATE, -1, "no game is open; 'new GAME' opens one");
    if (!hra_session_sees_all(s, who->client))
        return hra_fail(why, HRA_ESTATE, -1, "%s: this game is not over and has hidden information",
                        "exercise open tree");
    hra_text_addf(out, "game %s\nposition ", t->game->spec);
    t->game->rules->text->write_position(t->game, hra_session_now(s), out);
    hra_text_add_char(out, '\n');
    return HRA_OK;
}

static hra_err describe(hra_session *s, const requester *who, const wanted *w, hra_text *out,
                        hra_error *why) {
    hra_err err = HRA_OK;
    hra_text_add(out, "hra-exercise 1\nkind fill\n");
    if (w->difficulty)
        hra_text_addf(out, "difficulty %d\nseed %llu\n", (int)w->difficulty, (unsigned long long)w->seed);
    else
        err = add_position(s, who, out, why);
    hra_text_addf(out, "analyst %s\n", w->player);
    if (!w->difficulty)
        hra_text_addf(out, "nodes %d\n", MOST_SEARCHED);
    if (w->depth)
        hra_text_addf(out, "depth %d\n", (int)w->depth);
    if (w->ask) {
        hra_text_add(out, "ask ");
        for (const char *at = w->ask; *at; at++)
            hra_text_add_char(out, *at == ',' ? ' ' : *at);
        hra_text_add_char(out, '\n');
    }
    hra_text_add(out, "end\n");
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

/* The text with its key. */
static hra_err make(const hra_session *s, const hra_text *text, hra_text *out, hra_error *why) {
    hra_exercise *x = NULL;
    hra_host host = s->host;
    host.run = NULL;
    hra_err err = hra_exercise_make(&x, &host, NULL, hra_text_string(text), text->length, NULL, why);
    if (!err && hra_exercise_write(x, out))
        err = hra_no_memory(why);
    hra_exercise_close(x);
    return err;
}

hra_err hra_session_open_tree(hra_session *s, const requester *who, char *line, hra_course **out,
                              hra_error *why) {
    wanted w = {0};
    hra_text text, made;
    hra_err err = read_words(line, &w, why);
    if (err)
        return err;
    hra_text_init(&text);
    hra_text_init(&made);
    err = describe(s, who, &w, &text, why);
    if (!err)
        err = make(s, &text, &made, why);
    if (!err)
        err = hra_course_open(out, hra_text_string(&made), made.length, why);
    hra_text_release(&text);
    hra_text_release(&made);
    return err;
}
