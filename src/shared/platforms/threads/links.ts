// Threads: parses and rebuilds its links, and lists its hosts.
import type { Platform, PlatformReading } from '../platform.ts';
import { refuse, segmentsOf } from '../reading.ts';

const POST_CODE = /^[\w-]{5,64}$/;

/** The hosts of its pages. */
export const OWN_HOSTS = ['www.threads.com', 'threads.com', 'www.threads.net', 'threads.net'];

/** The record of Threads. */
export const threads: Platform = {
  id: 'threads',
  label: 'Threads',
  hosts: [...OWN_HOSTS, 'l.threads.com', 'l.threads.net'],
  read,
};

function read(url: URL): PlatformReading {
  if (url.hostname.startsWith('l.')) return refuse('redirector');
  const [first, second, third] = segmentsOf(url);
  if (first === 't') return readPost(second);
  if (first === 'share') return readShare(second);
  if (first?.startsWith('@')) return second === 'post' ? readPost(third) : refuse('profile');
  if (first === 'search') return refuse('search');
  return refuse(first === 'login' || first === 'intent' ? 'redirector' : 'not_an_item');
}

function readPost(code: string | undefined): PlatformReading {
  if (code === undefined) return refuse('not_an_item');
  if (!POST_CODE.test(code)) return refuse('broken_id');
  // Any name before the code leads to the post; "/t/<code>" is not always rendered on the server.
  return { id: code, kind: 'post', address: `https://www.threads.com/@i/post/${code}` };
}

function readShare(code: string | undefined): PlatformReading {
  if (code === undefined) return refuse('not_an_item');
  if (!POST_CODE.test(code)) return refuse('broken_id');
  return { short: `https://www.threads.com/share/${code}/` };
}
