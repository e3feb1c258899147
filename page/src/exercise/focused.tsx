// Takes the focus when what had it has gone, so that a person goes on by keyboard where they were.
import { Component, type ComponentChildren, createRef } from "preact";

export class Focused extends Component<{ children: ComponentChildren }> {
  private readonly place = createRef<HTMLSpanElement>();

  override componentDidMount(): void {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) this.place.current?.querySelector<HTMLElement>("button, a, input")?.focus({ preventScroll: true });
  }

  override render({ children }: { children: ComponentChildren }) {
    return (
      <span class="focused" ref={this.place}>
        {children}
      </span>
    );
  }
}
