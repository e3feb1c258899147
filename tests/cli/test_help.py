"""What the program tells of itself: commands, rules, games, completion."""
# suites: cli, heavy
import hashlib
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from conftest import HRA, ROOT

COMMANDS = [name for name in subprocess.run(
    [HRA, "--complete", "help", ""], capture_output=True, text=True, check=True).stdout.split() if name != "all"]
GAMES = re.findall(r"^  hra rules (\S+)$", subprocess.run(
    [HRA, "rules"], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout, re.M)


def test_hra_alone_greets_and_names_every_game_and_command(hra):
    said = hra().good()
    assert "yahtzee" in said
    assert "tictactoe" in said
    assert len(COMMANDS) >= 10
    assert len(set(COMMANDS)) == len(COMMANDS)


def test_version(hra):
    assert len(hra("--version").good().lines) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(hra, command):
    said = hra(command, "--help").good()
    assert "Options:" in said
    assert f"hra {command}" in said
    assert hra("help", command).good().out.startswith(said.out)
    hra(command, "-h").good()


# ---- terms ---------------------------------------------------------------------------------------

INDEX = [[part.strip() for part in line.split("|")] for line in (ROOT / "docs" / "index.txt").read_text("utf-8").splitlines()
         if line and not line.startswith("#")]


def test_the_index_has_the_terms_of_the_field():
    terms = {term for terms, _, _ in INDEX for term in terms.split("; ")}
    assert len(INDEX) >= 60
    assert not {"alpha-beta window", "aspiration", "LMR", "quiescence", "multipv", "cpuct", "FPU", "Dirichlet", "temperature",
                "replay buffer", "weight decay", "epoch", "SPRT", "LOS", "normalized Elo", "self-play", "equity", "doubling window",
                "tablebase", "lease"} - terms


def test_every_page_of_the_index_names_its_term():
    for terms, page, _ in INDEX:
        text = " ".join((ROOT / "docs" / page).read_text("utf-8").lower().split())
        assert any(term.lower() in text for term in terms.split("; ")), (terms, page)


def test_translated_pages_are_found_by_their_own_words(hra):
    """Each has a row in the index of its language, with a term that its text has."""
    rows = [[part.strip() for part in line.split("|")] for line in (ROOT / "docs" / "index.cs.txt").read_text("utf-8").splitlines()
            if line and not line.startswith("#")]
    for terms, page, _ in rows:
        text = " ".join((ROOT / "docs" / page.replace(".md", ".cs.md")).read_text("utf-8").lower().split())
        assert any(term.lower() in text for term in terms.split("; ")), (terms, page)
    pages = {str(path.relative_to(ROOT / "docs")).replace(".cs.md", ".md") for path in (ROOT / "docs").rglob("*.cs.md")}
    assert {page for page in pages if not page.startswith("games/pacman")} <= {page for _, page, _ in rows}
    czech = {"LC_ALL": "C.UTF-8", "LANGUAGE": "cs"}
    for words in ("ořezávání", "pruning"):
        said = hra(f"help --search {words}", **czech).good()
        assert said.count("docs/methods/alphabeta.cs.md") == 1 and "minimax bez větví" in said
    assert "bez větví" not in hra("help --search pruning").good()


def test_a_page_is_named_in_the_language_of_the_reader(hra):
    assert "docs/lesson.md" in hra("help --search lesson").good()
    assert "docs/lesson.cs.md" in hra("help --search lesson", LC_ALL="C.UTF-8", LANGUAGE="cs").good()
    assert "page: docs/methods/minimax.md" in hra("help minimax").good()
    assert "stránka: docs/methods/minimax.cs.md" in hra("help minimax", LC_ALL="C.UTF-8", LANGUAGE="cs").good()


def test_translations_are_listed_and_have_the_code_of_their_text():
    said = subprocess.run([sys.executable, ROOT / "docs" / "translations.py", "--check"], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


def test_a_text_that_changes_makes_its_translation_older(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# A\n\n    $ hra games\n", "utf-8")
    (docs / "a.cs.md").write_text("# Á\n\n    $ hra games\n", "utf-8")
    (docs / "translations.txt").write_text("# none yet\n", "utf-8")
    shutil.copy(ROOT / "docs" / "translations.py", docs)

    def run(*words):
        return subprocess.run([sys.executable, docs / "translations.py", *words], capture_output=True, text=True)
    assert "docs/a.cs.md is not in docs/translations.txt" in run("--check").stdout
    run("--update", "docs/a.cs.md")
    assert hashlib.sha256(b"# A\n\n    $ hra games\n").hexdigest()[:16] in (docs / "translations.txt").read_text("utf-8")
    assert (run("--check").returncode, run().stdout) == (0, "current docs/a.cs.md\n")
    (docs / "a.cs.md").write_text("# Á\n\n    $ hra methods\n", "utf-8")
    assert "hra methods" in run("--check").stdout
    (docs / "a.md").write_text("# A\n\nMore.\n", "utf-8")
    assert (run("--check").returncode, run().stdout) == (0, "older   docs/a.cs.md\n")


def test_the_index_of_the_documents_is_up_to_date():
    assert subprocess.run([sys.executable, ROOT / "docs" / "index.py", "--check"]).returncode == 0, "docs/index.py"


def test_every_page_is_in_the_index():
    """But the lists of pages, and decisions."""
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md") if path.suffixes == [".md"]}
    pages = {page for page in pages if not page.startswith("reference/pages/")}  # made of the headers
    missing = {page for page in pages if not page.startswith("decisions/")} - {page for _, page, _ in INDEX}
    assert missing == {"README.md", "learn.md"}


def test_rules_are_searched(hra):
    """Chapters, as `hra rules` takes them, with the sentence; in the reader's language, and by English words too."""
    czech = {"LC_ALL": "C.UTF-8", "LANGUAGE": "cs"}
    said = hra("help --search castling").good()
    assert said.has_line("^Rules:$") and said.has_line("^  hra rules chess game +The moves are those of the Laws of Chess")
    assert "Laws of Chess" in hra("rules chess game").good()
    assert hra("help --search start Scharnagl").good().has_line(r"^  hra rules chess Options +start; −1 to 959; −1; with variant=960: ")
    assert hra("help --search rošáda", **czech).good().has_line("^  hra rules chess Volby +.*rošáda")
    assert hra("help --search castling", **czech).good().has_line("^  hra rules chess Hra ")
    assert hra("help --search FIDE castling passant").good().count("^  hra rules ") == 1  # all words in one paragraph


def test_every_term_leads_to_its_page(hra):
    for terms, page, sentence in INDEX:
        for term in terms.split("; "):
            said = hra("help", "--search", *term.split()).good()
            assert f"docs/{page}" in said, term


def test_a_search_finds_commands_and_options(hra):
    said = hra("help --search sprt").good()
    assert "hra tournament" in said
    assert "learning/zero.md" in hra("help --search WEIGHT Dec").good()  # in any case; the beginning of a word
    assert "zero:c=" in hra("help --search c").good()
    assert "aspiration" not in hra("help --search as").good()  # a short word is a whole one
    found = hra("help --search LOS").good()  # an abbreviation is a whole word
    assert "ratings.md" in found and "losses" not in found.out
    hra("help --search nowhereinhra").failing("found nothing for")
    hra("help --search").wrong("missing words")


# ---- rules ---------------------------------------------------------------------------------------

def test_the_rules_of_every_game_are_there(hra):
    assert sorted(GAMES) == sorted(re.findall(r"^([a-z0-9]+)  .*", hra("games").out, re.M))


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_a_game(hra, game):
    said = hra("rules", game).good()
    assert "Moves" in said.lines
    assert "Sources" in said.lines
    assert not said.has_line(r"`|\*\*|\]\(|^!|^#|^[^ ].{80}")


def test_a_chapter_of_the_rules(hra):
    said = hra("rules yahtzee:rules=yatzy moves").good()
    assert "Positions" not in said
    assert "reroll 1 3" in said


@pytest.mark.parametrize(("command", "values"), [
    ("games pacman", "|SOUBOR.lay"), ("games empire", "map=a|thesis|SOUBOR"), ("methods heuristic", "rules=SADA|SADA+SADA..."),
    ("methods heuristic", "filter=JMÉNO|JMÉNO+JMÉNO..."), ("games backgammon", "standard|nackgammon")])
def test_words_in_capitals_are_translated_in_the_values_of_options_too(hra, command, values):
    assert values in hra(command, LC_ALL="C.UTF-8", LANGUAGE="cs").good()


def test_a_chapter_in_czech_and_a_czech_chapter_in_english(hra):
    said = hra("rules nim moves", LC_ALL="C.UTF-8", LANGUAGE="cs").good()
    assert "Tahy" in said
    assert "b3 vezme tři" in said
    said = hra("rules nim tahy").good()
    assert "Moves" in said
    assert "b3 takes three" in said


def test_what_has_no_rules(hra):
    hra("rules nim strategy").wrong("have no chapter")
    hra("rules yatzee").wrong("did you mean")


# ---- completion ----------------------------------------------------------------------------------

@pytest.mark.parametrize("words, expected", [
    ("pl", "play plays players"),
    ("help m", "methods match"),
    ("methods t", "td tdleaf"),
    ("players expectima", "expectimax"),
    ("play ya", "yahtzee"),
    ("play yahtzee:", "yahtzee:rules= yahtzee:seats="),
    ("match yahtzee:rules=free,", "yahtzee:rules=free,seats="),
    ("show pacman:layout=c", "pacman:layout=corridor pacman:layout=comb pacman:layout=crossroads pacman:layout=city"),
    ("play empire:map=", "empire:map=a empire:map=thesis"),
    ("play checkers human expert:level=1", "expert:level=1 expert:level=10"),
    ("play yahtzee h", "human heuristic"),
    ("match yahtzee --games 5 h", "heuristic"),
    ("search checkers -m alphabeta:eval=", "alphabeta:eval=material alphabeta:eval=corner alphabeta:eval=corner-flat"
     " alphabeta:eval=nets alphabeta:eval=trained( alphabeta:eval=expr("),
    ("match tictactoe alphabeta:na", "alphabeta:name="),
    ("play yahtzee --adv", "--advice --adviser"),
    ("play yahtzee --dice ''", "manual"),
    ("rules empire mo", "moves"),
    ("tournament r", "resume report race"),
    ("tournament resume ''", ""),
    ("review ''", "resume report status *"),  # a file may be meant too
    ("play atlantis human:", ""),
    ("nonsense a", "")])
def test_completion(hra, words, expected):
    assert hra("--complete", *shlex.split(words)).exits(0).out.split() == expected.split()


@pytest.mark.parametrize("line, expected", [
    ("play yahtzee:", "rules= seats="), ("play empire:map=", "a thesis"),
    ("play checkers human ex", "expert ext expectimax expectiminimax exact"),
    ("rules nim ", "game options moves positions values players sources")])
def test_bash_puts_what_comes_behind_the_signs_at_which_it_divides_words(hra, line, expected):
    script = ('. "$FILE"; COMP_WORDBREAKS=$\' \\t\\n"\\047><=;|&(:\'; COMP_LINE="$hra $LINE"; COMP_POINT=${#COMP_LINE};'
              ' _hra; echo "${COMPREPLY[*]}"')
    assert hra.shell(script, FILE=str(ROOT / "docs/completion/hra.bash"), LINE=line).out == expected + "\n"


# ---- what a name is the name of ---------------------------------------------------------------

@pytest.mark.parametrize("words, expected", [
    ("help td", "td  Temporal differences: |training method: hra learn GAME --method td|      lambda="),
    ("methods mcts", "search method: hra analyse GAME --player mcts|    games: all|      rave-k="),
    ("methods minimax", "    games: checkers, pacman, nim, matches, tictactoe, connect4, chess, tree"),
    ("methods expert", "expert  Checkers nets: |expert  Empire weights: |expert  Backgammon net: "),
    ("help exact", "games that are small enough, of: checkers, "),
    ("players expert", "player: hra play pacman expert|player: hra play backgammon expert|      level=1..10"),
    ("players human", "human  a person"),
    ("help corner", "evaluation, for the option eval of players and methods: eval=corner|    games: checkers"),
    ("help nim", "nim  take any number|xor          exact winner"),
    ("help rollout", "hra rollout GAME|'hra methods rollout' explains the method"),
    ("help learnt", "trained  best move one ply ahead|evaluation, for the option eval")])
def test_a_name_is_explained(hra, words, expected):
    said = hra(words).good()
    for text in expected.split("|"):
        assert text in said, text


def test_only_methods_are_methods_and_only_players_players(hra):
    assert "evaluation, for" not in hra("players trained").good()
    assert "training method" not in hra("players zero").good()
    hra("methods greedy").wrong("unknown method 'greedy'; methods: minimax")
    hra("players td").wrong("unknown player 'td'; players: human")
    hra("methods alphabte").wrong("did you mean 'alphabeta'?")
    hra("td").wrong("unknown command 'td'; 'hra help td' explains")
    hra("help nothing").wrong("nothing is called 'nothing'")


def test_names_as_json(hra):
    td, = hra("methods td --json").json()["methods"]
    assert (td["kind"], td["name"], td["title"]) == ("training", "td", "Temporal differences")
    assert "backgammon" in td["games"]
    assert "lambda" in [option["name"] for option in td["options"]]
    assert [found["games"] for found in hra("methods expert --json").json()["methods"]] == [["checkers"], ["backgammon"], ["empire"], ["chess"]]
    players = hra("players --json").json()["players"]
    assert {"human", "mcts", "optimal"} <= {player["name"] for player in players}
    assert {player["kind"] for player in players} == {"player", "search"}


def test_no_title_is_its_name_or_repeats_itself(hra):
    lines = [line for listed in ("games", "methods") for line in hra(listed).good().lines if re.match(r"[a-z]+  ", line)]
    lines += [line for line in hra("help all").good().lines if re.match(r"  [a-z]+  +[a-z]", line)]
    assert len(lines) > 40
    said = [re.fullmatch(r" *(\w+)  +(?:([A-Z][^:]*): )?(.*)", line).groups() for line in lines]
    for name, title, summary in said:
        first = summary.lower().split(",")[0].split(":")[0]
        assert name != first, name
        assert not title or title.lower() not in (name, first), name
        assert summary.count(":") == 0, summary
    titles = [title for _, title, _ in said if title]
    assert len(titles) == len(set(titles)), sorted(titles)


# ---- games ---------------------------------------------------------------------------------------

def test_a_spec_names_its_game(hra):
    assert "nim  take" in hra("games nim:rows=2").good()


def test_games_game_lists_options_of_players_and_no_player_twice(hra):
    said = hra("games yahtzee").good()
    assert "          target=" in said
    assert "  [" in said
    assert said.count("^      greedy ") == 1


def test_games_alone_is_short(hra):
    said = hra("games").good()
    assert "          score=" not in said
    assert "      atleast " in said
