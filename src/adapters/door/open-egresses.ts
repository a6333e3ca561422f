// The egresses that are open: each with its own connections, for as long as anything uses it.
import type { Dial } from './dial.ts';
import type { EgressRoute } from './door.ts';
import type { WayTo } from './ways.ts';

/** An open egress. */
export type OpenEgress = {
  readonly dial: Dial;
  readonly wayTo: WayTo;
  /** Keeps it open until the returned function is called. */
  readonly hold: () => () => void;
};

/** One that is not held yet; `close` ends its connections. */
type Unheld = Omit<OpenEgress, 'hold'> & { readonly close: () => Promise<void> };

/** The egresses by id. One closes when its last hold ends; until then its id means the route that it was opened with. */
export function createOpenEgresses(connect: (route: EgressRoute) => Unheld): {
  readonly get: (id: string) => OpenEgress | undefined;
  readonly open: (routes: readonly EgressRoute[]) => () => void;
  readonly close: () => Promise<void>;
} {
  const all = new Map<string, OpenEgress>();
  const closing = new Map<string, () => Promise<void>>();
  const create = (route: EgressRoute): OpenEgress => {
    const egress = connect(route);
    let holds = 0;
    const held = {
      ...egress,
      hold() {
        holds += 1;
        let isHeld = true;
        return () => {
          if (!isHeld) return;
          isHeld = false;
          holds -= 1;
          if (holds > 0) return;
          all.delete(route.id);
          closing.delete(route.id);
          void egress.close();
        };
      },
    };
    all.set(route.id, held);
    closing.set(route.id, egress.close);
    return held;
  };
  return {
    get: (id) => all.get(id),
    open(routes) {
      const releases = routes.map((route) => (all.get(route.id) ?? create(route)).hold());
      return () => {
        for (const release of releases) release();
      };
    },
    async close() {
      await Promise.all([...closing.values()].map((close) => close()));
    },
  };
}
