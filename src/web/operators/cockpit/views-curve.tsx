// Page views by day as a curve with a text alternative; the table of the days is below it.
import type { PageViewsAnswer } from '../../../shared/api/counts.ts';
import { useWords } from '../../words/words.tsx';

const WIDTH = 600;
const HEIGHT = 120;
/** Space for the stroke at the top and bottom. */
const EDGE = 4;

/** The curve. Needs at least two days. */
export function ViewsCurve({ views }: { readonly views: PageViewsAnswer }) {
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
