// A leaf of a tree whose value can be changed, in a field at the place of the leaf.
import { Component, createRef } from "preact";
import { w } from "../strings/strings";
import type { Spot } from "./layout";
import type { Room } from "./measure";
import type { TreeNode } from "../model/tree";

/** What can be changed at the nodes of a tree. */
export interface Edit {
  /** The value of a leaf as it is typed; null: the node is none that can be changed. */
  value: (node: TreeNode) => string | null;
  /** Gives it another one; "", or why it is none. */
  set: (node: TreeNode, typed: string) => string;
}

interface Props {
  node: TreeNode;
  edit: Edit;
  spot: Spot;
  room: Room;
  outlined: boolean;
  /** Told when the field is to go, after a change or without one. */
  onend: () => void;
}

const [WIDE, HIGH] = [112, 84];

export class LeafField extends Component<Props, { why: string }> {
  override state = { why: "" };
  private readonly input = createRef<HTMLInputElement>();

  override componentDidMount(): void {
    this.input.current?.focus({ preventScroll: true });
    this.input.current?.select();
  }

  private readonly onSubmit = (event: Event) => {
    event.preventDefault();
    const { edit, node, onend } = this.props;
    const why = edit.set(node, this.input.current?.value ?? "");
    this.setState({ why });
    if (!why) onend();
  };

  /** The keys of the tree are letters and numbers here. */
  private readonly onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") this.props.onend();
  };

  private readonly onBlur = () => {
    const { edit, node, onend } = this.props;
    if (this.input.current?.value === edit.value(node)) onend();
  };

  override render({ node, edit, spot, room, outlined }: Props, { why }: { why: string }) {
    const name = node.move_said ?? node.move ?? node.position ?? "";
    const [x, y] = outlined ? [spot.x + 26, spot.y - 3] : [spot.x - WIDE / 2, spot.y + room.size.h - 44];
    return (
      <foreignObject class="leaf-field" x={Math.max(2, x)} y={y} width={WIDE} height={HIGH}>
        <form onSubmit={this.onSubmit} onKeyDown={this.onKeyDown} onClick={(event) => event.stopPropagation()} onPointerDown={(event) => event.stopPropagation()}>
          <input
            ref={this.input}
            class="mono"
            autocomplete="off"
            aria-label={w.tree.leafValue(name)}
            aria-invalid={why !== ""}
            aria-description={why}
            defaultValue={edit.value(node) ?? ""}
            onBlur={this.onBlur}
          />
          {why && <p role="alert">{why}</p>}
        </form>
      </foreignObject>
    );
  }
}
