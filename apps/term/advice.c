/* Advice at the table, and the chance to win worked out in the background. */
#include <stdlib.h>

#include "advice.h"
#include "say.h"

struct advice_desk {
    const hra_game *game;
    hra_agent *adviser; /* NULL: none */
    hra_advice advice;
    /* the chance to win: job is running or NULL, then the player and its agent are there or NULL */
    const char *data;
    hra_job *job;
    bool asked;
    hra_stop stop;
    hra_player *win_player;
    hra_agent *win_agent;
    hra_advice win;
};

hra_err advice_open(advice_desk **out, const hra_game *game, const hra_player *adviser, const char *data) {
    advice_desk *desk = calloc(1, sizeof *desk);
    if (!desk)
        return HRA_ENOMEM;
    desk->game = game;
    desk->data = data;
    desk->advice.moves = calloc(hra_game_room(game), sizeof *desk->advice.moves);
    desk->win.moves = calloc(hra_game_room(game), sizeof *desk->win.moves);
    hra_err err = desk->advice.moves && desk->win.moves ? HRA_OK : HRA_ENOMEM;
    if (!err && adviser)
        err = hra_agent_open(&desk->adviser, adviser);
    if (err)
        advice_close(desk);
    else
        *out = desk;
    return err;
}

void advice_close(advice_desk *desk) {
    if (!desk)
        return;
    hra_stop_set(&desk->stop);
    if (desk->job)
        (void)hra_job_join(desk->job); /* what it opened is closed below */
    hra_agent_close(desk->win_agent);
    hra_player_close(desk->win_player);
    hra_agent_close(desk->adviser);
    free(desk->advice.moves);
    free(desk->win.moves);
    free(desk);
}

static hra_err open_win_player(void *self) {
    advice_desk *desk = self;
    hra_progress quiet = {.stop = &desk->stop};
    hra_err err = hra_player_open(&desk->win_player, desk->game, desk->game->rules->catalogue->win_player,
                                  desk->data, &quiet, NULL);
    return err ? err : hra_agent_open(&desk->win_agent, desk->win_player);
}

bool advice_pending(const advice_desk *desk) {
    return desk->job != NULL;
}

/* Adds the chance to win of each move as a column. */
static void add_chances(advice_desk *desk, const hra_question *question) {
    hra_advice *advice = &desk->advice;
    if (advice->column_count == HRA_MAX_COLUMNS ||
        hra_agent_advise(desk->win_agent, question, &desk->win) != 0)
        return;
    int column = advice->column_count++;
    advice->columns[column] = (hra_column){"win", "win", HRA_UNIT_PROBABILITY, desk->win.value.estimate};
    for (int i = 0; i < advice->count; i++)
        for (int k = 0; k < desk->win.count; k++)
            if (desk->win.moves[k].move == advice->moves[i].move)
                advice->moves[i].column[column] = desk->win.moves[k].value;
}

static void look_after_job(advice_desk *desk) {
    bool told = desk->advice.value.unit == HRA_UNIT_PROBABILITY; /* by the adviser himself */
    if (desk->game->seats != 2 || !desk->game->rules->catalogue->win_player || told)
        return;
    if (!desk->asked) {
        desk->asked = true;
        if (hra_job_start(&desk->job, open_win_player, desk) != 0)
            desk->job = NULL;
    }
    if (desk->job && hra_job_done(desk->job)) {
        (void)hra_job_join(desk->job); /* without its player the column is not there */
        desk->job = NULL;
    }
}

const hra_advice *advice_get(advice_desk *desk, hra_play *play, bool chances) {
    hra_question question;
    if (!desk->adviser)
        return NULL;
    hra_play_question(play, &question);
    question.stop = say_progress()->stop;
    if (hra_agent_advise(desk->adviser, &question, &desk->advice) != 0)
        return NULL;
    if (chances)
        look_after_job(desk);
    if (chances && desk->win_agent && !desk->job)
        add_chances(desk, &question);
    return &desk->advice;
}

const hra_advice *advice_at(advice_desk *desk, hra_play *play, int ply) {
    if (ply == hra_play_plies(play))
        return advice_get(desk, play, false);
    hra_question question = {.state = hra_play_state(play, ply), .stop = say_progress()->stop};
    return desk->adviser && hra_agent_advise(desk->adviser, &question, &desk->advice) == 0 ? &desk->advice
                                                                                           : NULL;
}
