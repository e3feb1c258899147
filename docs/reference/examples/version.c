/* Whether the library that runs fits the headers that a program was compiled with. */
#include <hra/base.h>
#include <hra/version.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%s\n", hra_abi() == HRA_ABI ? "the interface fits" : "compile this program again");
    printf("%s\n", strncmp(hra_version(), HRA_VERSION, strlen(HRA_VERSION)) == 0 ? "the same version"
                                                                                 : "another version");
    return 0;
}

/* It prints:

the interface fits
the same version
*/
