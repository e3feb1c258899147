#include "specs.h"

#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static const char *const more_specs[] = {
    "yahtzee:rules=free,seats=2",
    "yahtzee:rules=plain",
    "yahtzee:rules=bonus,seats=3",
    "yahtzee:rules=yatzy,seats=2",
    "nim:rows=1",
    "nim:rows=1-2-3-4-5,last=loses",
    "matches:count=1",
    "matches:count=40,take=7",
    "race:board=lecture",
    "race:pieces=1,ring=8",
    "race:capture=must,win=10",
    "race:ring=96",
    "race:dice=2",
    "race:seats=2,pieces=2,ring=12,dice=2,doubles=twice,again=6",
    "race:seats=3,pieces=2,ring=24,home=3,die=1-2-3,enter=any,again=none,tries=1,exact=no",
    "pacman:layout=five,limit=50",
    "pacman:layout=corridor,limit=0",
    "pacman:layout=city,ghosts=1,limit=100", /* solving the chases of pairs there takes seconds */
    "checkers:draw=5,repetition=0",
    "empire:map=thesis,neutral=0,first=bid",
    "empire:seats=3,first=bid,jokers=choose",
    "empire:seats=4,map=thesis,first=3,rules=classroom,jokers=choose",
    "empire:map=thesis,rules=thesis",
    "backgammon:checkers=3",
    "backgammon:checkers=1,gammons=no",
    "backgammon:checkers=3,cube,beavers,jacoby,automatic=2,limit=16",
    "backgammon:checkers=2,match=5",
    "backgammon:checkers=1,match=3,score=2-1,cube=no",
    "backgammon:match=9,score=6-7",
    "tree:file=docs/examples/decision.tree", /* the tests run at the root of the sources */
    "tree:file=docs/examples/horizon.tree",
    "tree:file=docs/examples/lecture.tree",
    "tree:file=docs/examples/softmaxn.tree",
    "tree:file=docs/examples/star.tree",
};

/* In some games another option says how many seats there are; these do not open with a different number. */
static void list_seats(spec_list *list, const hra_rules *rules, int seats) {
    hra_game *game;
    snprintf(list->spec[list->count], HRA_SPEC_LENGTH, "%s:seats=%d", rules->name, seats);
    if (seats == rules->seats.usual || hra_game_open(&game, &visit_files, list->spec[list->count], NULL) != 0)
        return;
    hra_game_close(game);
    list->count++;
}

void specs_list(spec_list *list) {
    list->count = 0;
    for (int i = 0; i < hra_registry_games(NULL); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        snprintf(list->spec[list->count++], HRA_SPEC_LENGTH, "%s", rules->name);
        list_seats(list, rules, rules->seats.fewest);
        if (rules->seats.most > rules->seats.fewest)
            list_seats(list, rules, rules->seats.most);
    }
    for (size_t i = 0; i < sizeof more_specs / sizeof *more_specs; i++)
        snprintf(list->spec[list->count++], HRA_SPEC_LENGTH, "%s", more_specs[i]);
}
