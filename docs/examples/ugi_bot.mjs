#!/usr/bin/env node
// A bot for UGI: tic-tac-toe. Replace the game and `choose`; the protocol stays as it is.
//
//     hra engine check 'node ugi_bot.mjs' tictactoe
//     hra play tictactoe human 'ext:cmd="node ugi_bot.mjs"'
import { createInterface } from "node:readline";

// ---- the game: moves and positions as `hra rules tictactoe` has them --------------------------

const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

// The cells as an array of ".", "X" and "O", from a text such as "X.O/.X./..O".
const readPosition = fen => [...fen.split(" ")[0].replaceAll("/", "")];
const count = (board, mark) => board.filter(cell => cell === mark).length;
const toMove = board => count(board, "X") === count(board, "O") ? "X" : "O";
const legalMoves = board => [...board.keys()].filter(cell => board[cell] === ".");

function makeMove(board, cell) {
    board[cell] = toMove(board);
}

// ---- the choice: your part --------------------------------------------------------------------

// Whether this mark in this cell makes three in a row.
const completes = (board, cell, mark) =>
    LINES.some(line => line.includes(cell) && line.every(other => other === cell || board[other] === mark));

function choose(board) {
    const mine = toMove(board), theirs = mine === "X" ? "O" : "X";
    const value = cell =>
        completes(board, cell, mine) ? 4 :          // win,
        completes(board, cell, theirs) ? 3 :        // or prevent a loss,
        cell === 4 ? 2 : cell % 2 === 0 ? 1 : 0;    // or take the centre, or a corner
    return legalMoves(board).reduce((best, cell) => value(cell) > value(best) ? cell : best);
}

// ---- the protocol: docs/external.md -----------------------------------------------------------

const say = line => process.stdout.write(line + "\n");
let board = Array(9).fill(".");

for await (const line of createInterface({ input: process.stdin })) { // ends when standard input ends
    const words = line.split(/\s+/).filter(word => word);
    if (words[0] === "ugi") {
        say("id name JavaScript bot");
        say("ugiok");
    } else if (words[0] === "isready") {
        say("readyok");
    } else if (words[0] === "position") { // position startpos|fen TEXT... [moves MOVE...]
        const at = words.includes("moves") ? words.indexOf("moves") : words.length;
        board = words[1] === "startpos" ? Array(9).fill(".") : readPosition(words.slice(2, at).join(" "));
        for (const move of words.slice(at + 1)) makeMove(board, CELLS.indexOf(move));
    } else if (words[0] === "go") { // limits such as movetime 1000: this bot is faster than any
        say("bestmove " + CELLS[choose(board)]);
    } else if (words[0] === "quit") {
        break;
    } // Anything else is ignored: uginewgame, setoption, stop, and what later versions may add.
}
process.stdin.destroy();
