// Common search phrases, linked to the pages that fit.
import type { RouteId } from '../../../shared/routes.ts';
import type { DrawnKey } from '../../words/keys.ts';
import type { Drawing } from '../drawing.ts';

type Search = { readonly key: DrawnKey; readonly route: RouteId; readonly query?: string };

const SEARCHES: readonly Search[] = [
  { key: 'frame.searchYoutubeMp4', route: 'youtube' },
  { key: 'frame.searchYoutubeMp3', route: 'youtube', query: '?convert=mp3' },
  { key: 'frame.searchTiktok', route: 'tiktok' },
  { key: 'frame.searchInstagram', route: 'instagram' },
  { key: 'frame.searchFacebook', route: 'facebook' },
  { key: 'frame.searchTwitter', route: 'twitter' },
  { key: 'frame.searchSnapchat', route: 'snapchat' },
  { key: 'frame.searchPinterest', route: 'pinterest' },
  { key: 'frame.searchThreads', route: 'threads' },
  { key: 'frame.searchTrim', route: 'trimmer' },
  { key: 'frame.searchFormats', route: 'advanced' },
  { key: 'frame.searchPhone', route: 'mobile' },
];

/** The list of links. */
export function LookingFor({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  return (
    <nav aria-labelledby="looking-for" className="looking-for">
      <h2 id="looking-for">{t('frame.lookingFor')}</h2>
      <ul>
        {SEARCHES.map(({ key, route, query = '' }) => (
          <li key={key}>
            <a href={`${hrefOf(route)}${query}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
