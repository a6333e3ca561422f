// Converts notices between the API and core: for the sides of a case, and in full for operators.
import type { z } from 'zod';
import type { Block } from '../../core/blocks/ports.ts';
import type { NoticeFile } from '../../core/takedowns/deciding-notices.ts';
import {
  type CounterContent,
  decisionsIn,
  type Notice,
  type NoticeContent,
} from '../../core/takedowns/takedown.ts';
import type { CaseView } from '../../core/takedowns/taking-notices.ts';
import type {
  BlockView,
  CaseAnswer,
  counterRequest,
  noticeRequest,
  TakedownAnswer,
  TakedownRow,
} from '../../shared/api/takedown.ts';

/** Returns the content of a notice, without the fields that only protect the form. */
export function noticeContent(body: z.output<typeof noticeRequest>): NoticeContent {
  const { name = null, email = null } = body;
  if (body.kind === 'illegal') {
    const { kind, offence, reasons } = body;
    return {
      kind,
      offence,
      reasons,
      name,
      email,
      signature: null,
      work: null,
      address: null,
      phone: null,
    };
  }
  const { kind, signature, work, address = null, phone = null } = body;
  return { kind, signature, work, name, email, address, phone, offence: null, reasons: null };
}

/** Returns the content of a counter-notice. */
export function counterContent(body: z.output<typeof counterRequest>): CounterContent {
  const { link, signature, name, email, address, phone, statement = null } = body;
  return { link, signature, name, email, address, phone, statement };
}

/** Builds the view of a case for either side. */
export function caseView({ notice, steps, mayCounter }: CaseView): CaseAnswer {
  return {
    kind: notice.kind,
    state: notice.state,
    receivedAt: iso(notice.receivedAt),
    waitingUntil: isoOrNull(notice.waitingUntil),
    history: steps.map(({ state, at, reason }) => ({ state, at: iso(at), reason })),
    mayCounter,
  };
}

/** Builds the row of a notice in the operators' list. */
export function takedownRow(notice: Notice): TakedownRow {
  const { id, kind, offence, state, name, version } = notice;
  return {
    id,
    kind,
    offence,
    state,
    name,
    version,
    linkCount: notice.links.length,
    receivedAt: iso(notice.receivedAt),
    waitingUntil: isoOrNull(notice.waitingUntil),
  };
}

/** Builds the view of a notice with its history, counter-notices and blocked subjects. */
export function takedownAnswerOf({ notice, steps, counters, blocked }: NoticeFile): TakedownAnswer {
  const { signature, work, reasons, email, address, phone } = notice;
  const contested = new Set(
    counters.flatMap(({ outcome, subject }) => (outcome === null ? subject : [])),
  );
  return {
    ...takedownRow(notice),
    signature,
    work,
    reasons,
    email,
    address,
    phone,
    links: notice.links.map((link) => ({
      address: link.address,
      isBlocked: link.subject !== null && blocked.has(link.subject),
      isContested: link.subject !== null && contested.has(link.subject),
    })),
    history: steps.map((step) => ({ ...step, at: iso(step.at) })),
    counters: counters.map(({ receivedAt, noticeId: _, subject: __, ...counter }) => ({
      ...counter,
      receivedAt: iso(receivedAt),
    })),
    decisions: [...decisionsIn(notice.state)],
  };
}

/** Builds the view of a block list entry; aliases are shown as the video they belong to. */
export function blockView(block: Block): BlockView {
  const { id, kind, subject, reason, noticeId, admin, createdAt } = block;
  return {
    id,
    subject,
    reason,
    admin,
    notice: noticeId,
    createdAt: iso(createdAt),
    kind: kind === 'uploader' ? kind : 'video',
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
