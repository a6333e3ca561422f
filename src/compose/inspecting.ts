// Wires inspections of links.
import { createInspecting, type Inspecting } from '../core/inspecting/inspecting.ts';
import { linkReader } from '../shared/sites/index.ts';
import type { Base } from './base.ts';
import type { openBlockList } from './takedowns.ts';

/** Opens inspections with this server's tools, platform health and block list. */
export function composeInspecting(
  base: Base,
  blockList: Awaited<ReturnType<typeof openBlockList>>,
): Inspecting {
  const { tools, health } = base;
  return createInspecting({
    ...base,
    ...tools,
    readLink: linkReader(base.config.EXTRA_SITES),
    egresses: health.egresses,
    switches: health.switches,
    blockList,
    shared: base.sharedInspections,
  });
}
