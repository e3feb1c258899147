// A list that keeps what is looked at (aria-current) in sight, without moving the page itself.
import { Component, type ComponentChildren, createRef } from "preact";

interface Props {
  name: string;
  label: string;
  /** Which of them is looked at; null: none. */
  at: number | null;
  children: ComponentChildren;
}

export class Follow extends Component<Props> {
  private readonly list = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    this.follow();
  }

  override componentDidUpdate(before: Props): void {
    if (before.at !== this.props.at) this.follow();
  }

  private follow(): void {
    const list = this.list.current;
    const at = list?.querySelector("[aria-current]");
    if (!list) return;
    if (!at) list.scrollTop = 0;
    else list.scrollTop += at.getBoundingClientRect().top - list.getBoundingClientRect().top - (list.clientHeight - at.clientHeight) / 2;
  }

  override render({ name, label, children }: Props) {
    return (
      <div ref={this.list} class={name} tabIndex={0} role="region" aria-label={label}>
        {children}
      </div>
    );
  }
}
