// The boards at the nodes: each is sent as its difference from the board of its parent.
import { Scene } from "../model/scene";
import type { Tree } from "../model/tree";

export class Boards {
  private readonly scenes = new Map<number, Scene>();

  constructor(private readonly tree: Tree) {}

  get any(): boolean {
    return this.tree.board !== undefined;
  }

  /** null: the tree has none, or the node was not searched. */
  at(id: number): Scene | null {
    const node = this.tree.tree[id];
    const known = this.scenes.get(id);
    if (known || !node || !this.tree.board) return known ?? null;
    const above = node.parent === null ? null : this.at(node.parent);
    const scene = node.scene ? new Scene(this.tree.board, node.scene) : node.change && above ? above.changed(node.change) : null;
    if (scene) this.scenes.set(id, scene);
    return scene;
  }
}
