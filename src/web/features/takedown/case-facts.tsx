// The state of a case, and its history with the operator's reasons.
import { Archive, CircleCheck, CircleX, Hourglass, type LucideIcon, Undo2 } from 'lucide-react';
import type { CaseAnswer } from '../../../shared/api/takedown.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';

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

/** The card; reasons are in the operator's language. */
export function CaseFacts({ answer }: { readonly answer: CaseAnswer }) {
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
