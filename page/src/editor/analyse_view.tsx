// "Analyse": what a person has – a position, a game, a file, a link – or a game's start.
import { Stage } from "../board/thumb";
import type { App } from "../state/app";
import { fragmentOf } from "../model/route";
import { PositionView } from "./position_view";
import { PasteBox } from "../share/paste_box";
import { w } from "../strings/strings";

export function AnalyseView({ app }: { app: App }) {
  const { home } = app;
  return (
    <main class="analyse-screen">
      <h1>{w.share.analyse}</h1>
      <PasteBox app={app} />
      <PositionView app={app} />
      <h2>{w.share.starts}</h2>
      <ul class="starts">
        {home.catalogue.games.map((game) => (
          <li key={game.name}>
            <a href={fragmentOf({ at: "analyse", spec: game.name, position: "" })}>
              <Stage scene={home.catalogue.pictures.get(game.name)} />
              <span>{game.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
