// The search tree of a position at the table.
import { Component, createRef } from "preact";
import type { Desk } from "../state/table_screen";
import { SIZES } from "../state/search_tree";
import { many } from "../model/numbers";
import { lineOf } from "../model/tree";
import { TreeView } from "../tree/treeview";
import { w } from "../strings/strings";

function Summary({ desk }: { desk: Desk }) {
  const { tree } = desk.tree;
  if (!tree) return null;
  const line = lineOf(tree);
  return (
    <p>
      {line.length > 0 && <b>{w.tree.chosenLine(line.join(" "))} </b>}
      {w.tree.whole(many(tree.nodes), tree.kept, many(tree.cutoffs))} {tree.trees > 1 && w.tree.lastOf(tree.trees)} {!tree.complete && w.tree.stopped}
    </p>
  );
}

/** Comes into sight, and takes the focus, where it was asked for. */
class Panel extends Component<{ desk: Desk }> {
  private readonly head = createRef<HTMLHeadingElement>();

  override componentDidMount(): void {
    this.head.current?.focus();
    this.head.current?.scrollIntoView({ block: "start" });
  }

  override render({ desk }: { desk: Desk }) {
    const { state, tree, player, failed, found, ply } = desk.tree;
    const names = desk.table.seats.map(({ seat }) => desk.table.called(seat));
    return (
      <section class="tree-panel" aria-label={w.tree.title} data-tree={state}>
        <header>
          <h2 ref={this.head} tabIndex={-1}>
            {w.tree.of(player || w.adviser)}
          </h2>
          <span class="quiet">{w.tree.moment(ply)}</span>
          <label class="tree-size">
            <span>{w.tree.size}</span>
            <select disabled={state === "runs"} onChange={(event) => void desk.tree.resize(Number(event.currentTarget.value))}>
              {SIZES.map((size) => (
                <option key={size} value={size} selected={size === desk.tree.size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          {desk.tree.isBelow && <button onClick={() => desk.tree.up()}>{w.tree.up}</button>}
          <button class="plain" onClick={() => desk.tree.close()}>
            {w.tree.close}
          </button>
        </header>
        {state === "runs" && (
          <p class="asks" role="status">
            <span>
              {w.tree.waits(player || w.adviser)} {found && `${w.depth} ${found.depth}, ${w.nodes} ${many(found.nodes)}`}
            </span>
            <button onClick={() => desk.tree.stop()}>{w.analysisStop}</button>
          </p>
        )}
        {failed && <p>{failed}</p>}
        <Summary desk={desk} />
        {tree && state !== "runs" && <TreeView tree={tree} label={w.tree.of(player)} names={names} onfurther={(node) => void desk.tree.askBelow(node)} />}
      </section>
    );
  }
}

export function SearchTreeView({ desk }: { desk: Desk }) {
  return desk.tree.state === "none" ? null : <Panel desk={desk} />;
}
