// Inspections that the processes of one site share, so that a link is inspected once for all of them.
import type { Clock } from '../async/clock.ts';
import type { SharedValues } from '../async/shared-values.ts';
import type { Inspected, Source, Via } from './inspection.ts';

/** The inspections of other processes, and those for them. */
export type SharedInspections = {
  /** Keeps an inspection until it expires. Not for what was made with the operator's cookies. */
  readonly keep: (inspected: Inspected) => void;
  /** The inspection of a link's address, made by one of these egresses. */
  readonly ofAddress: (address: string, egresses: readonly string[]) => Promise<Inspected | null>;
  /** The inspection with this id, made by any egress. */
  readonly ofId: (id: string) => Promise<Inspected | null>;
};

/** An inspection as plain data. */
export type PlainInspected = Omit<Inspected, 'sources'> & {
  readonly sources: Via & { readonly byId: readonly (readonly [string, Source])[] };
};

/** Creates them. What one egress has found can only be fetched by the same. */
export function createSharedInspections(needs: {
  readonly values: SharedValues;
  readonly clock: Pick<Clock, 'now'>;
  /** Reads an inspection that {@link toPlain} made, maybe on another server; null for anything else. */
  readonly read: (plain: unknown) => Inspected | null;
}): SharedInspections {
  const { values, clock } = needs;
  const read = async (name: string): Promise<Inspected | null> => {
    const plain = await values.get(name);
    const inspected = plain === null ? null : needs.read(plain);
    return inspected && inspected.inspection.expiresAt > clock.now() ? inspected : null;
  };
  return {
    keep(inspected) {
      const { id, link, expiresAt } = inspected.inspection;
      const plain = toPlain(inspected);
      values.put(nameOf(inspected.sources.egress, link.address), plain, expiresAt - clock.now());
      values.put(`inspection ${id}`, plain, expiresAt - clock.now());
    },
    async ofAddress(address, egresses) {
      const all = await Promise.all(egresses.map((egress) => read(nameOf(egress, address))));
      return all.find((one) => one !== null) ?? null;
    },
    ofId: (id) => read(`inspection ${id}`),
  };
}

const nameOf = (egress: string, address: string) => `inspection by ${egress} of ${address}`;

/** An inspection to send. */
export function toPlain({ sources, ...rest }: Inspected): PlainInspected {
  return { ...rest, sources: { ...sources, byId: [...sources.byId] } };
}

/** An inspection that was received. */
export function fromPlain({ sources, ...rest }: PlainInspected): Inspected {
  return { ...rest, sources: { ...sources, byId: new Map(sources.byId) } };
}
