// Names for tracks of subtitles inside a file, by which a player's menu tells them apart.
import type { Subtitle } from '../../shared/media/media.ts';

/** The name of each track: the platform's, or that of its language; no two are the same. */
export function trackNames(subtitles: readonly Subtitle[]): readonly string[] {
  const plain = subtitles.map(plainName);
  const told = subtitles.map(({ language }, index) => {
    const name = plain[index] ?? language;
    const isOther = (one: Subtitle, at: number) => one.language !== language && plain[at] === name;
    return subtitles.some(isOther) ? `${name} (${language})` : name;
  });
  return told.map((name, index) => {
    const before = told.slice(0, index).filter((one) => one === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

function plainName({ name, language, automatic }: Subtitle): string {
  const said = name ?? nameOf(language);
  return automatic && !/\bauto/i.test(said) ? `${said} (auto)` : said;
}

function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
