// The links of the "not found" page.
import { MAIN_PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { Mark } from '../platform-marks/mark.tsx';
import type { Drawing } from './drawing.ts';

const HOLES = [0, 1, 2, 3, 4, 5] as const;

/** The illustration; decorative. */
function TornFilm() {
  return (
    <svg viewBox="0 0 180 64" aria-hidden="true" focusable="false" className="torn-film">
      <g transform="rotate(-4 40 32)">
        <path
          fill="var(--color-signal-tint)"
          d="M5 4h77l-6 9 5 9-7 10 6 9-5 10 5 9H5a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5Z"
        />
        <rect x="8" y="17" width="54" height="30" rx="3" fill="var(--color-card)" />
        <Holes from={7} />
      </g>
      <g transform="rotate(5 140 32)">
        <path
          fill="var(--color-signal-tint)"
          d="M175 4H99l-6 9 5 9-7 10 6 9-5 10 5 9h78a5 5 0 0 0 5-5V9a5 5 0 0 0-5-5Z"
        />
        <rect x="118" y="17" width="54" height="30" rx="3" fill="var(--color-card)" />
        <Holes from={107} />
      </g>
    </svg>
  );
}

function Holes({ from }: { readonly from: number }) {
  return (
    <g fill="var(--color-signal-ink)" opacity="0.55">
      {HOLES.flatMap((hole) =>
        [8, 52].map((y) => (
          <rect key={`${hole} ${y}`} x={from + hole * 12} y={y} width="5" height="4" rx="1" />
        )),
      )}
    </g>
  );
}

/** Links to the home page and the most popular downloaders. */
export function NotFoundLinks({ drawing }: { readonly drawing: Drawing }) {
  const { subject, hrefOf, targetOf } = drawing;
  const { related, words } = subject.text;
  const ways = related.map((reference) => {
    const mark = MAIN_PLATFORM_IDS.find((id) => 'route' in reference && id === reference.route);
    return { ...targetOf(reference), mark };
  });
  return (
    <>
      <TornFilm />
      <p>
        <a href={hrefOf('home')} className="btn btn-primary btn-large">
          {words['goHome']}
        </a>
      </p>
      <nav className="ways" aria-labelledby="ways">
        <h2 id="ways">{words['lookingFor']}</h2>
        <ul>
          {ways.map(({ href, label, mark }) => (
            <li key={href}>
              <a href={href}>
                {mark && <Mark of={mark} />}
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
