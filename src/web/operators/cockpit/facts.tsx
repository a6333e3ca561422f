// Facts about the server: versions, sandbox, outbound network, and the cookies file.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { formatSpan } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';
import { Block } from './block.tsx';

/** Names and values. */
export function Facts({ cockpit }: { readonly cockpit: CockpitAnswer }) {
  const words = useWords();
  const { t } = words;
  const { versions, cage, egress, cookies } = cockpit;
  const facts: readonly Fact[] = [
    [t('cockpit.site'), versions.site],
    ['Node', versions.node],
    ['yt-dlp', versions.engine?.version ?? t('cockpit.missing')],
    ['ffmpeg', versions.ffmpeg ?? t('cockpit.missing')],
    [t('cockpit.jsRuntime'), versions.jsRuntime ?? t('cockpit.missing')],
    [t('cockpit.cage'), cage.why ? `${cage.kind} (${cage.why})` : cage.kind],
    [t('cockpit.egress'), egress],
    [t('cockpit.cookies'), cookies ? cookiesText(cookies, words) : t('cockpit.cookiesUnset')],
  ];
  return (
    <Block heading={t('cockpit.facts')}>
      <FactList facts={facts} />
      {cookies?.readByOthers && <p className="text-warn">{t('cockpit.cookiesOpen')}</p>}
    </Block>
  );
}

function cookiesText(
  { exists, ageSeconds, platforms }: NonNullable<CockpitAnswer['cookies']>,
  { t, language }: Words,
): string {
  if (!exists) return t('cockpit.missing');
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const each = platforms.map(({ platform, cookies, earliestExpiry }) => {
    const name = PLATFORMS[platform].label;
    if (earliestExpiry === null) return t('cockpit.cookiesOf', { platform: name, cookies });
    const until = day.format(earliestExpiry);
    return t('cockpit.cookiesUntil', { platform: name, cookies, until });
  });
  const age = t('cockpit.cookiesAge', { time: formatSpan(ageSeconds ?? 0, language) });
  return [age, ...each].join(' · ');
}
