// node example.mjs: the best first move of tic-tac-toe, and the rest of the game against a program that never loses.
import { load } from "@hra/engine";

const engine = await load();
const game = engine.open("tictactoe human alphabeta");
console.log(`moves: ${game.moves().join(" ")}`);
console.log(`best: ${game.advice().moves[0].move}`);
while (!game.result) game.move(game.moves()[0]);
console.log(game.position().board);
console.log(`points: ${game.result.returns.join(" : ")}`);
