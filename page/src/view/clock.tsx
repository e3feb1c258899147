// The clock of a person beside the name. It draws itself anew, and nothing else.
import { Component } from "preact";
import { clockText, nextChange } from "../model/clock";
import { capital } from "../model/said";
import type { Clocks } from "../state/clocks";
import { w } from "../strings/strings";

interface ClockProps {
  clocks: Clocks;
  seat: number;
  name: string;
}

export class ClockView extends Component<ClockProps> {
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidMount(): void {
    this.wait();
  }

  override componentDidUpdate(): void {
    this.wait();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private wait(): void {
    const { clocks, seat } = this.props;
    const left = clocks.leftOf(seat);
    clearTimeout(this.timer);
    if (left && clocks.running === seat) this.timer = setTimeout(() => this.forceUpdate(), nextChange(left));
  }

  override render({ clocks, seat, name }: ClockProps) {
    const left = clocks.leftOf(seat);
    if (left === null) return null;
    const names = ["clock", clocks.running === seat && "running", clocks.isLow(seat) && "low"];
    return (
      <span class={names.filter(Boolean).join(" ")} role="timer" aria-label={w.clocks.of(name)}>
        {clockText(left)}
      </span>
    );
  }
}

/** What is spoken when the time of a person here is low. */
export function lowSaid(clocks: Clocks, nameOf: (seat: number) => string): string {
  const { low } = clocks;
  return low === null ? "" : ` ${capital(w.clocks.low(nameOf(low)))}`;
}
