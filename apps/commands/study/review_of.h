/* Whose decisions a review is about. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_OF_H
#define HRA_COMMANDS_STUDY_REVIEW_OF_H

#include <hra/hra.h>

/* Returns the seat, from 1, that `whose` names: the name of a seat, or of a player or a part of it; 0: none, or several. */
int review_of(const char *whose, const hra_play_info *info);
/* Returns the seat, from 1, of the only person in a record; 0: there is none, or several. */
int review_mine(const hra_play_info *info);
/* Appends the seats with their players, for an error. */
void review_add_players(const hra_play_info *info, hra_text *out);

#endif
