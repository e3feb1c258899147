// What there is to know of the chosen node, and its board.
import { Thumb } from "../board/thumb";
import { many, plain } from "../model/numbers";
import { w } from "../strings/strings";
import type { Boards } from "./boards";
import { type Names, cutSaid, hiddenBelow, isOpenWindow, kindOf, moveOf, valueSaid, windowOf } from "./texts";
import type { TreeNode } from "../model/tree";
import type { Walk } from "./walk";

function factsOf(walk: Walk, node: TreeNode, names: Names): [string, string][] {
  const { key } = w.tree;
  const known = walk.searchSteps.stage(node.id, walk.step) === "known";
  const window = walk.searchSteps.window(node.id, walk.step);
  const facts: [string, string][] = [[key.kind, kindOf(node, names)]];
  if (node.kind !== "pruned") facts.push([key.value, known ? valueSaid(walk.tree, node) : w.tree.unknown]);
  if (window && !isOpenWindow(window)) facts.push([key.window, windowOf(window)]);
  if (walk.searchSteps.isCut(node.id, walk.step)) facts.push([key.cut, cutSaid(node)]);
  if (node.probability !== undefined) facts.push([key.probability, plain(node.probability)]);
  if (node.visits) facts.push([key.visits, many(node.visits)]);
  if (node.depth !== undefined) facts.push([key.depth, String(node.depth)]);
  if (hiddenBelow(node)) facts.push([key.below, hiddenBelow(node)]);
  return facts;
}

function BoardAt({ walk, boards, node }: { walk: Walk; boards: Boards; node: TreeNode }) {
  const own = boards.at(node.id);
  const scene = own ?? (node.parent === null ? null : boards.at(node.parent));
  if (!scene) return null;
  return (
    <figure class="tree-board">
      <Thumb scene={scene} label={own ? w.tree.boardAt(moveOf(walk.node(node.id))) : w.tree.boardAbove} />
      {!own && <figcaption class="quiet">{w.tree.boardAbove}</figcaption>}
    </figure>
  );
}

export interface CardProps {
  walk: Walk;
  boards: Boards;
  names: Names;
  onfurther: ((node: TreeNode) => void) | undefined;
}

export function CardView({ walk, boards, names, onfurther }: CardProps) {
  const node = walk.node(walk.chosen);
  const path = walk.pathTo(node.id).slice(1);
  const children = walk.childrenOf(node.id).length;
  return (
    <div class="tree-card" role="group" aria-label={w.tree.key.kind}>
      <BoardAt walk={walk} boards={boards} node={node} />
      <div class="tree-facts">
        {/* no heading: in a text it would be of any level */}
        <p>
          <b>{moveOf(node)}</b>
        </p>
        {path.length > 1 && <p class="mono line-of">{path.map(moveOf).join(" ")}</p>}
        <dl>
          {factsOf(walk, node, names).map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {node.position && <p class="mono quiet line-of">{node.position}</p>}
        <p class="actions">
          {children > 0 && <button onClick={() => walk.fold(node.id)}>{walk.isOpen(node.id) ? w.tree.fold : w.tree.unfold(children)}</button>}
          {onfurther && node.position && node.parent !== null && node.kind !== "end" && <button onClick={() => onfurther(node)}>{w.tree.further}</button>}
        </p>
      </div>
    </div>
  );
}
