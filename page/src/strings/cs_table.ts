// The texts of the table screen in Czech.
import type { en_table } from "./en_table";

/** "o 1 bod", "o 3 body", "o 12 bodů", "o 1,5 bodu": the number comes as text. */
function points(text: string): string {
  const n = Number(text);
  return `${text} ${Number.isInteger(n) ? (n === 1 ? "bod" : n >= 2 && n <= 4 ? "body" : "bodů") : "bodu"}`;
}

export const cs_table: typeof en_table = {
  takeBack: "Vzít zpět",
  flip: "Otočit",
  draw: "Remíza",
  share: "Sdílet",
  players: "Hráči",
  more: "Další",
  hintIs: (move) => `Nápověda: ${move}`,
  hintThinks: "Hledá se nejlepší tah …",
  noHint: "Tady nápověda není.",
  lastMove: (name, move) => `${name} – ${move}`,
  turn: "na tahu",
  sound: "Zvuk",
  coordinates: "Souřadnice",
  zen: "Jen deska",
  leaveZen: "Ukázat vše",
  confirmTouch: "Na dotykové obrazovce tahy potvrzovat",
  singleKeys: "Klávesy o jednom písmenu",
  allKeys: "Klávesy …",
  keysTitle: "Klávesy u stolu",
  close: "Zavřít",
  playMove: (move) => `Zahrát ${move}?`,
  play: "Zahrát",
  queued: "Ve frontě: zahraje se, až budete na tahu. Zruší to Escape.",
  keys: {
    past: "o tah zpět, o tah vpřed",
    ends: "začátek, současnost",
    f: "otočit desku",
    h: "nápověda",
    u: "vzít tah zpět",
    z: "jen deska",
    x: "hrozba",
    m: "zvuk",
    escape: "zrušit, co bylo začato",
    help: "tyto klávesy",
    board: "Na desku vede Tab. Tam šipky přecházejí mezi místy a Enter místo stiskne.",
    steps: "V této hře volí šipky směr.",
    wheel: "Tahy se dají procházet i kolečkem myši nad seznamem.",
  },
  wins: (name) => `Vyhrává ${name}`,
  winsBy: (name, text) => `Vyhrává ${name} o ${points(text)}`,
  youWin: "Vyhráli jste",
  youWinBy: (text) => `Vyhráli jste o ${points(text)}`,
  youLose: "Prohráli jste",
  youLoseBy: (text) => `Prohráli jste o ${points(text)}`,
  because: (said, why) => `${said} – ${why}`,
  swap: "Vyměnit strany",
  tutor: {
    label: "Učitel: varuje před",
    levels: { off: "ničím (vypnutý)", blunder: "hrubými chybami", error: "chybami", all: "vším" },
    grades: { inaccuracy: "Nepřesnost", error: "Chyba", blunder: "Hrubá chyba" },
    costly: "Tah se ztrátou",
    chance: (percent) => `${percent} šance na výhru`,
    points,
    warns: (grade, move, loss) => `${grade}: ${move} stojí ${loss}.`,
    play: "Přesto zahrát",
    another: "Zvolit jiný",
    pending: (move) => `${move}: ještě není zahráno`,
  },
};
