// The cockpit view: the state of the server, its versions and rate limits, and its switches.

import './cockpit.css';
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { formatBytes, formatSpan } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';
import { Canaries } from './canaries.tsx';
import { Engine } from './engine.tsx';
import { Jobs } from './jobs.tsx';
import { PageViews } from './page-views.tsx';
import { Platforms } from './platforms.tsx';
import { Gauges, Servers } from './servers.tsx';
import { EngineSetup } from './setup.tsx';

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
            <EngineSetup />
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

/** Versions, sandbox, outbound network, and the cookies file. */
function Facts({ cockpit }: { readonly cockpit: CockpitAnswer }) {
  const words = useWords();
  const { t } = words;
  const { versions, cage, egress, cookies, tokens, redis } = cockpit;
  const facts: readonly Fact[] = [
    [t('cockpit.site'), versions.site],
    ['Node', versions.node],
    ['yt-dlp', versions.engine?.version ?? t('cockpit.missing')],
    ['ffmpeg', versions.ffmpeg ?? t('cockpit.missing')],
    [t('cockpit.jsRuntime'), versions.jsRuntime ?? t('cockpit.missing')],
    [t('cockpit.cage'), cage.why ? `${cage.kind} (${cage.why})` : cage.kind],
    [t('cockpit.egress'), egress],
    [t('cockpit.cookies'), cookies ? cookiesText(cookies, words) : t('cockpit.cookiesUnset')],
    [t('cockpit.tokens'), tokensText(tokens, words)],
    ...(redis ? [['Redis', redisText(redis, words)] as const] : []),
  ];
  return (
    <Block heading={t('cockpit.facts')}>
      <FactList facts={facts} />
      {cookies?.readByOthers && <p className="text-warn">{t('cockpit.cookiesOpen')}</p>}
      {redis?.trouble === 'evicts' && (
        <p className="text-warn">
          {t('cockpit.redisEvicts', { policy: redis.policy, keys: redis.evictedKeys })}
        </p>
      )}
      {redis?.trouble === 'nearly_full' && (
        <p className="text-warn">{t('cockpit.redisNearlyFull')}</p>
      )}
    </Block>
  );
}

function redisText(
  { usedBytes, limitBytes, policy }: NonNullable<CockpitAnswer['redis']>,
  { language }: Words,
): string {
  const most = limitBytes === null ? [] : [formatBytes(limitBytes, language)];
  return `${[formatBytes(usedBytes, language), ...most].join(' / ')} · ${policy}`;
}

function cookiesText(
  { exists, ageSeconds, platforms }: NonNullable<CockpitAnswer['cookies']>,
  { t, language }: Words,
): string {
  if (!exists) return t('cockpit.missing');
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const each = platforms.map(({ platform, cookies, earliestExpiry }) => {
    const name = PLATFORMS[platform].label;
    if (earliestExpiry === null) return t('cockpit.cookiesOf', { platform: name, cookies });
    const until = day.format(earliestExpiry);
    return t('cockpit.cookiesUntil', { platform: name, cookies, until });
  });
  const age = t('cockpit.cookiesAge', { time: formatSpan(ageSeconds ?? 0, language) });
  return [age, ...each].join(' · ');
}

function tokensText({ provider, last }: CockpitAnswer['tokens'], { t, language }: Words): string {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const from = provider
    ? [
        provider.loaded.join(', ') || t('cockpit.tokensNotLoaded'),
        provider.origin,
        provider.plugin,
        `SHA-256 ${provider.sha256}`,
      ]
    : [t('cockpit.tokensUnset')];
  const requests = last?.requests ?? [];
  const each = requests.map(({ outcome, client, context, provider: name }) =>
    t(`cockpit.tokens_${outcome}`, { client, context, provider: name ?? '' }),
  );
  const asked = last && [
    t('cockpit.tokensLast', { time: time.format(last.at) }),
    ...(requests.length > 0 ? each : [t('cockpit.tokensNotAsked')]),
  ];
  return [...from, ...(asked ?? [])].join(' · ');
}

type Row = CockpitAnswer['limits'][number];

/** The rate limits, and how many requests each has refused; collapsed by default: they matter when a visitor complains. */
function Limits({ limits }: Pick<CockpitAnswer, 'limits'>) {
  const { t, language } = useWords();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const columns: readonly Column<Row>[] = [
    {
      key: 'bucket',
      head: t('cockpit.bucket'),
      isRowHead: true,
      cell: ({ bucket }) => <code>{bucket}</code>,
    },
    {
      key: 'burst',
      head: t('cockpit.burst'),
      align: 'end',
      cell: ({ burst }) => number.format(burst),
    },
    {
      key: 'refill',
      head: t('cockpit.refill'),
      align: 'end',
      cell: ({ refillMs }) =>
        t('cockpit.refillSeconds', { seconds: number.format(refillMs / 1000) }),
    },
    {
      key: 'refused',
      head: t('cockpit.refused'),
      align: 'end',
      cell: ({ refusedLastHour }) => number.format(refusedLastHour),
    },
  ];
  const refused = limits.reduce((sum, { refusedLastHour }) => sum + refusedLastHour, 0);
  return (
    <Disclosure
      className="cockpit-block"
      summary={t('cockpit.limits', { count: refused, refused: number.format(refused) })}
    >
      <Table
        caption={t('cockpit.limitsCaption')}
        className="cockpit-table"
        columns={columns}
        rows={limits}
        rowKey={({ bucket }) => bucket}
      />
    </Disclosure>
  );
}

type Failed = CockpitAnswer['errors'][number];
type FailureRow = Failed & { readonly count: number };

/** The table, latest first, and what was wrong with files. */
export function Errors({ errors, findings }: Pick<CockpitAnswer, 'errors' | 'findings'>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  const columns: readonly Column<FailureRow>[] = [
    {
      key: 'code',
      head: t('cockpit.code'),
      isRowHead: true,
      cell: ({ code }) => <code>{code}</code>,
    },
    {
      key: 'platform',
      head: t('cockpit.platform'),
      cell: ({ platform }) => PLATFORMS[platform].label,
    },
    {
      key: 'step',
      head: t('cockpit.step'),
      cell: ({ step }) => t(step === 'inspect' ? 'cockpit.stepInspect' : 'cockpit.stepDownload'),
    },
    {
      key: 'count',
      head: t('cockpit.count'),
      align: 'end',
      cell: ({ count }) => new Intl.NumberFormat(language).format(count),
    },
    {
      key: 'at',
      head: t('cockpit.lastAt'),
      align: 'end',
      cell: ({ at }) => <bdi>{time.format(at)}</bdi>,
    },
  ];
  return (
    <Block heading={t('cockpit.errors')}>
      {errors.length === 0 ? (
        <p className="text-soft">{t('cockpit.noErrors')}</p>
      ) : (
        <Table
          caption={t('cockpit.errors')}
          className="cockpit-table"
          columns={columns}
          rows={grouped(errors)}
          rowKey={keyOf}
        />
      )}
      {findings.length > 0 && (
        <p className="text-soft">
          {t('cockpit.findings')}{' '}
          {findings.map(({ kind, count }) => (
            <span key={kind}>
              <code>{kind}</code> <bdi>{new Intl.NumberFormat(language).format(count)}</bdi>{' '}
            </span>
          ))}
        </p>
      )}
    </Block>
  );
}

function keyOf({ platform, step, code }: Failed): string {
  return `${platform} ${step} ${code}`;
}

/** Groups equal failures, ordered by their latest. */
function grouped(errors: readonly Failed[]): readonly FailureRow[] {
  const rows = new Map<string, FailureRow>();
  for (const error of errors) {
    const known = rows.get(keyOf(error));
    rows.set(keyOf(error), { ...(known ?? error), count: (known?.count ?? 0) + 1 });
  }
  return [...rows.values()];
}
