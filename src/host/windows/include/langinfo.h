/* What is typed and shown is UTF-8. */
#ifndef HRA_WINDOWS_LANGINFO_H
#define HRA_WINDOWS_LANGINFO_H

#define CODESET 0
#define nl_langinfo(item) "UTF-8"

#endif
