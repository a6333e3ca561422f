// One notice: its content, its history, and the possible decisions.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DecisionRequest, TakedownAnswer } from '../../../shared/api/takedown.ts';
import { MAX_DECISION_REASON_LENGTH } from '../../../shared/takedown.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { NoticeState } from './notice-state.tsx';

type NoticeProps = { readonly id: string; readonly onBack: () => void };

/** The notice. Moves the focus to its heading, since the list is no longer shown. */
export function Notice({ id, onBack }: NoticeProps) {
  const { t } = useWords();
  const query = useOperatorData<TakedownAnswer>(`/api/admin/takedowns/${id}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="notice-heading">
      <Button variant="quiet" icon={ArrowLeft} className="notice-back" onClick={onBack}>
        {t('takedown-queue.back')}
      </Button>
      <h1 id="notice-heading" ref={heading} tabIndex={-1}>
        {t('takedown-queue.notice')}
      </h1>
      <ViewState query={query}>
        {(notice) => (
          <>
            <p>
              <NoticeState state={notice.state} />
            </p>
            <Facts notice={notice} />
            <h2>{t('takedown-queue.links')}</h2>
            <ul className="notice-links">
              {notice.links.map(({ address, isBlocked, isContested }) => (
                <li key={address}>
                  <bdi dir="ltr">{address}</bdi>{' '}
                  {isBlocked && <Badge tone="bad">{t('takedown-queue.blocked')}</Badge>}{' '}
                  {isContested && <Badge tone="warn">{t('takedown-queue.contested')}</Badge>}
                </li>
              ))}
            </ul>
            <Counters counters={notice.counters} />
            <History history={notice.history} />
            {notice.decisions.length > 0 && <Decision key={notice.version} notice={notice} />}
          </>
        )}
      </ViewState>
    </section>
  );
}

/** The content from its sender, as plain text. */
function Facts({ notice }: { readonly notice: TakedownAnswer }) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const { kind, offence } = notice;
  const facts: readonly Fact[] = [
    [
      t('takedown-queue.kind'),
      t(offence === 'minors' ? 'takedown-queue.kindMinors' : `takedown-queue.kind_${kind}`),
    ],
    [t('takedown-queue.received'), time.format(new Date(notice.receivedAt))],
    [t('takedown-queue.from'), notice.name],
    [t('takedown-queue.email'), notice.email],
    [t('takedown-queue.phone'), notice.phone],
    [t('takedown-queue.address'), notice.address],
    [t('takedown-queue.work'), notice.work],
    [t('takedown-queue.reasons'), notice.reasons],
    [t('takedown-queue.signature'), notice.signature],
  ];
  return <FactList facts={facts} />;
}

/** One card per counter-notice. */
function Counters({ counters }: Pick<TakedownAnswer, 'counters'>) {
  const { t, language } = useWords();
  if (counters.length === 0) return null;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <>
      <h2>{t('takedown-queue.counters')}</h2>
      {counters.map((counter) => {
        const facts: readonly Fact[] = [
          [t('takedown-queue.received'), day.format(new Date(counter.receivedAt))],
          [t('takedown-queue.link'), counter.link],
          [t('takedown-queue.from'), counter.name],
          [t('takedown-queue.email'), counter.email],
          [t('takedown-queue.phone'), counter.phone],
          [t('takedown-queue.address'), counter.address],
          [t('takedown-queue.statement'), counter.statement],
          [t('takedown-queue.signature'), counter.signature],
          [
            t('takedown-queue.outcome'),
            counter.outcome && t(`takedown-queue.state_${counter.outcome}`),
          ],
        ];
        return (
          <Card key={counter.id} className="notice-counter">
            <FactList facts={facts} />
          </Card>
        );
      })}
    </>
  );
}

/** The steps, oldest first. */
function History({ history }: Pick<TakedownAnswer, 'history'>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <h2>{t('takedown-queue.history')}</h2>
      <ol className="notice-history">
        {history.map(({ state, at, reason, admin }) => (
          <li key={`${state} ${at}`}>
            <time dateTime={at}>{time.format(new Date(at))}</time>{' '}
            <strong>{t(`takedown-queue.state_${state}`)}</strong>{' '}
            {admin !== null && <bdi className="text-soft">{admin}</bdi>}
            {reason !== null && <p dir="auto">{reason}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The decision, with the reason that both parties receive; keeps the input if the request fails. */
function Decision({ notice }: { readonly notice: TakedownAnswer }) {
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [blockUploader, setBlockUploader] = useState(false);
  const call = useOperatorCall(t('takedown-queue.decisionFailed'), [
    '/api/admin/takedowns',
    '/api/admin/blocks',
    '/admin/trending',
  ]);
  const decide = (decision: DecisionRequest['decision']) => {
    if (reason.trim() === '') return setIsMissing(true);
    const body: DecisionRequest = {
      decision,
      reason: reason.trim(),
      ...(decision === 'accept' && blockUploader ? { blockUploader } : {}),
    };
    call.mutate({
      method: 'POST',
      path: `/api/admin/takedowns/${notice.id}/decision`,
      body,
      version: notice.version,
    });
  };
  return (
    <form
      className="notice-decision"
      aria-label={t('takedown-queue.decision')}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{t('takedown-queue.decision')}</h2>
      <TextArea
        label={t('takedown-queue.reason')}
        hint={t('takedown-queue.reasonHint')}
        error={isMissing ? t('takedown-queue.reasonMissing') : undefined}
        maxLength={MAX_DECISION_REASON_LENGTH}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setIsMissing(false);
        }}
      />
      {notice.decisions.includes('accept') && (
        <label className="notice-check">
          <input
            type="checkbox"
            checked={blockUploader}
            onChange={(event) => setBlockUploader(event.target.checked)}
          />
          <span>{t('takedown-queue.blockUploader')}</span>
        </label>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {notice.decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'accept' || decision === 'keep' ? 'primary' : 'secondary'}
            disabled={call.isPending}
            onClick={() => decide(decision)}
          >
            {t(`takedown-queue.decide_${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
