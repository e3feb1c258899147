#!/usr/bin/env python3
"""Wrote the files of this folder but specs.txt (from the lists of `hra games GAME` and `hra methods`), maze.lay and grid.txt, once, with the program of commit 8241368f: make.py HRA FOLDER [STEP...].
It is kept to show how each file came to be. The files are never made again: a later program has to read them."""
import pathlib
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from results import results
from transcript import written

HRA = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[2]).resolve()

# Together the specs of a game name each of its options once, with each of its choices.
GAMES = {
    "yahtzee": ["rules=hasbro,seats=2", "rules=free", "rules=plain,seats=3", "rules=bonus", "rules=yatzy"],
    "tictactoe": [""],
    "nim": ["rows=2-3-4,last=wins", "rows=1-3-5-7,last=loses"],
    "matches": ["count=13,take=4"],
    "tree": ["text=\"node a max; node b chance; leaf c 2; leaf d -1; leaf e 3; edge a b; edge a c; edge b d p=1/3; edge b e p=2/3\",seats=2",
             "file=docs/examples/textbook.tree"],
    "race": ["board=lecture", "board=classic,pieces=2,ring=24,home=3,die=1x2-2x2-3,dice=2,doubles=twice,enter=any,again=none,tries=1,exact=no,"
             "capture=must,win=10,seats=2", "pieces=1,ring=16,dice=2,doubles=plain,enter=1-6,again=6,seats=3",
             "pieces=1,ring=16,dice=2,doubles=again,enter=highest,again=highest,capture=may,exact=yes"],
    "pacman": ["layout=five,ghosts=0,limit=60", "layout=trap,ghosts=1,limit=200", "layout=crossroads",
               "layout=tests/old/maze.lay,limit=100"],
    "checkers": ["draw=10,repetition=2,ballot=12,pieces=3", "ballot=all", "ballot=each", "ballot=9-13 24-20 11-15", "draw=0,repetition=0"],
    "empire": ["map=a,rules=printed,neutral=0,first=random,jokers=best,continents=regions,ties=armies,wild=owned,sea=straight",
               "map=thesis,rules=classroom,first=1,seats=3", "first=bid,jokers=choose,continents=armies,ties=regions,wild=any,sea=corner,neutral=10",
               "map=tests/old/grid.txt,rules=classroom"],
    "backgammon": ["checkers=3,gammons=no", "start=nackgammon,cube=yes,limit=8,jacoby=yes,beavers=yes,automatic=2",
                   "start=usual,match=3,score=1-0,crawford=yes", "match=5,score=3-4,crawford=over", "match=3,score=2-1,crawford=no,cube=no",
                   "checkers=15,limit=0,cube=yes", "checkers=1", "checkers=2"],
}

LEARN = {  # file: game, method with its options, games
    "td-table": ("tictactoe", "td:form=table,rate=0.2,half=300,discount=0.9,explore=0.2,round=10,plies=100,lambda=0.5", 400),
    "td-net": ("tictactoe", "td:hidden=8", 200),
    "td-terms": ("checkers:draw=10", "td:form=terms,plies=60", 20),
    "sarsa": ("nim:rows=2-3", "sarsa:form=table,opponent=random", 300),
    "q": ("matches:count=9", "q:form=table,opponent=random", 300),
    "mc": ("tictactoe", "mc:form=table,opponent=random", 300),
    "vi": ("nim:rows=2-3", "vi:model=selfish,until=1e-5,most=1000", 40),
    "pi": ("matches:count=9", "pi:model=random,sweeps=50", 20),
    "rote": ("tictactoe", "rote:depth=2,eval=lines,discount=0.95,most=1000,ageing=10,forget=50,explore=0.2,opening=2,round=5", 60),
    "samuel": ("checkers:draw=10", "samuel:kept=8,depth=1,rate=0.2,half=50,patience=500,match=10,marks=1,opening=4,round=5,plies=60", 20),
    "tdleaf": ("tictactoe", "tdleaf:depth=2,opening=2", 60),
    "zero": ("tictactoe", "zero:hidden=8,playouts=10,c=1.5,urgency=0.1,opening=2,noise=0.2,dirichlet=0.5,temperature=0.8,sampled=4,"
             "round=10,window=50,passes=2,batch=16,rate=0.01,half=100,decay=0.01,memory=4M", 40),
    "rollout": ("backgammon:checkers=2", "rollout:hidden=8,target=rollout,trials=2,depth=1,positions=4,opening=4,near=1,round=10,renew=1,"
                "passes=1,batch=16,rate=0.01,half=100,fall=yes,decay=0.01", 30),
}


def hra(*words, status=0, text=None):
    folder = [] if words[0] in ("games", "methods") else ["--data", str(OUT / "data")]
    done = subprocess.run([HRA, *words, *folder], input=text, capture_output=True, text=True, cwd=OUT.parent.parent)
    if status is not None and done.returncode != status:
        raise SystemExit(f"{words}: {done.returncode}: {done.stderr}")
    return done.stdout


def save(name, text):
    (OUT / name).parent.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_text(text)


def timed(step, name):
    start = time.time()
    step()
    print(name, round(time.time() - start, 1), flush=True)


def records():
    (OUT / "records").mkdir(exist_ok=True)
    for game, specs in GAMES.items():
        for number, options in enumerate(specs, 1):
            spec = f"{game}:{options}" if options else game
            file = OUT / "records" / f"{game}-{number}.hra"
            for count in (2, 1, 3, 4, 5):  # the number of seats follows from the options
                hra("match", spec, *["random"] * count, "--games", "1", "--seed", str(number), "--record", str(file), status=None)
                if file.exists() and file.stat().st_size:
                    break
    for game, endings in (("checkers:ballot=all", ("hra", "pdn")), ("backgammon:match=3", ("hra", "mat"))):
        for ending in endings:
            name = OUT / "records" / f"three-{game.split(':')[0]}.{ending}"
            hra("match", game, "random", "random", "--games", "3", "--seed", "3", "--record", str(name))


def people():
    """Plays with people: names, taking back, resigning, offers, advice, a tutor, dice that were typed in, positions, times."""
    scripts = {
        "names-undo": ("new tictactoe human human seed=1 keep=plays/names-undo.hra times", "name 0 Anna", "name 1 \"Žofie\"", "move a1", "move b2",
                       "undo", "move c3", "undo", "undo", "move b2", "move a1", "move a3", "move c1", "move b1", "move b3", "move c3", "move c2",
                       "move a2"),
        "resigned": ("new checkers human human seed=1 keep=plays/resigned.hra", "move 11-15", "move 22-17", "resign 0"),
        "agreed": ("new checkers human human seed=1 keep=plays/agreed.hra", "move 11-15", "look 1", "draw offer", "look 0", "draw accept", "look table",
                   "draw offer", "draw accept"),
        "advice-tutor": ("new tictactoe human minimax seed=1 keep=plays/advice-tutor.hra adviser=minimax advise tutor explain", "move a1"),
        "manual-dice": ("new yahtzee human seed=1 dice=manual keep=plays/manual-dice.hra", "roll 1-2-3-4-6", "move keep 1-2-3-4", "roll 5", "move box large-straight",
                        "roll 1-1-1-1-1"),
        "position": ("new checkers human human seed=1 keep=plays/position.hra \"position=B:W18,24,K31:B9,K12\"", "move 9-13"),
        "dice-manual-doubles": ("new backgammon:cube=yes human human seed=1 dice=manual keep=plays/dice-manual-doubles.hra", "roll 31", "move 8/5 6/5",
                                "move double", "move take", "roll 52"),
        "secret-bids": ("new empire:first=bid human human seed=4 keep=plays/secret-bids.hra", "move 1", "look 1", "move 2", "moves"),
        "whole-turn": ("new empire human expert:level=1 seed=4 keep=plays/whole-turn.hra", "moves"),
    }
    for name, lines in scripts.items():
        written(HRA, lines, str(OUT / "data"))
    (OUT / "records" / "people").mkdir(exist_ok=True)
    for kept in sorted((OUT / "data" / "plays").iterdir()):
        kept.rename(OUT / "records" / "people" / kept.name)
    told = written(HRA, SESSION)
    save("session.json", "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in told) + "\n]\n")


SESSION = ["@a games nim", "@b new tictactoe human minimax seed=7 keep=no", "@c moves", "@d move b2", "@d2 sync", "@e move b2", "@f position", "@g undo",
           "@h move a1", "@i advice", "@j analyse alphabeta depth=3", "@k tree minimax depth=1", "@l tutor on", "@m review by=exact", "@n look 0", "@o look watch",
           "@p look table", "@q explain on", "@r hold", "@s go 1", "@t stop", "@u name 0 Anna", "@v adviser minimax", "@w leave",
           "@x new yahtzee:rules=plain random seed=3 keep=no", "@y match nim random random games=10 seed=3", "@z new race:board=lecture human seed=3 rest=people dice=manual hold", "@zz leave"]


def models():
    (OUT / "models").mkdir(exist_ok=True)
    for name, (game, method, games) in LEARN.items():
        hra("learn", game, "--method", method, "--games", str(games), "--seed", "5", "--measure", "0", "--out", str(OUT / "models" / f"{name}.hra"))
        if name in ("td-table", "zero"):
            hra("learn", game, "--method", method, "--games", str(games), "--seed", "5", "--measure", "0", "--out", str(OUT / "data" / f"{name}.hra"),
                "--bare", str(OUT / "models" / f"{name}-bare.hra"))


def interrupted(words, after):
    run = subprocess.Popen([HRA, *words, "--data", str(OUT / "data")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    run.send_signal(signal.SIGINT)
    run.wait()


STORES = {  # what: the run, the same run longer
    "match": ["match", "nim", "random", "greedy", "--seed", "7", "--games", "{}"],
    "tournament": ["tournament", "tictactoe", "random", "greedy", "mcts:playouts=20", "--seed", "7", "--groups", "{}"],
    "test": ["tournament", "nim:rows=2-3", "mcts:playouts=40", "mcts:playouts=2", "--test", "0,40", "--errors", "0.1,0.1", "--seed", "7", "--groups", "{}"],
    "tune": ["tune", "tictactoe", "mcts:playouts=20,c={c}", "-p", "c=1.4,0.1,4,0.2", "--seed", "7", "--steps", "{}"],
    "learn": ["learn", "tictactoe", "--method", "zero:hidden=8,playouts=10,round=20", "--seed", "7", "--measure", "0", "--out", "{}.out", "--games", "{}"],
    "rollout": ["rollout", "backgammon:checkers=2", "--position", "white 1:1 6:1, black 4:1 5:1, white 21", "--seed", "7", "--trials", "{}"],
    "solve": ["solve", "checkers:pieces={}"],
}
WHOLE = {"match": 200, "tournament": 20, "test": 2000, "tune": 40, "learn": 60, "rollout": 72, "solve": 2}
LONG = {"match": 40000000, "tournament": 200000, "test": None, "tune": 400000, "learn": 400000, "rollout": 200000, "solve": 4}


def stores():
    (OUT / "stores").mkdir(exist_ok=True)
    for name, words in STORES.items():
        for state, much in (("finished", WHOLE[name]), ("unfinished", LONG[name])):
            if much is None:
                continue
            store = OUT / "stores" / f"{name}-{state}.db"
            line = [str(OUT / "data" / f"{name}-{state}.out") if word == "{}.out" else word.replace("{}", str(much)) for word in words] + ["--store", str(store)]
            if state == "finished":
                hra(*line)
            else:
                interrupted(line, 0.6)


def parts():
    (OUT / "parts").mkdir(exist_ok=True)
    for part in (1, 2, 3):
        hra("match", "yahtzee:rules=plain,seats=2", "greedy", "random", "--seed", "7", "--games", "30", "--rotate", "--part", f"{part}/3",
            "-o", str(OUT / "parts" / f"{part}.part"))


def expected():
    """What this program makes of all that."""
    games = {name: game for name, (game, _, _) in LEARN.items()}
    with tempfile.TemporaryDirectory() as folder:
        made = results(HRA, folder, games)
    save("expected.json", json.dumps({"games": games, **made}, indent=1, ensure_ascii=False) + "\n")


OUT.mkdir(parents=True, exist_ok=True)
for step in [records, people, models, stores, parts, expected] if len(sys.argv) < 4 else [globals()[name] for name in sys.argv[3:]]:
    timed(step, step.__name__)
shutil.rmtree(OUT / "data", ignore_errors=True)
