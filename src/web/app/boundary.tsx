// Keeps a mistake of ours where it happened: what stands beside the part that broke goes on.
import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** What is shown, such as the page; when it becomes another one, it is tried again. */
  readonly of: unknown;
  /** Stands in the place of what broke. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** React knows no other way to catch what is thrown while drawing; it logs the error itself. */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.isBroken && before.of !== this.props.of) this.setState({ isBroken: false });
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
