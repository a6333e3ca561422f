// An error boundary: confines an error to the component that threw it.
import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** The subject, such as the page; a change of it resets the boundary. */
  readonly of: unknown;
  /** Rendered in place of the failed children. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** So often the children are rendered anew after something else took nodes of the page away. */
const MAX_RENEWALS = 3;

/** Catches errors of rendering, which React does in classes only; React logs the error itself. */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };
  private renewals = 0;

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    // A translator or a blocker changed the page under React; drawn anew it is whole.
    const isForeign = (error as Error | null)?.name === 'NotFoundError';
    if (!isForeign || this.renewals === MAX_RENEWALS) return;
    this.renewals += 1;
    this.setState({ isBroken: false });
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.isBroken && before.of !== this.props.of) this.setState({ isBroken: false });
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
