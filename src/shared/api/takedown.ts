// The API schemas of takedowns: notices, counter-notices, decisions, the block list, and monthly counts. The web imports only their types.
import { z } from 'zod';
import { MAX_LINK_LENGTH } from '../limits.ts';
import {
  MAX_DECISION_REASON_LENGTH,
  MAX_NOTICE_ADDRESS_LENGTH,
  MAX_NOTICE_EMAIL_LENGTH,
  MAX_NOTICE_LINE_LENGTH,
  MAX_NOTICE_LINKS,
  MAX_NOTICE_TEXT_LENGTH,
  TAKEDOWN_DECISIONS,
  TAKEDOWN_STATES,
} from '../takedown.ts';
import { proofOfWork } from './proof.ts';

const state = z.enum(TAKEDOWN_STATES);
const kind = z.enum(['copyright', 'illegal']);
const at = z.iso.datetime();
/** Refuses control characters (except line breaks in long texts) and lone surrogates, which not every database accepts. */
const isPlain = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed();
const isPlainLines = (text: string) => isPlain(text.replace(/[\n\r\t]/g, ' '));
const line = (maxLength: number) => z.string().trim().min(1).max(maxLength).refine(isPlain);
const lines = (maxLength: number) => z.string().trim().min(1).max(maxLength).refine(isPlainLines);
const name = line(MAX_NOTICE_LINE_LENGTH);
const email = line(MAX_NOTICE_EMAIL_LENGTH).regex(/^[^\s@]+@[^\s@]+$/);
const postalAddress = lines(MAX_NOTICE_ADDRESS_LENGTH);
const phone = line(MAX_NOTICE_LINE_LENGTH);
const link = line(MAX_LINK_LENGTH);
const links = z.array(link).min(1).max(MAX_NOTICE_LINKS).meta({
  description:
    'Each is the link of one video as pasted on this site, or the URL on this site of a trending video or of one of its files.',
});
const ticked = z.literal(true);

/** Answer of `GET /api/takedowns/challenge`. Fetch it when the form is sent, not when it is opened. */
export const challengeAnswer = z.object({
  challenge: z.string(),
  difficulty: z.number().int().meta({
    description:
      'Find an integer from 0 so that the SHA-256 of challenge + number (in decimal digits) begins with this many zero bits.',
  }),
  expiresAt: at,
});

const guarded = {
  proof: proofOfWork,
  website: z.string().max(0).optional().meta({
    description: 'A honeypot: hidden from people; clients must leave it empty.',
  }),
};

/** A notice of copyright infringement: the six elements of 17 U.S.C. 512(c)(3)(A). */
export const copyrightNotice = z.strictObject({
  kind: z.literal('copyright'),
  signature: name.meta({
    description: 'The typed full name of a person authorized to act for the owner.',
  }),
  work: lines(MAX_NOTICE_TEXT_LENGTH).meta({ description: 'The copyrighted work.' }),
  links,
  name,
  email,
  address: postalAddress.optional(),
  phone: phone.optional(),
  goodFaith: ticked.meta({
    description:
      'Good-faith belief that the use is not authorized by the owner, its agent or the law.',
  }),
  underPenaltyOfPerjury: ticked.meta({
    description: 'That the notice is accurate and the sender is authorized to act for the owner.',
  }),
  ...guarded,
});

/** A notice of illegal content: Article 16(2) of Regulation (EU) 2022/2065. */
export const illegalNotice = z
  .strictObject({
    kind: z.literal('illegal'),
    offence: z.enum(['minors', 'other']).meta({
      description:
        'minors: sexual abuse or exploitation of children; only such a notice may be anonymous.',
    }),
    reasons: lines(MAX_NOTICE_TEXT_LENGTH),
    links,
    name: name.optional(),
    email: email.optional(),
    goodFaith: ticked.meta({
      description: 'Good-faith belief that the statements are accurate and complete.',
    }),
    ...guarded,
  })
  .refine((notice) => notice.offence === 'minors' || (notice.name && notice.email), {
    message: 'name and email are missing',
    path: ['name'],
  });

/** Body of `POST /api/takedowns`. An unsupported link is `invalid_request` with params `{field: "links", index}`, from 0. */
export const noticeRequest = z.union([copyrightNotice, illegalNotice]);

/** Body of `POST /api/takedowns/counter` and `POST /api/takedowns/cases/{token}/counter`: 17 U.S.C. 512(g)(3). */
export const counterRequest = z.strictObject({
  link: link.meta({ description: 'The link that was taken down.' }),
  signature: name,
  name,
  email,
  address: postalAddress,
  phone,
  statement: lines(MAX_NOTICE_TEXT_LENGTH)
    .optional()
    .meta({ description: 'Why the takedown was a mistake.' }),
  mistakeUnderPenaltyOfPerjury: ticked,
  consentToJurisdiction: ticked.meta({
    description:
      'Consent to the jurisdiction of the courts, and to service of process from the sender of the notice.',
  }),
  ...guarded,
});

/** Answer (201) to a notice and to a counter-notice. The token gives access to the case; it is shown once, and only its hash is stored. */
export const caseOpenedAnswer = z.object({ caseToken: z.string() });

/** Answer of `GET /api/takedowns/cases/{token}`, for either side: it does not identify the other one. */
export const caseAnswer = z.object({
  kind,
  state,
  receivedAt: at,
  waitingUntil: at.nullable().meta({
    description:
      'In counter_notice: nothing is restored before this time, unless an operator decides to.',
  }),
  history: z
    .array(z.object({ state, at, reason: z.string().nullable() }))
    .meta({ description: 'Oldest first; `reason` is the operator’s.' }),
  mayCounter: z.boolean().meta({ description: 'Whether a counter-notice is accepted now.' }),
});

/** One notice in the operators' list. */
export const takedownRow = z.object({
  id: z.string(),
  kind,
  offence: z.enum(['minors', 'other']).nullable(),
  state,
  name: z.string().nullable(),
  linkCount: z.number().int(),
  receivedAt: at,
  waitingUntil: at.nullable(),
  version: z.number().int().meta({ description: 'Send it back as If-Match.' }),
});

/** Query of `GET /api/admin/takedowns`; `open` selects notices that wait for an operator: received and counter_notice. */
export const takedownQuery = z.object({ state: z.enum([...TAKEDOWN_STATES, 'open']).optional() });

/** Answer of `GET /api/admin/takedowns`: newest first, at most 200. */
export const takedownsAnswer = z.object({
  notices: z.array(takedownRow),
  openCount: z.number().int(),
  isAgentConfigured: z.boolean().meta({
    description: 'Whether the designated agent has a name, an address and an e-mail address.',
  }),
});

/** Answer of `GET /api/admin/takedowns/{id}` and of a decision; its ETag is the version. */
export const takedownAnswer = takedownRow.extend({
  signature: z.string().nullable(),
  work: z.string().nullable(),
  reasons: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  links: z.array(
    z.object({ address: z.string(), isBlocked: z.boolean(), isContested: z.boolean() }),
  ),
  history: z.array(
    z.object({
      state,
      at,
      reason: z.string().nullable(),
      admin: z
        .string()
        .nullable()
        .meta({ description: 'Null for steps not taken by an operator.' }),
    }),
  ),
  counters: z.array(
    z.object({
      id: z.string(),
      receivedAt: at,
      link: z.string(),
      signature: z.string(),
      name: z.string(),
      email: z.string(),
      address: z.string(),
      phone: z.string(),
      statement: z.string().nullable(),
      outcome: z.enum(['restored', 'kept']).nullable(),
    }),
  ),
  decisions: z
    .array(z.enum(TAKEDOWN_DECISIONS))
    .meta({ description: 'The decisions that are possible now.' }),
});

const reason = lines(MAX_DECISION_REASON_LENGTH).meta({ description: 'Shown to both sides.' });

/** Body of `POST /api/admin/takedowns/{id}/decision`. A decision that the state does not allow is `changed_meanwhile`. */
export const decisionRequest = z.strictObject({
  decision: z.enum(TAKEDOWN_DECISIONS),
  reason,
  blockUploader: z.boolean().optional().meta({
    description:
      'With accept: also blocks all other posts of the same uploaders. Inspects the links; if that fails, nothing is changed.',
  }),
});

/** One entry of the block list. */
export const block = z.object({
  id: z.string(),
  kind: z.enum(['video', 'uploader']),
  subject: z.string().meta({ description: 'platform:id' }),
  reason: z.string(),
  notice: z.string().nullable(),
  admin: z.string().nullable(),
  createdAt: at,
});

/** Answer of `GET /api/admin/blocks`: newest first, at most 500. */
export const blocksAnswer = z.object({ blocks: z.array(block), count: z.number().int() });

/** Body of `POST /api/admin/blocks`: a link; or for `uploader` the URL of a profile or channel, `platform:id`, or the link of one of their videos, which is inspected. */
export const blockRequest = z.union([
  z.strictObject({ link, reason }),
  z.strictObject({ uploader: link, reason }),
]);

const count = z.number().int();

/** Answer of `GET /api/transparency`: the months (UTC) with any notices, newest first. */
export const transparencyAnswer = z.object({
  months: z.array(
    z.object({
      month: z.string().meta({ description: 'A month such as 2026-11.' }),
      received: count,
      accepted: count,
      refused: count,
      counterNotices: count,
      restored: count,
      blockedVideos: count,
      blockedUploaders: count,
    }),
  ),
});

/** Answer of `GET /api/takedowns/challenge`. */
export type ChallengeAnswer = z.infer<typeof challengeAnswer>;
/** Body of `POST /api/takedowns`, as clients send it. */
export type NoticeRequest = z.input<typeof noticeRequest>;
/** Body of both ways to send a counter-notice. */
export type CounterRequest = z.input<typeof counterRequest>;
/** Answer to a notice or counter-notice. */
export type CaseOpenedAnswer = z.infer<typeof caseOpenedAnswer>;
/** Answer of `GET /api/takedowns/cases/{token}`. */
export type CaseAnswer = z.infer<typeof caseAnswer>;
/** One notice in the operators' list. */
export type TakedownRow = z.infer<typeof takedownRow>;
/** Answer of `GET /api/admin/takedowns`. */
export type TakedownsAnswer = z.infer<typeof takedownsAnswer>;
/** Answer of `GET /api/admin/takedowns/{id}`. */
export type TakedownAnswer = z.infer<typeof takedownAnswer>;
/** Body of a decision. */
export type DecisionRequest = z.input<typeof decisionRequest>;
/** One entry of the block list. */
export type BlockView = z.infer<typeof block>;
/** Answer of `GET /api/admin/blocks`. */
export type BlocksAnswer = z.infer<typeof blocksAnswer>;
/** Body of `POST /api/admin/blocks`. */
export type BlockRequest = z.input<typeof blockRequest>;
/** Answer of `GET /api/transparency`. */
export type TransparencyAnswer = z.infer<typeof transparencyAnswer>;
