// Operators block videos and uploaders by themselves, and unblock what is blocked; every entry is written down.
import { AppError } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Block, Blocks } from '../blocks/ports.ts';
import { readUploader, type Uploader, uploaderKey } from '../blocks/uploader.ts';
import type { LookAtOrigins } from '../inspecting/look-at-origins.ts';
import type { ShortLinks } from '../inspecting/ports.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import { MAX_BLOCKS } from './deciding-notices.ts';
import type { NoticeLinks } from './notice-links.ts';

const MAX_LISTED = 500;

/** What an operator blocks: a link of a video, or an uploader by a page, a `platform:id` or one of their videos. */
export type BlockRequest = {
  readonly kind: 'video' | 'uploader';
  readonly text: string;
  readonly reason: string;
};

/** The service behind the operators' block list. */
export type Blocking = {
  readonly list: () => Promise<{ readonly blocks: readonly Block[]; readonly count: number }>;
  /** Throws `invalid_request` for what names nothing, `server_full`, and what following or looking at a link throws. */
  readonly add: (
    admin: string,
    wish: BlockRequest,
    ownOrigin: string,
    signal: AbortSignal,
  ) => Promise<Block>;
  /** Throws `not_found_page`. */
  readonly remove: (admin: string, id: string) => Promise<void>;
};

/** Makes the service. `refresh` brings the block list up to date wherever it is asked. */
export function createBlocking(needs: {
  readonly blocks: Blocks;
  readonly links: NoticeLinks;
  readonly shortLinks: ShortLinks;
  readonly look: LookAtOrigins;
  readonly refresh: () => Promise<void>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): Blocking {
  const { blocks, clock, newId } = needs;

  const note = (
    admin: string,
    action: AuditEntry['action'],
    subject: string,
    details: AuditEntry['details'],
  ) => needs.audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });

  const videoOf = async (text: string, ownOrigin: string, signal: AbortSignal) => {
    const [link] = await needs.links.read([text], ownOrigin);
    return link ? (await needs.links.settle(link, signal)).subject : null;
  };

  const linkOf = async (text: string, signal: AbortSignal): Promise<Link | null> => {
    const reading = readLink(text);
    if (reading.kind !== 'short') return reading.kind === 'link' ? reading.link : null;
    const followed = readLink(await needs.shortLinks.follow(reading.short, signal));
    return followed.kind === 'link' ? followed.link : null;
  };

  const uploaderBehind = async (text: string, signal: AbortSignal): Promise<Uploader | null> => {
    const link = await linkOf(text, signal);
    if (!link) return null;
    const [looked] = await needs.look([link], 'needed', signal);
    const id = looked?.origin.uploaderIds[0];
    return id === undefined ? null : { platform: link.platform, id };
  };

  const subjectOf = async (wish: BlockRequest, ownOrigin: string, signal: AbortSignal) => {
    if (wish.kind === 'video') return videoOf(wish.text, ownOrigin, signal);
    const uploader = readUploader(wish.text) ?? (await uploaderBehind(wish.text, signal));
    return uploader && uploaderKey(uploader);
  };

  return {
    async list() {
      const [list, count] = await Promise.all([blocks.list(MAX_LISTED), blocks.count()]);
      return { blocks: list, count };
    },
    async add(admin, wish, ownOrigin, signal) {
      const { kind, reason } = wish;
      const subject = await subjectOf(wish, ownOrigin, signal);
      if (subject === null)
        throw new AppError('invalid_request', {
          params: { field: kind === 'video' ? 'link' : 'uploader' },
        });
      if ((await blocks.count()) >= MAX_BLOCKS)
        throw new AppError('server_full', { params: { retryAfterSeconds: 3600 } });
      const block: Block = {
        id: newId(),
        kind,
        subject,
        parentId: null,
        reason,
        noticeId: null,
        admin,
        createdAt: clock.now(),
      };
      await blocks.add(block);
      await needs.refresh();
      await note(admin, 'block_added', block.id, { kind, reason });
      return block;
    },
    async remove(admin, id) {
      const block = await blocks.remove(id, clock.now());
      if (!block) throw new AppError('not_found_page');
      await needs.refresh();
      await note(admin, 'block_removed', id, { kind: block.kind });
    },
  };
}
