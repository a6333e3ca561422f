// Holds the state of a form: the draft, its problems, and the phase of sending. To send it, a challenge is fetched and solved; one
// request at a time, without retries.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CaseOpenedAnswer, ChallengeAnswer } from '../../../shared/api/takedown.ts';
import { requestJson } from '../../browser/request.ts';
import { solveProof } from '../../proof-of-work/solve-proof.ts';
import { bodyOf } from './bodies.ts';
import {
  type Draft,
  EMPTY_DRAFT,
  keepDraft,
  keepSent,
  recallDraft,
  recallSent,
  type Sent,
} from './draft.ts';
import { type Failure, failureOf, problemsIn } from './failure.ts';
import type { FieldName } from './fields.ts';
import { type Problems, problemsOf } from './problems.ts';

/** The phase of sending. */
export type Phase =
  | { readonly kind: 'idle' | 'computing' | 'sending' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The form and its actions. */
export type HeldForm = {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly phase: Phase;
  readonly sent: Sent | null;
  /** The form's element, in which the first field with a problem gets the focus. */
  readonly element: RefObject<HTMLFormElement | null>;
  /** Updates the draft and clears the problem of `field`, or all problems without one. */
  readonly change: (draft: Draft, field?: FieldName) => void;
  readonly send: (website: string) => void;
  readonly clear: () => void;
  /** Clears the sent case, for another notice. */
  readonly startOver: () => void;
};

/** `wanted` is the initial form; default: the last one. `caseToken` is the case of a counter-notice. */
export function useForm(wanted: Draft['form'] | null, caseToken: string | null): HeldForm {
  const [draft, setDraft] = useState(() => begun(recallDraft(), wanted));
  const [problems, setProblems] = useState<Problems>({});
  const [phase, setPhase] = useState<Phase>(() => ({
    kind: underWay ? 'sending' : 'idle',
  }));
  const [sent, setSent] = useState(recallSent);
  const [complaints, setComplaints] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (complaints > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [complaints]);

  const change = (next: Draft, field?: FieldName) => {
    setDraft(next);
    keepDraft(next);
    setProblems(({ [field as FieldName]: _gone, ...rest }) => (field ? rest : {}));
  };
  const complain = (found: Problems) => {
    setProblems(found);
    setComplaints((count) => count + 1);
  };
  const follow = async (sending: Promise<Sent>) => {
    try {
      const arrived = await sending;
      setDraft({ ...EMPTY_DRAFT, form: arrived.form });
      setPhase({ kind: 'idle' });
      setSent(arrived);
    } catch (error) {
      console.info('the form was refused', error);
      const named = problemsIn(error, draft);
      setPhase(named ? { kind: 'idle' } : { kind: 'failed', failure: failureOf(error) });
      if (named) complain(named);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: resumes a pending request on mount
  useEffect(() => {
    if (underWay) void follow(underWay);
  }, []);
  const send = async (website: string) => {
    if (underWay) return;
    const found = problemsOf(draft);
    if (Object.keys(found).length > 0) {
      setPhase({ kind: 'idle' });
      return complain(found);
    }
    setPhase({ kind: 'computing' });
    const onSolved = () => setPhase({ kind: 'sending' });
    await follow(sendForm({ draft, website, caseToken, onSolved }));
  };
  return {
    draft,
    problems,
    phase,
    sent,
    element,
    change,
    send: (website) => void send(website),
    clear: () => {
      change({ ...EMPTY_DRAFT, form: draft.form });
      setPhase({ kind: 'idle' });
    },
    startOver: () => {
      keepSent(null);
      setSent(null);
    },
  };
}

function begun(draft: Draft, wanted: Draft['form'] | null): Draft {
  return wanted === null || wanted === draft.form ? draft : { ...draft, form: wanted, ticks: [] };
}

/** What is sent: the draft, the honeypot's value, and the case of a counter-notice, if known. */
type Sending = {
  readonly draft: Draft;
  readonly website: string;
  readonly caseToken: string | null;
  /** Called once the challenge is solved. */
  readonly onSolved: () => void;
};

/** The pending request, which survives leaving and reopening the page. */
let underWay: Promise<Sent> | null = null;

/** Sends the form and stores the sent case in this tab. Throws what `request` throws. */
function sendForm(sending: Sending): Promise<Sent> {
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
