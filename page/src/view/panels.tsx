// Panels below a table whose contents are fetched when one is unfolded.
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { Folded } from "../widgets/folded";
import { later } from "../widgets/later";
import { w } from "../strings/strings";

const AdviserParts = later(() => import("./board_parts").then((parts) => parts.AdviserParts));
const AnalysesParts = later(() => import("./board_parts").then((parts) => parts.AnalysesParts));
const ExplorerParts = later(() => import("./parts").then((parts) => parts.ExplorerParts));

/** What can be asked of the position: moves by an adviser, values by players. */
export function AskPanels({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { adviser, analysis: { analyses, threat }, study, table } = tableScreen;
  return (
    <>
      <Folded title={w.adviser} open={adviser.on || (threat.on && !study.on)}>
        <AdviserParts tableScreen={tableScreen} />
      </Folded>
      <Folded title={w.analysis} open={analyses.runs.length > 0}>
        <AnalysesParts app={app} tableScreen={tableScreen} />
      </Folded>
      <datalist id="players">
        {[...(table.hello?.game?.players ?? []), ...app.home.catalogue.methods].map((player) => (
          <option key={player.name} value={player.name}>
            {player.summary}
          </option>
        ))}
      </datalist>
    </>
  );
}

export function ExplorerPanel({ tableScreen }: { tableScreen: TableScreen }) {
  return (
    <Folded title={w.explorer}>
      <ExplorerParts tableScreen={tableScreen} />
    </Folded>
  );
}
