// Page views: a curve by day, the most viewed pages, the languages.
import { useState } from 'react';
import type { PageViewsAnswer } from '../../../shared/api/counts.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { languages } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';

type Span = '7' | '30';

const EVERY_MS = 60_000;

/** The section, with a choice of the period. */
export function PageViews() {
  const { t } = useWords();
  const [span, setSpan] = useState<Span>('7');
  const query = useOperatorData<PageViewsAnswer>(`/api/admin/page-views?days=${span}`, EVERY_MS);
  return (
    <Block
      heading={t('cockpit.views')}
      actions={
        <SegmentedControl<Span>
          label={t('cockpit.viewsSpan')}
          labelHidden
          value={span}
          options={[
            { value: '7', label: t('cockpit.views7') },
            { value: '30', label: t('cockpit.views30') },
          ]}
          onChange={setSpan}
        />
      }
    >
      <ViewState query={query}>
        {(views) => (views.total === 0 ? <NoViews /> : <Sums views={views} />)}
      </ViewState>
    </Block>
  );
}

function NoViews() {
  const { t } = useWords();
  return (
    <div className="views-none">
      <p>{t('cockpit.noViews')}</p>
      <p className="text-soft">{t('cockpit.noViewsHint')}</p>
    </div>
  );
}

function Sums({ views }: { readonly views: PageViewsAnswer }) {
  const { t, language } = useWords();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(language);
  const count = {
    key: 'views',
    head: t('cockpit.viewsCount'),
    align: 'end' as const,
    cell: (row: { readonly views: number }) => <bdi>{number.format(row.views)}</bdi>,
  };
  const days: readonly Column<PageViewsAnswer['days'][number]>[] = [
    {
      key: 'day',
      head: t('cockpit.viewsDay'),
      isRowHead: true,
      cell: ({ day }) => <bdi>{date.format(day)}</bdi>,
    },
    count,
  ];
  const pages: readonly Column<PageViewsAnswer['pages'][number]>[] = [
    {
      key: 'page',
      head: t('cockpit.viewsPage'),
      isRowHead: true,
      cell: ({ path }) => (
        <bdi className="wrap-anywhere" dir="ltr">
          {path}
        </bdi>
      ),
    },
    count,
  ];
  const perLanguage: readonly Column<PageViewsAnswer['languages'][number]>[] = [
    {
      key: 'language',
      head: t('cockpit.viewsLanguage'),
      isRowHead: true,
      cell: (row) => (
        <bdi>{languages.find(({ code }) => code === row.language)?.name ?? row.language}</bdi>
      ),
    },
    count,
  ];
  const table = { className: 'cockpit-table' };
  return (
    <>
      <ViewsCurve views={views} />
      <Disclosure summary={t('cockpit.viewsDays')}>
        <Table
          {...{ ...table, caption: t('cockpit.viewsDays'), columns: days }}
          rows={views.days.toReversed()}
          rowKey={({ day }) => String(day)}
        />
      </Disclosure>
      <div className="views-tables">
        <Table
          {...{ ...table, caption: t('cockpit.viewsPages'), columns: pages, rows: views.pages }}
          rowKey={({ path }) => path}
        />
        <Table
          {...{ ...table, caption: t('cockpit.viewsLanguages') }}
          columns={perLanguage}
          rows={views.languages}
          rowKey={(row) => row.language}
        />
      </div>
    </>
  );
}

const WIDTH = 600;
const HEIGHT = 120;
/** Space for the stroke at the top and bottom. */
const EDGE = 4;

/** The days as a curve with a text alternative; needs at least two of them. */
function ViewsCurve({ views }: { readonly views: PageViewsAnswer }) {
  const { t, language } = useWords();
  const date = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const number = new Intl.NumberFormat(language);
  const { days, total } = views;
  const most = Math.max(1, ...days.map((one) => one.views));
  const points = days.map((one, n) => {
    const x = (n / (days.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - (one.views / most) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const peak = days.find((one) => one.views === most);
  const summary = t('cockpit.viewsCurve', {
    total: number.format(total),
    most: number.format(most),
    day: peak ? date.format(peak.day) : '–',
  });
  return (
    <figure className="views-figure">
      <figcaption className="gauge-more">{summary}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
        className="views-curve"
      >
        <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
        <polyline points={points.join(' ')} />
      </svg>
      <p className="views-axis" aria-hidden="true">
        {[days[0], days.at(-1)].map(
          (one) => one && <bdi key={one.day}>{date.format(one.day)}</bdi>,
        )}
      </p>
    </figure>
  );
}
