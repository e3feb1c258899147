/* hra tree --frames: a picture of each step of a search. */
#ifndef HRA_COMMANDS_STUDY_TREE_FRAMES_H
#define HRA_COMMANDS_STUDY_TREE_FRAMES_H

#include "commands/output.h"

typedef struct tree_frames {
    const char *file, *ending; /* the ending of pictures, NULL: that of the file */
    int width;                 /* of a picture, 0: as it is */
    int count;
    void (*add)(void *self, int step, hra_text *out); /* appends the picture of a step, from 0, as SVG */
    void *self;
} tree_frames;

/* Returns an exit status; prints errors. */
int tree_frames_write(const tree_frames *frames);

#endif
