// One shape of a scene, whatever its kind.
import { Component } from "preact";
import type { Shape as Drawn } from "../model/shapes";
import { type Box, CELL } from "./box";
import { Cell, type Drawn as Look, Ground, Marks, Owner, Path, Wall } from "./board_shapes";
import type { Scene } from "../model/scene";
import { SymbolView } from "./symbol";
import { inkOf, symbolOf } from "../model/symbols";
import { Piece } from "./piece";
import { Card, Die, Label, Terminal } from "./text_shapes";

function Kind(look: Look) {
  const { shape, box, color, symbol } = look;
  switch (shape.kind) {
    case "area":
      return (
        <>
          <Ground shape={shape} box={box} name="area" round={0.1 * CELL} />
          {symbol && <SymbolView symbol={symbol} box={box} color={color} />}
        </>
      );
    case "cell":
      return <Cell {...look} />;
    case "wall":
      return <Wall shape={shape} box={box} />;
    case "path":
      return <Path shape={shape} box={box} />;
    case "piece":
      return <Piece {...look} />;
    case "die":
      return <Die shape={shape} box={box} />;
    case "card":
    case "button":
      return <Card {...look} />;
    case "label":
      return <Label {...look} />;
    case "text":
      return <Terminal shape={shape} box={box} />;
    default:
      return (
        <>
          {symbol && <SymbolView symbol={symbol} box={box} color={color} />}
          <Owner shape={shape} box={box} color={color} />
          <Marks shape={shape} box={box} round={0} />
        </>
      );
  }
}

export interface ShapeProps {
  shape: Drawn;
  box: Box;
  scene: Scene;
}

/** Draws itself again only where it has become another one. */
export class ShapeView extends Component<ShapeProps> {
  override shouldComponentUpdate(next: ShapeProps): boolean {
    const { shape, box, scene } = this.props;
    return next.shape !== shape || next.scene.board !== scene.board || next.box.x !== box.x || next.box.y !== box.y;
  }

  override render({ shape, box, scene }: ShapeProps) {
    return <Kind shape={shape} box={box} color={scene.color(shape.owner)} symbol={symbolOf(scene.board, shape)} ink={inkOf(scene.board, shape)} />;
  }
}
