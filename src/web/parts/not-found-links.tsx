// The links of the "not found" page.
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { Mark } from '../platform-marks/mark.tsx';
import type { Drawing } from './drawing.ts';
import { TornFilm } from './torn-film.tsx';

/** Links to the home page and the most popular downloaders. */
export function NotFoundLinks({ drawing }: { readonly drawing: Drawing }) {
  const { subject, hrefOf, targetOf } = drawing;
  const { related, words } = subject.text;
  const ways = related.map((reference) => {
    const mark = PLATFORM_IDS.find((id) => 'route' in reference && id === reference.route);
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
