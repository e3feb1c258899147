/* Which names of stores are addresses of PostgreSQL. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "database.h"

/* Whether `word` stands at the beginning of the text or behind a blank, and a value follows. */
static bool sets(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; *at; at++) {
        bool begins = at == text || isspace((unsigned char)at[-1]);
        if (!begins || strncasecmp(at, word, length) != 0)
            continue;
        const char *next = at + length;
        while (isspace((unsigned char)*next))
            next++;
        if (*next == '=')
            return true;
    }
    return false;
}

bool database_is_address(const char *name) {
    static const char *const words[] = {"host",    "hostaddr", "port",     "dbname", "user",
                                        "service", "password", "passfile", NULL};
    if (strncasecmp(name, "postgresql://", 13) == 0 || strncasecmp(name, "postgres://", 11) == 0)
        return true;
    for (int i = 0; words[i]; i++)
        if (sets(name, words[i]))
            return true;
    return false;
}
