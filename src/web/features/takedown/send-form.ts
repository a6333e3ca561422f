// Sends a form: fetches a challenge, solves it and posts both. One request at a time, without retries.
import type { CaseOpenedAnswer, ChallengeAnswer } from '../../../shared/api/takedown.ts';
import { requestJson } from '../../browser/request.ts';
import { solveProof } from '../../proof-of-work/solve-proof.ts';
import { bodyOf } from './bodies.ts';
import { type Draft, keepDraft, keepSent, type Sent } from './draft.ts';

/** What is sent: the draft, the honeypot's value, and the case of a counter-notice, if known. */
export type Sending = {
  readonly draft: Draft;
  readonly website: string;
  readonly caseToken: string | null;
  /** Called once the challenge is solved. */
  readonly onSolved: () => void;
};

/** The pending request, which survives leaving and reopening the page. */
let underWay: Promise<Sent> | null = null;

/** Returns the pending request, or null. */
export function sendingUnderWay(): Promise<Sent> | null {
  return underWay;
}

/** Sends the form and stores the sent case in this tab. Throws what `request` throws. */
export function sendForm(sending: Sending): Promise<Sent> {
  underWay ??= sendOnce(sending).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function sendOnce(sending: Sending): Promise<Sent> {
  const { draft, website, caseToken, onSolved } = sending;
  // Fetched only now: a challenge would expire while a careful notice is written.
  const challenge = await requestJson<ChallengeAnswer>('/api/takedowns/challenge');
  const proof = await solveProof(challenge);
  onSolved();
  const answer = await requestJson<CaseOpenedAnswer>(addressOf(draft, caseToken), {
    method: 'POST',
    body: bodyOf(draft, { proof, website }),
  });
  const arrived = { form: draft.form, caseToken: answer.caseToken };
  // Stored before it is shown: the server sends the token only once.
  keepSent(arrived);
  keepDraft(null);
  return arrived;
}

function addressOf({ form }: Draft, caseToken: string | null): string {
  if (form !== 'counter') return '/api/takedowns';
  return caseToken === null
    ? '/api/takedowns/counter'
    : `/api/takedowns/cases/${encodeURIComponent(caseToken)}/counter`;
}
