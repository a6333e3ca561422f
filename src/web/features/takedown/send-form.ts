// Sends a form: fetches a challenge, solves it, and gives both to the server. One attempt, and one at a time; a retry is left to the visitor.
import type { CaseOpenedAnswer, ChallengeAnswer } from '../../../shared/takedown-api.ts';
import { requestJson } from '../../browser/request.ts';
import { solveProof } from '../../proof-of-work/solve-proof.ts';
import { bodyOf } from './bodies.ts';
import { type Draft, keepDraft, keepSent, type Sent } from './draft.ts';

/** What is sent: the draft, what a robot may have filled in, and the case that an objection belongs to, if it is known. */
export type Sending = {
  readonly draft: Draft;
  readonly website: string;
  readonly caseToken: string | null;
  /** Called once the calculation is over. */
  readonly onSolved: () => void;
};

/** What is on its way: its page may be left and come back to, in another language even, before the answer is there. */
let underWay: Promise<Sent> | null = null;

/** What is on its way at the moment, or null. */
export function sendingUnderWay(): Promise<Sent> | null {
  return underWay;
}

/** Sends it, and keeps what arrived in this tab. Throws what `request` throws. */
export function sendForm(sending: Sending): Promise<Sent> {
  underWay ??= sendOnce(sending).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function sendOnce(sending: Sending): Promise<Sent> {
  const { draft, website, caseToken, onSolved } = sending;
  // Asked for as late as this: a challenge ends sooner than a careful letter is written.
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
