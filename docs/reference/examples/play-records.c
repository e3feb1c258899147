/* A record that is read, move by move. */
#include <hra/hra.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
    "hra-record 1\ngame nim:rows=1-2\nseed 1\nnumber 0\nseat 0 random\nseat 1 minimax\n"
    "0 a1\n1 b2\nresult -1 1\n";

int main(void) {
    hra_record *record;
    hra_text move;
    hra_error why;
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    const hra_play_info *info = hra_record_info(record);
    hra_text_init(&move);
    for (int i = 0; i < info->plies; i++) {
        hra_ply ply = hra_record_at(record, i);
        hra_text_clear(&move);
        info->game->rules->text->show_move(info->game, ply.state, ply.move, &move);
        printf("%s: %s\n", info->specs[ply.mover], hra_text_string(&move));
    }
    printf("%s has won\n", info->specs[info->returns[0] > 0 ? 0 : 1]);
    hra_text_release(&move);
    hra_record_close(record);
    return 0;
}

/* It prints:

random: a1
minimax: b2
minimax has won
*/
