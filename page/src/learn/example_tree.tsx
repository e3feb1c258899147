// The tree of an example, of which leaves can be changed where they stand.
import { downloadSvg } from "../share/download";
import type { Edit } from "../tree/leaf";
import type { TreeNode } from "../model/tree";
import { TreeView } from "../tree/treeview";
import { w } from "../strings/strings";
import type { Example } from "../state/example";

/** What of a tree that was typed in can be changed. */
function editOf(example: Example): Edit | null {
  const { question: { tree }, walked } = example;
  if (!tree || !walked) return null;
  const leaf = (node: TreeNode) => tree.leafOf(node, node.parent === null ? null : (walked.tree[node.parent] ?? null));
  const value = (node: TreeNode) => tree.valueOf(leaf(node) ?? "");
  const wanted = (node: TreeNode) => value(node)?.split(" ").length ?? 1;
  const bad = (numbers: number) => (numbers === 1 ? w.learn.leafBad : w.learn.leafBadSeats(numbers));
  return { value, set: (node, typed) => (example.setLeaf(leaf(node) ?? "", typed) ? "" : bad(wanted(node))) };
}

export function ExampleTree({ example, label }: { example: Example; label: string }) {
  const { walked, live } = example;
  if (!walked) return null;
  const edit = editOf(example);
  const step = live.predict ? (example.hidden ? 0 : Infinity) : undefined; // before the search, or all of it
  return (
    <>
      {edit && <p class="quiet">{w.learn.editLeaves}</p>}
      <TreeView key={String(!walked.simulations)} tree={walked} label={label} names={walked.simulations && walked.board ? walked.board.seats.map(({ name }) => name) : []} onpicture={downloadSvg} {...(step !== undefined && { step })} {...(live.boards && { thumbs: true })} {...(edit && { edit })} />
    </>
  );
}
