// The cockpit view: the state of the server, and its switches.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { useWords } from '../../words/words.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Canaries } from './canaries.tsx';
import { Engine } from './engine.tsx';
import { Errors } from './errors.tsx';
import { Facts } from './facts.tsx';
import { Gauges } from './gauges.tsx';
import { Jobs } from './jobs.tsx';
import { Limits } from './limits.tsx';
import { PageViews } from './page-views.tsx';
import { Platforms } from './platforms.tsx';
import { Servers } from './servers.tsx';
import './cockpit.css';

/** Refresh interval while the view is open. */
const EVERY_MS = 10_000;

/** The cockpit; requires the messages of `cockpit`. */
export function Cockpit() {
  const { t, language } = useWords();
  const query = useOperatorData<CockpitAnswer>('/api/admin/cockpit', EVERY_MS);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  return (
    <section className="cockpit" aria-labelledby="cockpit-heading">
      <h1 id="cockpit-heading">{t('cockpit.heading')}</h1>
      <ViewState query={query}>
        {(cockpit) => (
          <>
            <p className="cockpit-asof" role={query.isError ? 'alert' : undefined}>
              {t(query.isError ? 'cockpit.stale' : 'cockpit.asOf', {
                time: time.format(cockpit.at),
              })}
            </p>
            <Gauges cockpit={cockpit} />
            <Servers at={cockpit.at} servers={cockpit.servers} />
            <Platforms cockpit={cockpit} />
            <Jobs />
            <PageViews />
            <Engine />
            <Canaries />
            <Errors errors={cockpit.errors} findings={cockpit.findings} />
            <Facts cockpit={cockpit} />
            <Limits limits={cockpit.limits} />
          </>
        )}
      </ViewState>
    </section>
  );
}
