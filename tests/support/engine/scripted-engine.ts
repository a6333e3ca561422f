// The port `Engine` on a script, for what reality does not do on demand: each look ends as its link's script says.

import type { Engine } from '../../../src/core/inspecting/ports.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import type { Link } from '../../../src/shared/platforms/platform.ts';
import { makeInspection, makeItem, NO_ORIGIN } from '../media/make-item.ts';

/** The engine, what it was asked, and how its looks end from now on: by the link's address, `ok` where nothing stands. */
export type ScriptedEngine = {
  readonly engine: Engine;
  readonly asked: Link[];
  readonly ends: Map<string, ErrorCode>;
};

/** Makes one. */
export function createScriptedEngine(): ScriptedEngine {
  const asked: Link[] = [];
  const ends = new Map<string, ErrorCode>();
  return {
    asked,
    ends,
    engine: {
      egress: 'direct',
      async inspect(link, signal) {
        signal.throwIfAborted();
        asked.push(link);
        const code = ends.get(link.address);
        if (code) throw new AppError(code);
        const inspection = { ...makeInspection([makeItem([])]), link };
        return {
          inspection,
          sources: { egress: 'direct', byId: new Map() },
          origin: NO_ORIGIN,
        };
      },
    },
  };
}
