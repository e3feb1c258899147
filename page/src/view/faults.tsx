// What could not be read in a file.
import type { Fault } from "../model/study";
import { w } from "../strings/strings";

export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul class="faults">
      {faults.map((fault) => (
        <li key={`${fault.line} ${fault.column} ${fault.text}`} class={fault.remark ? "remark" : undefined}>
          {w.faultAt(fault.line, fault.column)}: {fault.text}
        </li>
      ))}
    </ul>
  );
}
