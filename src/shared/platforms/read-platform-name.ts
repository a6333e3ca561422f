// Parses the name of a platform, as people and programs write it, in calls of operators.
import { PLATFORMS } from './index.ts';
import { PLATFORM_IDS, type PlatformId } from './platform.ts';

const ID_BY_NAME: ReadonlyMap<string, PlatformId> = new Map(
  PLATFORM_IDS.flatMap((id) => {
    const { label } = PLATFORMS[id];
    // Of "Twitter / X" either half is a name as well.
    return [id, label, ...label.split('/')].map((name) => [keyOf(name), id] as const);
  }),
);

/** The platform of an id or a label, in any case and with any spaces; null for any other text. */
export function readPlatformName(text: string): PlatformId | null {
  return ID_BY_NAME.get(keyOf(text)) ?? null;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '');
}
