/* Linked with the objects of the program, this makes it take over the whole locale of the environment; by
 * itself the program takes over only the character set. */
#include <locale.h>

__attribute__((constructor)) static void take_the_whole_locale(void) {
    setlocale(LC_ALL, "");
}
