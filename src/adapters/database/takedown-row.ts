// Converts notices and counter-notices to rows and back.
import type {
  CounterContent,
  CounterNotice,
  Notice,
  NoticeContent,
} from '../../core/takedowns/takedown.ts';
import type { TakedownCountersTable, TakedownsTable } from './schema.ts';

/** The columns of a notice, listed one by one, so that nothing else in an object is ever stored. */
export function toNoticeRow(notice: Notice, tokenHash: string): TakedownsTable {
  const { kind, offence, signature, work, reasons, name, email, address, phone } = notice;
  const content: NoticeContent = {
    kind,
    offence,
    signature,
    work,
    reasons,
    name,
    email,
    address,
    phone,
  };
  return {
    id: notice.id,
    token_hash: tokenHash,
    state: notice.state,
    content: JSON.stringify(content),
    links: toLinks(notice.links),
    received_at: notice.receivedAt,
    waiting_until: notice.waitingUntil,
    closed_at: notice.closedAt,
    version: notice.version,
  };
}

/** Links as they are stored. */
export function toLinks(links: Notice['links']): string {
  return JSON.stringify(links.map(({ address, subject }) => ({ address, subject })));
}

export function fromNoticeRow(row: TakedownsTable): Notice {
  const { id, state, version } = row;
  return {
    ...(JSON.parse(row.content) as NoticeContent),
    id,
    state,
    version,
    links: JSON.parse(row.links) as Notice['links'],
    receivedAt: row.received_at,
    waitingUntil: row.waiting_until,
    closedAt: row.closed_at,
  };
}

/** The columns of a counter-notice. */
export function toCounterRow(counter: CounterNotice, tokenHash: string): TakedownCountersTable {
  const { id, noticeId, subject, receivedAt, outcome } = counter;
  const { link, signature, name, email, address, phone, statement } = counter;
  const content: CounterContent = { link, signature, name, email, address, phone, statement };
  return {
    id,
    subject,
    outcome,
    notice: noticeId,
    token_hash: tokenHash,
    content: JSON.stringify(content),
    received_at: receivedAt,
  };
}

export function fromCounterRow(row: TakedownCountersTable): CounterNotice {
  const { id, subject, outcome } = row;
  return {
    ...(JSON.parse(row.content) as CounterContent),
    id,
    subject,
    outcome,
    noticeId: row.notice,
    receivedAt: row.received_at,
  };
}
