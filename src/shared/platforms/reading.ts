// Helpers that platforms share to parse addresses.
import type { PageRefusal, PlatformReading } from './platform.ts';

const SECONDS = /^(\d{1,6})(?:\.\d{1,6})?s?$/;
const CLOCK = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/;
const INDEX = /^[1-9]\d?$/;

/** The parts of a path between its slashes, empty ones left out; "@" may be written "%40". */
export function segmentsOf(url: URL): readonly string[] {
  const path = url.pathname.includes('%40') ? url.pathname.replaceAll('%40', '@') : url.pathname;
  return path.split('/').filter((segment) => segment !== '');
}

/** The answer for an address that is none of the platform's items. */
export function refuse(refused: PageRefusal): PlatformReading {
  return { refused };
}

/** Whole seconds of "90", "90s", "12.5", "2m" or "1h2m3s"; undefined for anything else and for zero. */
export function secondsOf(text: string | null): number | undefined {
  if (!text) return undefined;
  const plain = SECONDS.exec(text);
  if (plain) return Number(plain[1]) || undefined;
  const clock = CLOCK.exec(text);
  if (!clock) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = clock;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || undefined;
}

/** Which item of a post "3" means: 1 to 99, or undefined. */
export function indexOf(text: string | null | undefined): number | undefined {
  return text && INDEX.test(text) ? Number(text) : undefined;
}
