// Co se přijímá a co se předává: pozice, partie, obrázky.
import type { en_share } from "./en_share";

export const cs_share: typeof en_share = {
  title: "Kopírovat a sdílet",
  position: "Pozice",
  game: "Partie",
  picture: "Obrázek",
  link: "Odkaz",
  ownText: "Slovy",
  svg: "SVG",
  png: "PNG",
  record: "Záznam",
  copy: "Kopírovat",
  copied: "Zkopírováno",
  copyIt: (name: string) => `Kopírovat: ${name}`,
  select: "Prohlížeč kopírování nedovoluje. Text označte a zkopírujte klávesami Ctrl+C.",
  send: "Poslat …",
  animated: "Pohyblivý obrázek (GIF)",
  frames: (done: number, of: number) => `${Math.round((100 * done) / of)} %`,
  noPicture: "Tento prohlížeč obrázek vytvořit neumí.",

  analyse: "Analyzovat",
  boxLabel: "Pozice, partie nebo odkaz",
  boxExample: "XGID=… nebo W:W18,24,K10:B12,16",
  boxWhat: "Vložte FEN, XGID, Position ID, PDN, soubor zápasu, záznam nebo odkaz, nebo kamkoli přetáhněte soubor. Ctrl+V funguje na každé obrazovce.",
  starts: "Začátek hry",
  open: "Otevřít",
  chooseFile: "Vybrat soubor …",
  partFailed: "Tuto část stránky se nepodařilo načíst. Načtěte stránku znovu.",
  empty: "Není tu žádný text k otevření.",
  almost: (game: string, why: string) => `${game}: ${why}`,
  nothing: "Text neobsahuje žádnou partii.",
};
