// The wire contract of takedowns: notices, counter-notices, what operators decide, the block list, and the monthly counts. The web uses its types only.
import { z } from 'zod';
import { MAX_LINK_LENGTH } from './limits.ts';
import { proofOfWork } from './proof-api.ts';
import {
  MAX_DECISION_REASON_LENGTH,
  MAX_NOTICE_ADDRESS_LENGTH,
  MAX_NOTICE_EMAIL_LENGTH,
  MAX_NOTICE_LINE_LENGTH,
  MAX_NOTICE_LINKS,
  MAX_NOTICE_TEXT_LENGTH,
  TAKEDOWN_DECISIONS,
  TAKEDOWN_STATES,
} from './takedown.ts';

const state = z.enum(TAKEDOWN_STATES);
const kind = z.enum(['copyright', 'illegal']);
const at = z.iso.datetime();
/** What no form makes and no database takes: control characters (lines may end in long texts), halves of letters. */
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
    'Each is the link of one video as it is pasted on this site, or the address here of a trending video or of one of its files.',
});
const ticked = z.literal(true);

/** Answer of `GET /api/takedowns/challenge`: to be fetched when the form is sent, not when it is opened. */
export const challengeAnswer = z.object({
  challenge: z.string(),
  difficulty: z.number().int().meta({
    description:
      'Find a whole number from 0 so that the SHA-256 of challenge + number (in decimal digits) begins with this many zero bits.',
  }),
  expiresAt: at,
});

const guarded = {
  proof: proofOfWork,
  website: z.string().max(0).optional().meta({
    description: 'A field that people do not see and leave empty, as every client has to.',
  }),
};

/** A notice of copyright infringement: the six elements of 17 U.S.C. 512(c)(3)(A). */
export const copyrightNotice = z.strictObject({
  kind: z.literal('copyright'),
  signature: name.meta({ description: 'The full name, typed, of whoever may act for the owner.' }),
  work: lines(MAX_NOTICE_TEXT_LENGTH).meta({ description: 'Which work it is about.' }),
  links,
  name,
  email,
  address: postalAddress.optional(),
  phone: phone.optional(),
  goodFaith: ticked.meta({ description: 'That the use is authorized by nobody.' }),
  underPenaltyOfPerjury: ticked.meta({
    description: 'That the notice is accurate and its sender may act for the owner.',
  }),
  ...guarded,
});

/** A notice of illegal content: Article 16(2) of Regulation (EU) 2022/2065. */
export const illegalNotice = z
  .strictObject({
    kind: z.literal('illegal'),
    offence: z.enum(['minors', 'other']).meta({
      description:
        'minors: sexual abuse or exploitation of children; only then may who tells of it stay unnamed.',
    }),
    reasons: lines(MAX_NOTICE_TEXT_LENGTH),
    links,
    name: name.optional(),
    email: email.optional(),
    goodFaith: ticked.meta({
      description: 'That what is said is believed to be accurate and complete.',
    }),
    ...guarded,
  })
  .refine((notice) => notice.offence === 'minors' || (notice.name && notice.email), {
    message: 'name and email are missing',
    path: ['name'],
  });

/** Body of `POST /api/takedowns`. A link that is none of ours is `invalid_request` with params `{field: "links", index}`, from 0. */
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
    .meta({ description: 'Why it was a mistake.' }),
  mistakeUnderPenaltyOfPerjury: ticked,
  consentToJurisdiction: ticked.meta({
    description: 'To the courts, and to taking service of process from whoever sent the notice.',
  }),
  ...guarded,
});

/** Answer (201) of both: the token shows how the case stands. It is told once and stored nowhere as it is. */
export const caseOpenedAnswer = z.object({ caseToken: z.string() });

/** Answer of `GET /api/takedowns/cases/{token}`, for either side: nothing in it says who the other one is. */
export const caseAnswer = z.object({
  kind,
  state,
  receivedAt: at,
  waitingUntil: at.nullable().meta({
    description: 'In counter_notice: until then nothing is restored unless an operator says so.',
  }),
  history: z
    .array(z.object({ state, at, reason: z.string().nullable() }))
    .meta({ description: 'The oldest first; reason is that of the operator.' }),
  mayCounter: z.boolean().meta({ description: 'Whether a counter-notice is taken now.' }),
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
  version: z.number().int().meta({ description: 'Sent back as If-Match.' }),
});

/** Query of `GET /api/admin/takedowns`; `open` is what waits for an operator: received and counter_notice. */
export const takedownQuery = z.object({ state: z.enum([...TAKEDOWN_STATES, 'open']).optional() });

/** Answer of `GET /api/admin/takedowns`: the newest first, at most 200. */
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
      admin: z.string().nullable().meta({ description: 'Null for what came from outside.' }),
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
  decisions: z.array(z.enum(TAKEDOWN_DECISIONS)).meta({ description: 'What may be decided now.' }),
});

const reason = lines(MAX_DECISION_REASON_LENGTH).meta({ description: 'Shown to both sides.' });

/** Body of `POST /api/admin/takedowns/{id}/decision`. What the state does not allow is `changed_meanwhile`. */
export const decisionRequest = z.strictObject({
  decision: z.enum(TAKEDOWN_DECISIONS),
  reason,
  blockUploader: z.boolean().optional().meta({
    description:
      'With accept: everything else of the same uploaders is blocked too. Looks at the links, and changes nothing where that fails.',
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

/** Answer of `GET /api/admin/blocks`: the newest first, at most 500. */
export const blocksAnswer = z.object({ blocks: z.array(block), count: z.number().int() });

/** Body of `POST /api/admin/blocks`: a link; or for `uploader` the address of a profile or channel, `platform:id`, or the link of one of their videos, which is looked at. */
export const blockRequest = z.union([
  z.strictObject({ link, reason }),
  z.strictObject({ uploader: link, reason }),
]);

const count = z.number().int();

/** Answer of `GET /api/transparency`: months of UTC that have anything to tell, the newest first. */
export const transparencyAnswer = z.object({
  months: z.array(
    z.object({
      month: z.string().meta({ description: 'Such as 2026-11.' }),
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
/** Body of `POST /api/takedowns`, as it is sent. */
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
