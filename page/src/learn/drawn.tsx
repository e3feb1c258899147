// The tree of an example, of which leaves can be changed where they stand.
import type { Example } from "./example";

export function Drawn({ example }: { example: Example; id: string }) {
  return <p>{example.walked ? "tree" : ""}</p>;
}
