// Wires inspections of links.
import { createSponsorBlock } from '../adapters/sponsorblock/sponsorblock.ts';
import { createInspecting, type Inspecting } from '../core/inspecting/inspecting.ts';
import { withMarks } from '../core/inspecting/marks.ts';
import { linkReader } from '../shared/sites/index.ts';
import type { Base } from './base.ts';
import type { openBlockList } from './takedowns.ts';

/** Opens inspections with this server's tools, platform health and block list. */
export function composeInspecting(
  base: Base,
  blockList: Awaited<ReturnType<typeof openBlockList>>,
): Inspecting {
  const { tools, health, config } = base;
  const origin = config.SPONSORBLOCK_URL;
  const { engine } = tools;
  return createInspecting({
    ...base,
    ...tools,
    engine: origin ? withMarks(engine, createSponsorBlock({ ...base, ...tools, origin })) : engine,
    readLink: linkReader(config.EXTRA_SITES),
    egresses: health.egresses,
    switches: health.switches,
    blockList,
    shared: base.sharedInspections,
  });
}
