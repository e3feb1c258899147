/* What Windows does differently before the command line is read: arguments are UTF-16, files are text, the console knows
 * neither UTF-8 nor colours until it is asked, and who clicks on hra.exe types nothing. */
#include <errno.h>
#include <sys/socket.h>

#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int program_main(int argc, char **argv);

static void set_up_console(void) {
    HANDLE screen = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    if (!GetConsoleMode(screen, &mode))
        return;
    if (SetConsoleMode(screen, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) &&
        !getenv("TERM"))
        (void)_putenv("TERM=xterm-256color"); /* it understands what hra writes */
}

static void set_up_files(void) {
    _fmode = _O_BINARY;
    for (int file = 0; file < 3; file++)
        (void)_setmode(file, _O_BINARY);
}

/* Started by a double click: the console is its own, and shows nothing else. */
static bool was_clicked(int argc) {
    DWORD processes[2];
    return argc == 1 && GetConsoleProcessList(processes, 2) == 1;
}

static char *in_utf8(const wchar_t *text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = size > 0 ? malloc((size_t)size) : NULL;
    if (out)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

/* Windows has a language for each person, and no variable that says so. */
static void set_up_language(void) {
    wchar_t name[LOCALE_NAME_MAX_LENGTH], setting[LOCALE_NAME_MAX_LENGTH + sizeof "LANG=.UTF-8"];
    if (getenv("LANG") || getenv("LC_ALL") || getenv("LC_MESSAGES") ||
        !GetUserDefaultLocaleName(name, LOCALE_NAME_MAX_LENGTH))
        return;
    for (wchar_t *at = name; *at; at++)
        *at = *at == L'-' ? L'_' : *at;
    wsprintfW(setting, L"LANG=%ls.UTF-8", name);
    (void)_wputenv(setting);
}

int wmain(int argc, wchar_t **words) {
    static char serve[] = "serve", open_it[] = "--open";
    char **argv = calloc((size_t)argc + 3, sizeof *argv);
    WSADATA sockets;
    if (!argv)
        return EXIT_FAILURE;
    for (int i = 0; i < argc; i++)
        if (!(argv[i] = in_utf8(words[i])))
            return EXIT_FAILURE;
    if (was_clicked(argc)) {
        argv[argc++] = serve;
        argv[argc++] = open_it;
    }
    set_up_files();
    set_up_console();
    set_up_language();
    (void)WSAStartup(MAKEWORD(2, 2), &sockets);
    return program_main(argc, argv);
}
