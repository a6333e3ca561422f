// The block list in memory, read again regularly so that all servers on a database have the same one.
import { AppError } from '../../shared/errors.ts';
import { canonicalKey } from '../../shared/link.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { Origin } from './origin.ts';
import type { Blocks } from './ports.ts';
import { uploaderKey } from './uploader.ts';

/** The block list at this moment. */
export type BlockList = {
  /** Throws `taken_down` for a link whose item is blocked. */
  readonly refuseLink: (link: Pick<Link, 'platform' | 'id'>) => void;
  /** Throws `taken_down` for media that are blocked by an id that only the engine knows, or by their uploader. */
  readonly refuseOrigin: (platform: PlatformId, origin: Origin) => void;
  /** Whether `refuseOrigin` would throw. */
  readonly hasOrigin: (platform: PlatformId, origin: Origin) => boolean;
  /** Whether an address is that of a blocked item. */
  readonly hasAddress: (address: string) => boolean;
  /** `video` includes aliases. */
  readonly has: (kind: 'video' | 'uploader', subject: string) => boolean;
  /** Reads the list again and calls the listener if it changed. Throws what the store throws; then nothing has changed. */
  readonly reload: () => Promise<void>;
};

/** Creates the list, empty until the first `reload`. */
export function createBlockList(blocks: Pick<Blocks, 'subjects'>): BlockList & {
  readonly watch: (onChange: () => Promise<unknown>) => void;
} {
  let blocked: ReadonlySet<string> = new Set();
  let reading = 0;
  let onChange: () => Promise<unknown> = async () => undefined;
  const has: BlockList['has'] = (kind, subject) => blocked.has(`${kind} ${subject}`);

  const hasOrigin: BlockList['hasOrigin'] = (platform, { mediaIds, sourceIds, uploaderIds }) =>
    blocked.size > 0 &&
    ([...mediaIds, ...sourceIds].some((id) => has('video', canonicalKey({ platform, id }))) ||
      uploaderIds.some((id) => has('uploader', uploaderKey({ platform, id }))));

  const refuse = (platform: PlatformId): never => {
    throw new AppError('taken_down', { params: { platform: PLATFORMS[platform].label } });
  };

  return {
    has,
    refuseLink(link) {
      if (has('video', canonicalKey(link))) refuse(link.platform);
    },
    hasOrigin,
    refuseOrigin(platform, origin) {
      if (hasOrigin(platform, origin)) refuse(platform);
    },
    hasAddress(address) {
      const reading = readAnyLink(address);
      return reading.kind === 'link' && has('video', canonicalKey(reading.link));
    },
    async reload() {
      reading += 1;
      const own = reading;
      const fresh = new Set(
        (await blocks.subjects()).map(
          ({ kind, subject }) => `${kind === 'uploader' ? kind : 'video'} ${subject}`,
        ),
      );
      // A slow read must not undo a later one.
      if (own !== reading) return;
      const isSame = fresh.size === blocked.size && [...fresh].every((each) => blocked.has(each));
      blocked = fresh;
      if (!isSame) await onChange();
    },
    watch(listener) {
      onChange = listener;
    },
  };
}
