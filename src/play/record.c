/* What a record holds. */
#include <stdlib.h>
#include <string.h>

#include "play/record_object.h"

void hra_record_clear(hra_record *record) {
    hra_track_release(&record->track);
    hra_manners_release(&record->manners);
    hra_game_close(record->game);
    free(record->position);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        free(record->seats[seat]);
    *record = (hra_record){0};
}

void hra_record_close(hra_record *record) {
    if (!record)
        return;
    hra_record_clear(record);
    free(record);
}

void hra_record_fill_info(hra_record *record) {
    hra_play_info *info = &record->info;
    hra_manners_info(&record->manners, &record->track, info);
    info->seed = record->seed;
    info->number = record->number;
    info->position = record->position;
    info->manual_chance = record->manual;
    info->version = record->version;
    info->finished = record->finished;
    for (int seat = 0; seat < record->game->seats; seat++)
        info->specs[seat] = record->seats[seat] ? record->seats[seat] : "";
    info->date = record->date;
    info->whole = record->whole;
}

const hra_play_info *hra_record_info(const hra_record *record) {
    return &record->info;
}

hra_ply hra_record_at(const hra_record *record, int ply) {
    return hra_manners_at(&record->manners, &record->track, ply);
}

hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out) {
    const hra_play_info *info = &record->info;
    const hra_format *own = record->game->rules->catalogue->formats;
    while (own && own->name && own != format)
        own++;
    if (!own || !own->name)
        return HRA_EFIT; /* it would read the states as those of its own game */
    hra_transcript play = {.game = record->game,
                           .start = hra_track_state(&record->track, 0),
                           .moves = record->track.moves,
                           .plies = record->track.plies,
                           .number = record->number,
                           .date = record->date,
                           .over = hra_record_at(record, HRA_NOW).mover == HRA_OVER};
    for (int seat = 0; seat < record->game->seats; seat++)
        play.players[seat] = *info->names[seat] ? info->names[seat] : info->specs[seat];
    if (play.over)
        memcpy(play.result, info->returns, sizeof play.result);
    format->write(&play, out);
    return out->err;
}
