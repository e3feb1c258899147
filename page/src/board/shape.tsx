// One shape of a scene, whatever its kind.
import { Component } from "preact";
import type { Shape as Drawn } from "../model/shapes";
import { type Box, CELL } from "./box";
import { Cell, Ground, Marks, Owner, Path, Wall } from "./board_shapes";
import { Piece } from "./piece";
import { Card, Die, Label, Terminal } from "./text_shapes";

function Kind({ shape, box, color }: { shape: Drawn; box: Box; color: string }) {
  switch (shape.kind) {
    case "area":
      return <Ground shape={shape} box={box} name="area" round={0.1 * CELL} />;
    case "cell":
      return <Cell shape={shape} box={box} color={color} />;
    case "wall":
      return <Wall box={box} />;
    case "path":
      return <Path shape={shape} box={box} />;
    case "piece":
      return <Piece shape={shape} box={box} color={color} />;
    case "die":
      return <Die shape={shape} box={box} color={color} />;
    case "card":
    case "button":
      return <Card shape={shape} box={box} />;
    case "label":
      return <Label shape={shape} box={box} color={color} />;
    case "text":
      return <Terminal shape={shape} box={box} />;
    default:
      return (
        <>
          <Owner shape={shape} box={box} color={color} />
          <Marks shape={shape} box={box} round={0} />
        </>
      );
  }
}

export interface ShapeProps {
  shape: Drawn;
  box: Box;
  color: string;
}

/** Draws itself again only where it has become another one. */
export class ShapeView extends Component<ShapeProps> {
  override shouldComponentUpdate(next: ShapeProps): boolean {
    const { shape, box, color } = this.props;
    return next.shape !== shape || next.color !== color || next.box.x !== box.x || next.box.y !== box.y;
  }

  override render({ shape, box, color }: ShapeProps) {
    return <Kind shape={shape} box={box} color={color} />;
  }
}
