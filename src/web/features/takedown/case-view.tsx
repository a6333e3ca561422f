// A case: its state, its history, and the counter-notice form if one is accepted.
import {
  Archive,
  CircleCheck,
  CircleX,
  Hourglass,
  type LucideIcon,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CaseAnswer } from '../../../shared/api/takedown.ts';
import { requestJson } from '../../browser/request.ts';
import { usePage } from '../../page/page-context.tsx';
import { AgainButton } from '../../ui/again.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';
import { CaseLink } from './case-link.tsx';
import { type Failure, failureOf, isUnknownCase } from './failure.ts';
import { Form } from './form.tsx';
import { SentCard } from './sent-card.tsx';
import { useForm } from './use-form.ts';

/** The case with this token; use the token as `key`. */
export function CaseView({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const { href } = usePage();
  const [known, load] = useCase(caseToken);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const isHere = known.kind === 'here';
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('takedown.caseHeading')}
      </h2>
      <div className="takedown-case">
        <p role="status" className="sr-only">
          {known.kind === 'loading' && t('takedown.caseLoading')}
        </p>
        {known.kind === 'loading' && <Waiting />}
        {known.kind === 'gone' && <Gone />}
        {known.kind === 'failed' && (
          <Failed
            failure={known.failure}
            onAgain={() => {
              load();
              heading.current?.focus();
            }}
          />
        )}
        {isHere && (
          <>
            <CaseFacts answer={known.answer} />
            <p>{t('takedown.keepLink')}</p>
            <CaseLink caseToken={caseToken} />
          </>
        )}
        {known.kind !== 'loading' && (
          <div className="flex flex-wrap gap-3">
            {isHere && (
              <Button icon={RotateCcw} busy={known.isLoading} onClick={load}>
                {t('takedown.caseRefresh')}
              </Button>
            )}
            <ButtonLink variant="quiet" href={href}>
              {t('takedown.aboutNotices')}
            </ButtonLink>
          </div>
        )}
        {isHere && known.answer.mayCounter && (
          <div>
            <CaseObjection caseToken={caseToken} />
          </div>
        )}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <Skeleton className="h-6 w-28" />
      <Skeleton className="mt-4 h-6 w-full" />
      <Skeleton className="mt-8 h-24 w-full" />
    </Card>
  );
}

function Gone() {
  const { t } = useWords();
  return (
    <Card role="alert">
      <h3>{t('takedown.caseGoneHeading')}</h3>
      <p>{t('takedown.caseGoneText')}</p>
    </Card>
  );
}

type FailedProps = { readonly failure: Failure; readonly onAgain: () => void };

function Failed({ failure, onAgain }: FailedProps) {
  const { t } = useWords();
  return (
    <Card tone="bad" role="alert">
      <h3>{t('takedown.caseFailedHeading')}</h3>
      <p>{t(failure.words, { retryAfterSeconds: failure.waitSeconds })}</p>
      <AgainButton
        variant="primary"
        className="mt-4"
        waitSeconds={failure.waitSeconds || null}
        onAgain={onAgain}
      />
    </Card>
  );
}

/** The form, or the confirmation. */
function CaseObjection({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const held = useForm('counter', caseToken);
  const { sent, startOver } = held;
  const [before] = useState(sent);
  // Ignores what was sent from this tab before.
  const hasSent = sent !== null && sent !== before;
  return (
    <Disclosure summary={t('takedown.caseCounter')}>
      {hasSent ? <SentCard sent={sent} isNew onAnother={startOver} /> : <Form held={held} />}
    </Disclosure>
  );
}

/** The state of the request. */
type KnownCase =
  | { readonly kind: 'loading' | 'gone' }
  | { readonly kind: 'here'; readonly answer: CaseAnswer; readonly isLoading: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Returns the case with this token, and a function that reloads it. An empty token belongs to no case. */
function useCase(caseToken: string): readonly [KnownCase, () => void] {
  const [known, setKnown] = useState<KnownCase>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when `asked` grows
  useEffect(() => {
    if (caseToken === '') return setKnown({ kind: 'gone' });
    const end = new AbortController();
    const path = `/api/takedowns/cases/${encodeURIComponent(caseToken)}`;
    setKnown((last) => (last.kind === 'here' ? { ...last, isLoading: true } : { kind: 'loading' }));
    requestJson<CaseAnswer>(path, { signal: end.signal }).then(
      (answer) => setKnown({ kind: 'here', answer, isLoading: false }),
      (error: unknown) => {
        if (end.signal.aborted) return;
        // Does not log the error: the URL in it holds the token.
        console.info('the case could not be loaded');
        setKnown(
          isUnknownCase(error) ? { kind: 'gone' } : { kind: 'failed', failure: failureOf(error) },
        );
      },
    );
    return () => end.abort();
  }, [caseToken, asked]);
  return [known, useCallback(() => setAsked((times) => times + 1), [])];
}

type StateLook = {
  readonly icon: LucideIcon;
  readonly tone: 'neutral' | 'accent' | 'good' | 'warn';
  readonly word: WordKey;
  readonly text: WordKey;
};

const look = (
  icon: LucideIcon,
  tone: StateLook['tone'],
  name: 'Received' | 'Accepted' | 'Refused' | 'CounterNotice' | 'Restored' | 'Kept',
): StateLook => ({ icon, tone, word: `takedown.state${name}`, text: `takedown.text${name}` });

const LOOKS: Readonly<Record<CaseAnswer['state'], StateLook>> = {
  received: look(Hourglass, 'neutral', 'Received'),
  accepted: look(CircleCheck, 'good', 'Accepted'),
  refused: look(CircleX, 'neutral', 'Refused'),
  counter_notice: look(Hourglass, 'warn', 'CounterNotice'),
  restored: look(Undo2, 'accent', 'Restored'),
  kept: look(Archive, 'neutral', 'Kept'),
};

/** The state and the history; reasons are in the operator's language. */
function CaseFacts({ answer }: { readonly answer: CaseAnswer }) {
  const { t, code } = useWords();
  const { kind, state, receivedAt, waitingUntil, history } = answer;
  const day = (at: string) => writeDay(at.slice(0, 10), languageOf(code));
  const now = LOOKS[state];
  const title = kind === 'copyright' ? 'takedown.caseCopyright' : 'takedown.caseIllegal';
  return (
    <Card className="takedown-facts">
      <h3>{t(title, { date: day(receivedAt) })}</h3>
      <p>
        <Badge icon={now.icon} tone={now.tone}>
          {t(now.word)}
        </Badge>
      </p>
      <p>{t(now.text)}</p>
      {state === 'counter_notice' && waitingUntil && (
        <p>{t('takedown.waitingUntil', { date: day(waitingUntil) })}</p>
      )}
      <h4>{t('takedown.historyHeading')}</h4>
      <ol>
        {history.map((step) => (
          <li key={`${step.at} ${step.state}`}>
            <time dateTime={step.at}>{day(step.at)}</time>
            <div>
              <p className="font-semibold">{t(LOOKS[step.state].word)}</p>
              {step.reason && <p dir="auto">{step.reason}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
