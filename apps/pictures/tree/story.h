/* The story of a search: the steps of a trace in their order, each with a sentence. */
#ifndef HRA_PICTURES_TREE_STORY_H
#define HRA_PICTURES_TREE_STORY_H

#include "tree_picture.h"

typedef enum story_what { STORY_ENTERED, STORY_LEFT, STORY_CUT } story_what;

typedef struct story_event {
    uint64_t moment;
    int32_t node;
    story_what what;
} story_event;

typedef struct story {
    const tree_picture *p;
    story_event *events;
    int32_t count;
    double *alpha, *beta; /* of nodes, as they are at this step */
    bool windows;         /* the method has them: not only the root was entered with one */
    hra_text line, name, value;
    /* Set by the caller, or NULL: gets the window of a node from this step on. */
    void (*window)(struct story *, int32_t node, double alpha, double beta);
    void *self;
} story;

/* HRA_ENOMEM. Close it on failure too. */
hra_err story_open(story *s, const tree_picture *picture);
/* Returns the sentence of step k, until the next call; steps go in their order. */
const char *story_tell(story *s, int32_t k);
/* The step after which everything up to this moment has happened. */
int32_t story_step_of(const story *s, uint64_t moment);
/* HRA_ENOMEM if a sentence had no memory. */
hra_err story_close(story *s);

#endif
