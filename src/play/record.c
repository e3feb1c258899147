/* What a record holds. */
#include <stdlib.h>
#include <string.h>

#include "play/record_object.h"

void hra_record_clear(hra_record *record) {
    hra_track_release(&record->track);
    hra_manners_release(&record->manners);
    if (!record->shares_game)
        hra_game_close(record->game);
    hra_annotated_close(record->annotated);
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
