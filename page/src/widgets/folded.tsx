// What is below a heading, and is made when it is first unfolded.
import { Component, type ComponentChildren } from "preact";

interface Props {
  title: string;
  /** Unfolds it; the person may fold it again. */
  open?: boolean;
  children: ComponentChildren;
}

export class Folded extends Component<Props, { opened: boolean }> {
  override state = { opened: false };

  override render({ title, open = false, children }: Props) {
    return (
      <details class="panel" open={open} onToggle={(event) => event.currentTarget.open && this.setState({ opened: true })}>
        <summary>{title}</summary>
        {(open || this.state.opened) && children}
      </details>
    );
  }
}
