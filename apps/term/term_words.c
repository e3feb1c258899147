/* Names, giving up, draws, the tutor: what people say besides moves. */
#include <string.h>

#include "say.h"
#include "term_words.h"

void words_add_who(const hra_play *play, int seat, hra_text *out) {
    const char *name = hra_play_name_of(play, seat);
    if (*name)
        hra_text_addf(out, "%s (", name);
    hra_game_add_seat(hra_play_game(play), seat, out);
    hra_text_add(out, *name ? ")" : "");
}

/* Where one wins what the other loses, one may give up or agree. */
static bool can_be_settled(const hra_play *play) {
    const hra_game *game = hra_play_game(play);
    return game->seats == 2 && game->zero_sum;
}

/* ---- words ----------------------------------------------------------------------------------*/

/* A word of ours, and the line of a session that it stands for: %d is the seat. */
static const struct {
    const char *word, *line;
    const char *said; /* where the session itself has nothing to say */
} words[] = {
    {"resign",    "resign %d",   ""                               },
    {"draw",      "draw offer",  "The draw is offered."           },
    {"accept",    "draw accept", ""                               },
    {"refuse",    "draw refuse", "The draw is refused."           },
    {"tutor",     "tutor on",    "A costly move will be told."    },
    {"tutor off", "tutor off",   "No move will be judged unasked."},
};

static void tell(sitting *s, const char *said, const char *format, int seat) {
    if (sitting_tellf(s, format, seat) != 0) {
        if (s->why.code != HRA_ESTOPPED)
            say_lines(s->why.text);
    } else if (*s->said || *said) {
        say("  %s\n", *s->said ? s->said : _(said));
    }
}

static void take_name(sitting *s, int seat, const char *name) {
    if (sitting_tellf(s, "name %d %s", seat, name) != 0 && s->why.code != HRA_ESTOPPED)
        say_lines(s->why.text);
}

bool words_obey(sitting *s, const hra_play *play, int seat, const char *line) {
    if (strncmp(line, "name ", 5) == 0) {
        take_name(s, seat, line + 5);
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(line, words[i].word) == 0) {
            tell(s, words[i].said, words[i].line, seat);
            return true;
        }
    return false;
}

void words_add_help(const hra_play *play, hra_text *out) {
    if (can_be_settled(play))
        hra_text_add(out, _("resign give up   draw offer one (accept or refuse another's)\n"));
    hra_text_add(out, _("tutor tells of costly moves (tutor off)   name NAME what you are called"));
}

/* ---- the tutor ------------------------------------------------------------------------------*/

void words_hear_tutor(const hra_play *play, const hra_session_event *event) {
    const hra_cost *cost = event->cost;
    const hra_game *game = hra_play_game(play);
    bool chance = cost->unit == HRA_UNIT_PROBABILITY;
    hra_text text, best;
    hra_text_init(&text);
    hra_text_init(&best);
    game->rules->text->show_move(game, hra_play_state(play, event->ply), cost->best, &best);
    hra_text_addf(&text,
                  chance ? _("%sThat cost %s%.1f %% of the chance to win: %s was better.")
                         : _("%sThat cost %s%.2f points: %s was better."),
                  "      ", cost->bound ? _("at least ") : "",
                  say_rounded(chance ? 100 * cost->loss : cost->loss, 2), hra_text_string(&best));
    say(_("%s (u takes it back)\n"), say_string(&text));
    hra_text_release(&text);
    hra_text_release(&best);
}
