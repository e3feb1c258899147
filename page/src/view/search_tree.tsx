// The search tree of a position at the table.
import { Component, createRef } from "preact";
import { Predict, canPredict } from "../state/predict";
import type { TableScreen } from "../state/table_screen";
import { SIZES } from "../state/search_tree";
import { many } from "../model/numbers";
import { lineOf } from "../model/tree";
import { downloadSvg } from "../share/download";
import { Predictable } from "../exercise/predict_view";
import { TreeView } from "../tree/treeview";
import { w } from "../strings/strings";

function Summary({ tableScreen }: { tableScreen: TableScreen }) {
  const { tree } = tableScreen.analysis.tree;
  if (!tree) return null;
  const line = lineOf(tree);
  return (
    <p>
      {line.length > 0 && <b>{w.tree.chosenLine(line.join(" "))} </b>}
      {w.tree.whole(many(tree.nodes), tree.kept_nodes, many(tree.cutoffs))} {tree.trees > 1 && w.tree.lastOf(tree.trees)} {!tree.complete && w.tree.stopped}
    </p>
  );
}

/** Comes into sight, and takes the focus, where it was asked for. */
class Panel extends Component<{ tableScreen: TableScreen }> {
  private readonly head = createRef<HTMLHeadingElement>();

  override componentDidMount(): void {
    this.head.current?.focus();
    this.head.current?.scrollIntoView({ block: "start" });
  }

  override render({ tableScreen }: { tableScreen: TableScreen }) {
    const { state, tree, player, failed, found, ply } = tableScreen.analysis.tree;
    const names = tableScreen.table.seats.map(({ seat }) => tableScreen.table.called(seat));
    return (
      <section class="tree-panel" aria-label={w.tree.title} data-tree={state}>
        <header>
          <h2 ref={this.head} tabIndex={-1}>
            {w.tree.of(player || w.adviser)}
          </h2>
          <span class="quiet">{w.tree.moment(ply)}</span>
          <label class="tree-size">
            <span>{w.tree.size}</span>
            <select disabled={state === "runs"} onChange={(event) => void tableScreen.analysis.tree.resize(Number(event.currentTarget.value))}>
              {SIZES.map((size) => (
                <option key={size} value={size} selected={size === tableScreen.analysis.tree.size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          {tableScreen.analysis.tree.isBelow && <button onClick={() => tableScreen.analysis.tree.up()}>{w.tree.up}</button>}
          <button class="plain" onClick={() => tableScreen.analysis.tree.close()}>
            {w.tree.close}
          </button>
        </header>
        {state === "runs" && (
          <p class="asks" role="status">
            <span>
              {w.tree.waits(player || w.adviser)} {found && `${w.depth} ${found.depth}, ${w.nodes} ${many(found.nodes)}`}
            </span>
            <button onClick={() => tableScreen.analysis.tree.stop()}>{w.stop}</button>
          </p>
        )}
        {failed && <p>{failed}</p>}
        {tree && state !== "runs" && (
          <Predictable make={tableScreen.analysis.tree.predict({ Predict, canPredict })}>
            <Summary tableScreen={tableScreen} />
            <TreeView tree={tree} label={w.tree.of(player)} names={names} onpicture={downloadSvg} onfurther={(node) => void tableScreen.analysis.tree.askBelow(node)} />
          </Predictable>
        )}
      </section>
    );
  }
}

export function SearchTreeView({ tableScreen }: { tableScreen: TableScreen }) {
  return tableScreen.analysis.tree.state === "none" ? null : <Panel tableScreen={tableScreen} />;
}
