"""Builds the wheel: meson-python, told to build and install the module and the program, which python -m hra is.

Older versions of it read no arguments from pyproject.toml, so they are added here."""
import mesonpy

SETUP = ["-Dwheel=true", "-Dpython=enabled", "-Dtests=disabled", "-Dline_editor=disabled"]


def told(settings):
    """The settings of a call with ours among them."""
    settings = dict(settings or {})
    given = settings.get("setup-args", [])
    settings["setup-args"] = SETUP + ([given] if isinstance(given, str) else list(given))
    return settings


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return mesonpy.build_wheel(wheel_directory, told(config_settings), metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    return mesonpy.build_sdist(sdist_directory, told(config_settings))


def get_requires_for_build_wheel(config_settings=None):
    return mesonpy.get_requires_for_build_wheel(told(config_settings))


def get_requires_for_build_sdist(config_settings=None):
    return mesonpy.get_requires_for_build_sdist(told(config_settings))
