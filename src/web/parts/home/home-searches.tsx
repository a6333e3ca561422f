// Popular searches, each linked to the page or the preset that fits it.
import type { RouteId } from '../../../shared/routes.ts';
import type { Drawing } from '../drawing.ts';
import { Fold } from './fold.tsx';

const SEARCHES = [
  ['home.searchYoutubeMp4', 'youtube', ''],
  ['home.searchYoutubeMp3', 'home', '?platform=youtube&convert=mp3'],
  ['home.searchTiktok', 'tiktok', ''],
  ['home.searchTiktokMp3', 'home', '?platform=tiktok&convert=mp3'],
  ['home.searchReels', 'instagram', ''],
  ['home.searchInstagram', 'home', '?platform=instagram&quality=high'],
  ['home.searchFacebook', 'facebook', ''],
  ['home.searchTwitter', 'twitter', ''],
  ['home.searchSpotlight', 'snapchat', ''],
  ['home.searchPinterest', 'pinterest', ''],
  ['home.searchThreads', 'threads', ''],
  ['home.searchMp3', 'home', '?convert=mp3'],
  ['home.searchHigh', 'home', '?quality=high'],
  ['home.searchLow', 'home', '?quality=low'],
  ['home.searchAll', 'advanced', ''],
  ['home.searchTrim', 'trimmer', ''],
  ['home.searchPhone', 'mobile', ''],
  ['home.searchTrending', 'trending', ''],
] as const satisfies readonly (readonly [string, RouteId, string])[];

/** The list of links. */
export function HomeSearches({ drawing: { t, hrefOf } }: { readonly drawing: Drawing }) {
  return (
    <Fold heading={t('home.searchesHeading')} className="searches">
      <ul>
        {SEARCHES.map(([key, route, query]) => (
          <li key={key}>
            <a href={`${hrefOf(route)}${query}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
