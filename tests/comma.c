/* Linked with the objects of the program: all of it then runs in the locale of the environment, and not
 * only the characters, which is what the program itself asks for. */
#include <locale.h>

__attribute__((constructor)) static void take_the_whole_locale(void) {
    setlocale(LC_ALL, "");
}
