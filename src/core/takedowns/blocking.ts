// Operators block and unblock videos and uploaders without a notice; every change is audited.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { Clock } from '../async/clock.ts';
import type { Block, Blocks } from '../blocks/ports.ts';
import { readUploader, type Uploader, uploaderKey } from '../blocks/uploader.ts';
import type { InspectOrigins } from '../inspecting/inspect-origins.ts';
import type { ShortLinks } from '../inspecting/ports.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import { MAX_BLOCKS } from './deciding-notices.ts';
import type { NoticeLinks } from './notice-links.ts';

const MAX_LISTED = 500;

/** What an operator blocks: a video by its link, or an uploader by a page, a `platform:id` or the link of a video. */
export type BlockRequest = {
  readonly kind: 'video' | 'uploader';
  readonly text: string;
  readonly reason: string;
};

/** The service behind the operators' block list. `admin` is the operator's email address. */
export type Blocking = {
  readonly list: () => Promise<{ readonly blocks: readonly Block[]; readonly count: number }>;
  /** Throws `invalid_request` for a text that names nothing, `server_full`, and what following or inspecting a link throws. */
  readonly add: (
    admin: string,
    request: BlockRequest,
    ownAddress: string,
    signal: AbortSignal,
  ) => Promise<Block>;
  /** Throws `not_found_page`. */
  readonly remove: (admin: string, id: string) => Promise<void>;
};

export type BlockingNeeds = {
  readonly blocks: Blocks;
  readonly links: NoticeLinks;
  readonly shortLinks: ShortLinks;
  readonly look: InspectOrigins;
  /** Updates the block list wherever it is used. */
  readonly refresh: () => Promise<void>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
};

/** Creates the service. */
export function createBlocking(needs: BlockingNeeds): Blocking {
  const { blocks } = needs;
  return {
    async list() {
      const [list, count] = await Promise.all([blocks.list(MAX_LISTED), blocks.count()]);
      return { blocks: list, count };
    },
    add: (admin, request, ownAddress, signal) =>
      addBlock(needs, admin, request, ownAddress, signal),
    remove: (admin, id) => removeBlock(needs, admin, id),
  };
}

async function addBlock(
  needs: BlockingNeeds,
  admin: string,
  request: BlockRequest,
  ownAddress: string,
  signal: AbortSignal,
): Promise<Block> {
  const { blocks, clock, newId } = needs;
  const { kind, reason } = request;
  const subject = await subjectOf(needs, request, ownAddress, signal);
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
  await note(needs, admin, 'block_added', block.id, { kind, reason });
  return block;
}

async function removeBlock(needs: BlockingNeeds, admin: string, id: string): Promise<void> {
  const block = await needs.blocks.remove(id, needs.clock.now());
  if (!block) throw new AppError('not_found_page');
  await needs.refresh();
  await note(needs, admin, 'block_removed', id, { kind: block.kind });
}

async function subjectOf(
  needs: BlockingNeeds,
  { kind, text }: BlockRequest,
  ownAddress: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (kind === 'video') {
    const [link] = await needs.links.read([text], ownAddress);
    return link ? (await needs.links.settle(link, signal)).subject : null;
  }
  const uploader = readUploader(text) ?? (await uploaderOfVideo(needs, text, signal));
  return uploader && uploaderKey(uploader);
}

async function uploaderOfVideo(
  needs: BlockingNeeds,
  text: string,
  signal: AbortSignal,
): Promise<Uploader | null> {
  const link = await linkOf(needs, text, signal);
  if (!link) return null;
  const [inspected] = await needs.look([link], 'needed', signal);
  const id = inspected?.origin.uploaderIds[0];
  return id === undefined ? null : { platform: link.platform, id };
}

async function linkOf(
  { shortLinks }: BlockingNeeds,
  text: string,
  signal: AbortSignal,
): Promise<Link | null> {
  const reading = readAnyLink(text);
  if (reading.kind !== 'short') return reading.kind === 'link' ? reading.link : null;
  const followed = readAnyLink(await shortLinks.follow(reading.short, signal));
  return followed.kind === 'link' ? followed.link : null;
}

function note(
  { audit, newId, clock }: BlockingNeeds,
  admin: string,
  action: AuditEntry['action'],
  subject: string,
  details: AuditEntry['details'],
): Promise<void> {
  return audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });
}
