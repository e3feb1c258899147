// A part of the page that is fetched when it is first shown, so that the first sight of the page waits for less.
import { Component, type ComponentType } from "preact";
import { w } from "../strings/strings";

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let part: ComponentType<P> | null = null;
  return class Later extends Component<P, { failed: boolean }> {
    override state = { failed: false };

    override componentDidMount(): void {
      if (part) return;
      load().then(
        (found) => {
          part = found;
          this.forceUpdate();
        },
        () => this.setState({ failed: true }),
      );
    }

    override render(props: P) {
      const Part = part;
      if (Part) return <Part {...props} />;
      return (
        <p class="wait" role="status">
          {this.state.failed ? w.share.partFailed : w.loading}
        </p>
      );
    }
  };
}
