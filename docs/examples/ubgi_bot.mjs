#!/usr/bin/env node
// A bot for UBGI: backgammon. Replace `value`; the game and the protocol stay as they are.
//
//     hra engine check 'node ubgi_bot.mjs' backgammon
//     hra play backgammon human 'ext:cmd="node ubgi_bot.mjs"'
import { createInterface } from "node:readline";

const BAR = 25, POINTS = Array.from({ length: 25 }, (_, i) => i + 1);

// ---- the game ---------------------------------------------------------------------------------
// A side is an array of its checkers on points 1..24, as it counts them itself, and on its bar, 25. Its point p is the
// other side's point 25 - p.

// GNU Backgammon's Position ID: for the other side, then the side to move, each point's checkers as ones, then a 0.
function readId(text) {
    const bytes = Buffer.from(text, "base64");
    let at = 0;
    const bit = () => bytes[at >> 3] >> (at++ & 7) & 1;
    const side = () => {
        const checkers = Array(26).fill(0);
        for (const point of POINTS) while (bit()) checkers[point]++;
        return checkers;
    };
    const theirs = side();
    return { mine: side(), theirs };
}

function canStep({ mine, theirs }, point, die) {
    if (!mine[point] || (mine[BAR] && point !== BAR)) return false;
    const to = point - die;
    if (to >= 1) return theirs[25 - to] < 2;
    const rear = Math.max(...POINTS.filter(p => mine[p]));
    return rear <= 6 && (to === 0 || point === rear); // a larger die bears off from the rear
}

function step(board, point, die) {
    const mine = [...board.mine], theirs = [...board.theirs], to = point - die;
    mine[point]--;
    if (to >= 1) {
        mine[to]++;
        if (theirs[25 - to] === 1) { // a hit
            theirs[25 - to] = 0;
            theirs[BAR]++;
        }
    }
    return { mine, theirs };
}

// All ways to play these dice in this order, as far as they can be played.
function plays(board, dice) {
    const [die, ...rest] = dice;
    const found = POINTS.filter(point => die && canStep(board, point, die)).flatMap(point =>
        plays(step(board, point, die), rest).map(({ steps, end }) => ({ steps: [{ point, die }, ...steps], end })));
    return found.length ? found : [{ steps: [], end: board }];
}

function legalPlays(board, high, low) {
    let found = high === low ? plays(board, Array(4).fill(high))
        : [...plays(board, [high, low]), ...plays(board, [low, high])];
    const most = Math.max(...found.map(play => play.steps.length)); // as many dice as possible,
    found = found.filter(play => play.steps.length === most);
    const larger = found.filter(play => most === 1 && play.steps[0].die === high);
    return larger.length ? larger : found; // and the higher one if only one of them can be played
}

// ---- the choice: your part --------------------------------------------------------------------

// The higher, the better for me after my play.
function value({ mine, theirs }) {
    const pips = side => POINTS.reduce((sum, p) => sum + p * side[p], 0);
    const rear = Math.max(0, ...POINTS.filter(p => theirs[p]));
    const blots = POINTS.filter(p => mine[p] === 1 && p < BAR && 25 - p < rear).length; // that can be hit
    const points = [4, 5, 6, 7, 8].filter(p => mine[p] >= 2).length; // made around the bar point
    return pips(theirs) - pips(mine) - 6 * blots + 4 * points;
}

const choose = (board, dice) => legalPlays(board, Math.max(...dice), Math.min(...dice))
    .reduce((best, play) => value(play.end) > value(best.end) ? play : best).steps;

// ---- the protocol: docs/external.md -----------------------------------------------------------

const name = point => point === BAR ? "bar" : point >= 1 ? String(point) : "off";
const show = steps => steps.map(({ point, die }) => `${name(point)}/${name(point - die)}`).join(" ") || "pass";
const say = line => process.stdout.write(line + "\n");
let board = readId("4HPwATDgc/ABMA"), dice = [6, 1];

for await (const line of createInterface({ input: process.stdin })) { // ends when standard input ends
    const words = line.split(/\s+/).filter(word => word);
    if (words[0] === "ubgi") {
        say("id name JavaScript bot");
        say("ubgiok");
    } else if (words[0] === "isready") {
        say("readyok");
    } else if (words[0] === "position" && words[1] === "gnubgid") {
        board = readId(words[2]);
    } else if (words[0] === "dice") {
        dice = [Number(words[1]), Number(words[2])];
    } else if (words[0] === "go") { // role chequer, and limits such as movetime 1000: this bot is faster than any
        say("bestmove " + show(choose(board, dice)));
    } else if (words[0] === "quit") {
        break;
    } else if (words.length && !["newgame", "setoption", "stop"].includes(words[0])) {
        say("error unknown_command " + words[0]);
    }
}
process.stdin.destroy();
