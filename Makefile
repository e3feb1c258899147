# The front door: everything real is in meson.build.
#   make play   install what is missing, build, play     make test   the tests of an optimised build: minutes
#   make test-all  these, the page in a browser, sanitizers: half an hour
#   make page   the page in a browser: install, build, serve, open
#   make site   the page with the engine in it, for any web host: build/site/   [SITE_URL=https://...: where it will be]
#   make one    that site in one file, which opens by a double click: build/hra.html
#   make npm    packages for npm, with the site in one of them: dist/*.tgz
#   make python the Python module, built in place: build/python
#   make bench  the speed table                          make fuzz   fuzz for FUZZ_SECONDS each
#   make analyse  what compilers find without running anything
#   make ladders  all ladders of docs/ladders.md again: some twenty minutes
#   make reached  the empty cells of docs/learning/reached.md: hours, and goes on where it was ended
#   make release  tarball, Debian packages, wheel, checksums: dist/     make test-release  installs and uses each, as root
#   make windows  hra.exe and its zip, built by mingw-w64: dist/
#   make docs   manual pages, pictures and the reference of the library                make install [PREFIX=/usr/local] [DESTDIR=]: as any user below a folder of one's own
BUILD ?= build
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600

.PHONY: all play page site npm one hra.html python test test-all bench fuzz analyse docs ladders reached release windows test-release install clean

all: $(BUILD)/build.ninja
	ninja -C $(BUILD)

$(BUILD)/build.ninja:
	tools/packages.sh build
	meson setup $(BUILD) --prefix=$(PREFIX)

play: all
	tools/play.sh $(BUILD)/hra

page:
	tools/packages.sh page
	meson setup $(if $(wildcard $(BUILD)/build.ninja),--reconfigure) $(BUILD) --prefix=$(PREFIX)
	tools/page.sh
	ninja -C $(BUILD)
	$(BUILD)/hra serve --open

site:
	tools/packages.sh site
	SITE_URL='$(SITE_URL)' tools/site.sh $(BUILD)/wasm $(BUILD)/site

one hra.html:
	tools/packages.sh site
	tools/site.sh --one $(BUILD)/wasm $(BUILD)/hra.html

npm: site
	packages/npm/build.sh $(BUILD)/wasm $(BUILD)/site dist

python:
	tools/packages.sh python
	meson setup $(if $(wildcard $(BUILD)/build.ninja),--reconfigure) $(BUILD) --prefix=$(PREFIX) -Dpython=enabled
	ninja -C $(BUILD) python_module
	@echo 'Try: PYTHONPATH=$(BUILD)/python /usr/bin/python3 -c "import hra; help(hra)"'

test:
	tools/packages.sh test
	tests/run.sh

test-all:
	tools/packages.sh test-all
	tests/run.sh all

bench: $(BUILD)/build.ninja
	meson configure $(BUILD) -Dchecks=false
	ninja -C $(BUILD)
	$(BUILD)/hra bench

fuzz:
	tools/packages.sh test-all
	fuzz/run.sh $(FUZZ_SECONDS)

analyse:
	tests/analyse.sh

docs: all
	tools/packages.sh docs
	docs/make.sh $(BUILD)/hra
	docs/reference/make.py

ladders: all
	docs/ladders.py $(BUILD)/hra

reached: all
	docs/learning/reached.py $(BUILD)/hra

release:
	tools/packages.sh release
	tools/release.sh

windows:
	tools/packages.sh windows
	tools/windows.sh

test-release:
	tools/packages.sh release
	tests/release.sh

install: $(BUILD)/build.ninja
	tools/install.sh $(BUILD) $(PREFIX)

clean:
	rm -rf $(BUILD) build-asan build-tsan build-fuzz build-O0
