// An error boundary: confines an error to the component that threw it.
import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** The subject, such as the page; a change of it resets the boundary. */
  readonly of: unknown;
  /** Rendered in place of the failed children. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** Catches errors of rendering, which React does in classes only; React logs the error itself. */
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
