// Inspects canaries by the egresses of a setup: by each one that is new to it, else as visitors do.
import { codeOf, ERRORS } from '../../../shared/errors.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { type Egress, serves } from '../../inspecting/egress/egresses.ts';
import type { Engine } from '../../inspecting/ports.ts';
import type { EngineSetup } from '../ports.ts';

/** As visitors: another egress is asked once. */
const MOST_ATTEMPTS = 2;

/** Those egresses of a setup that another one does not have, or not for this platform. */
export function newEgresses(
  setup: EngineSetup,
  before: EngineSetup,
  platform?: PlatformId,
): readonly Egress[] {
  const isKnown = ({ id }: Egress) =>
    before.egresses.some(
      (one) => one.id === id && (platform === undefined || serves(one, platform)),
    );
  const isWanted = (egress: Egress) => platform === undefined || serves(egress, platform);
  return setup.egresses.filter((egress) => isWanted(egress) && !isKnown(egress));
}

/**
 * Wraps an engine so that a link passes only if each egress that `before` does not have passes it. Where there is none, one of
 * the others has to. `failures` says which egresses failed, and with what.
 */
export function byEgresses(
  engine: Engine,
  setup: EngineSetup,
  before: EngineSetup,
): { readonly engine: Engine; readonly failures: () => readonly string[] } {
  const failures = new Set<string>();
  const ask: Engine['inspect'] = (link, signal, egress) =>
    engine.inspect(link, signal, egress).catch((error: unknown) => {
      failures.add(`${link.platform} (${egress}): ${codeOf(error)}`);
      throw error;
    });
  return {
    failures: () => [...failures],
    engine: {
      ...engine,
      async inspect(link, signal) {
        const required = newEgresses(setup, before, link.platform);
        const [first, ...others] =
          required.length > 0
            ? required
            : setup.egresses.filter((one) => serves(one, link.platform)).slice(0, MOST_ATTEMPTS);
        if (required.length > 0) {
          const inspected = await ask(link, signal, first?.id);
          for (const { id } of others) await ask(link, signal, id);
          return inspected;
        }
        return ask(link, signal, first?.id).catch((error: unknown) => {
          const [second] = others;
          if (!second || !ERRORS[codeOf(error)].refusesServer) throw error;
          return ask(link, signal, second.id);
        });
      },
    },
  };
}
