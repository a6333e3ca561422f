// Pinterest: parses and rebuilds its links, and lists its hosts.
import type { PageRefusal, Platform, PlatformReading } from '../platform.ts';
import { refuse, segmentsOf } from '../reading.ts';

// "/pin/<id>" and "/pin/<words-of-the-title>--<id>".
const PIN_ID = /^(?:.*--)?(\d{1,25})$/;
const SHORT_CODE = /^\w{3,20}$/;

const ENDINGS =
  'com fr de ch jp cl ca it co.uk nz ru com.au at pt co.kr es com.mx dk ph th com.uy co nl info kr ie vn com.vn ec mx in pe co.at hu co.in co.nz id com.ec com.py tw be uk com.bo com.pe se';
const COUNTRIES =
  'ar at au be bg br ca ch cl co cr cz de dk ec es fi fr gr gt hr hu id ie il in it jp kr lt mx my ng nl no nz pe ph pk pl pt ro rs ru se sg sk th tr tw ua uk uy ve vn za';

const REASON_BY_PATH: ReadonlyMap<string, PageRefusal> = new Map([
  ['search', 'search'],
  ['ideas', 'search'],
  ['explore', 'search'],
  ['today', 'not_an_item'],
  ['login', 'redirector'],
  ['offsite', 'redirector'],
  ['settings', 'not_an_item'],
  ['business', 'not_an_item'],
]);

/** Pinterest's record. */
export const pinterest: Platform = {
  id: 'pinterest',
  label: 'Pinterest',
  hosts: [
    ...ENDINGS.split(' ').flatMap((ending) => [`www.pinterest.${ending}`, `pinterest.${ending}`]),
    ...COUNTRIES.split(' ').map((country) => `${country}.pinterest.com`),
    'm.pinterest.com',
    'api.pinterest.com',
    'pin.it',
    'www.pin.it',
  ],
  read,
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first, second] = segments;
  if (first === undefined) return refuse('not_an_item');
  if (url.hostname.endsWith('pin.it')) return readCode(first, 'https://pin.it/', '');
  if (first === 'url_shortener') {
    return readCode(second, 'https://api.pinterest.com/url_shortener/', '/redirect/');
  }
  if (first === 'pin') return readPin(second);
  if (first === 'amp' && second === 'pin') return readPin(segments[2]);
  const known = REASON_BY_PATH.get(first);
  if (known) return refuse(known);
  return refuse(second === undefined || second.startsWith('_') ? 'profile' : 'playlist_only');
}

function readPin(text: string | undefined): PlatformReading {
  if (text === undefined) return refuse('not_an_item');
  if (text === 'create') return refuse('redirector');
  const id = PIN_ID.exec(text)?.[1];
  if (id === undefined) return refuse('broken_id');
  return { id, kind: 'post', address: `https://www.pinterest.com/pin/${id}/` };
}

function readCode(code: string | undefined, before: string, after: string): PlatformReading {
  if (code === undefined) return refuse('not_an_item');
  return SHORT_CODE.test(code) ? { short: `${before}${code}${after}` } : refuse('broken_id');
}
