// Snapchat: parses and rebuilds its links, and lists its hosts.
import type { PageRefusal, Platform, PlatformReading } from '../platform.ts';
import { refuse, segmentsOf } from '../reading.ts';

const SPOTLIGHT_ID = /^[\w-]{10,120}$/;
const SHORT_CODE = /^[\w-]{4,40}$/;

/** Only Spotlight can be read from outside; stories and saved highlights are named as what they are. */
const REASON_BY_PATH: ReadonlyMap<string, PageRefusal> = new Map([
  ['p', 'story'],
  ['s', 'story'],
  ['story', 'story'],
  ['stories', 'story'],
  ['discover', 'story'],
  ['add', 'profile'],
  ['u', 'profile'],
  ['search', 'search'],
  ['explore', 'search'],
  ['unlock', 'redirector'],
]);

/** Snapchat's record. */
export const snapchat: Platform = {
  id: 'snapchat',
  label: 'Snapchat',
  hosts: ['www.snapchat.com', 'snapchat.com', 't.snapchat.com', 'story.snapchat.com'],
  read,
};

function read(url: URL): PlatformReading {
  const [first, second, third] = segmentsOf(url);
  if (first === undefined) return refuse('not_an_item');
  if (url.hostname === 't.snapchat.com') return readCode(first, '');
  if (first === 't') return readCode(second, 't/');
  if (first === 'spotlight' || first === 'o') return readSpotlight(second);
  if (second === 'spotlight') return readSpotlight(third);
  if (first.startsWith('@')) return refuse(second === undefined ? 'profile' : 'story');
  // A user's story: /add/<user>/<story>, /u/<user>/<story>.
  const reason = REASON_BY_PATH.get(first) ?? 'not_an_item';
  return refuse(reason === 'profile' && third !== undefined ? 'story' : reason);
}

function readSpotlight(id: string | undefined): PlatformReading {
  if (id === undefined) return refuse('not_an_item');
  if (!SPOTLIGHT_ID.test(id)) return refuse('broken_id');
  return { id, kind: 'short', address: `https://www.snapchat.com/spotlight/${id}` };
}

function readCode(code: string | undefined, path: '' | 't/'): PlatformReading {
  if (code === undefined) return refuse('not_an_item');
  if (!SHORT_CODE.test(code)) return refuse('broken_id');
  return { short: `https://${path === '' ? 't' : 'www'}.snapchat.com/${path}${code}` };
}
