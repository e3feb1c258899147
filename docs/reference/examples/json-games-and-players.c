/* What is known of a player, as JSON. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_kind(&json, NULL, hra_registry_find_player(NULL, "random"));
    printf("%s\n", hra_text_string(&text));
    hra_text_release(&text);
    return 0;
}

/* It prints:

{"name":"random","summary":"uniformly random legal moves","options":[]}
*/
