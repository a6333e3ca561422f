// One notice: its content, its history, and the possible decisions.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { TakedownAnswer } from '../../../shared/api/takedown.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Counters } from './counters.tsx';
import { Decision } from './decision.tsx';
import { History } from './history.tsx';
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
        {t('notices.back')}
      </Button>
      <h1 id="notice-heading" ref={heading} tabIndex={-1}>
        {t('notices.notice')}
      </h1>
      <ViewState query={query}>
        {(notice) => (
          <>
            <p>
              <NoticeState state={notice.state} />
            </p>
            <Facts notice={notice} />
            <h2>{t('notices.links')}</h2>
            <ul className="notice-links">
              {notice.links.map(({ address, isBlocked, isContested }) => (
                <li key={address}>
                  <bdi dir="ltr">{address}</bdi>{' '}
                  {isBlocked && <Badge tone="bad">{t('notices.blocked')}</Badge>}{' '}
                  {isContested && <Badge tone="warn">{t('notices.contested')}</Badge>}
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
    [t('notices.kind'), t(offence === 'minors' ? 'notices.kindMinors' : `notices.kind_${kind}`)],
    [t('notices.received'), time.format(new Date(notice.receivedAt))],
    [t('notices.from'), notice.name],
    [t('notices.email'), notice.email],
    [t('notices.phone'), notice.phone],
    [t('notices.address'), notice.address],
    [t('notices.work'), notice.work],
    [t('notices.reasons'), notice.reasons],
    [t('notices.signature'), notice.signature],
  ];
  return <FactList facts={facts} />;
}
