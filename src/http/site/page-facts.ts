// The facts about this server that pages show: its name, operator, limits and rating.
import type { LimitsAnswer } from '../../shared/api/answers.ts';
import type { Language } from '../../shared/languages.ts';
import type { SiteFacts } from '../services.ts';
import type { Facts } from './fill-facts.ts';

/** The average stars and the number of ratings. */
export type Rating = { readonly average: number; readonly count: number };

type Known = {
  readonly site: SiteFacts;
  /** The origin of the site, without a trailing slash; null if unknown. */
  readonly origin: string | null;
  readonly limits: LimitsAnswer;
  /** Where the source of the running release is offered, if anywhere. */
  readonly sourceUrl: string | undefined;
  /** Null while there are too few ratings. */
  readonly rating: Rating | null;
  readonly nowMs: number;
};

const MAX_UPLOAD_MEGABYTES = 50;

/** Formats the facts for a language, under the names that texts use. */
export function pageFacts(
  { site, origin, limits, sourceUrl, rating, nowMs }: Known,
  language: Language,
): Facts {
  const amount = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short') =>
    new Intl.NumberFormat(language.intl, { style: 'unit', unit, unitDisplay }).format(value);
  // `Intl` has no Latin: the short form, "60 min", and a list without "and" are understood there as well.
  const isLatin = language.tag === 'la';
  const time = (minutes: number) => amount(minutes, 'minute', isLatin ? 'short' : 'long');
  const list = (names: readonly string[]) =>
    isLatin ? names.join(', ') : new Intl.ListFormat(language.intl).format(names);
  return {
    site_name: site.name,
    public_url: origin ?? '',
    year: String(new Date(nowMs).getUTCFullYear()),
    operator_name: site.operatorName,
    operator_address: site.operatorAddress,
    contact_email: site.contactEmail,
    agent_name: site.agent?.name,
    agent_address: site.agent?.address,
    agent_email: site.agent?.email,
    telegram_url: site.telegramUrl,
    source_url: sourceUrl,
    gtm_id: site.gtmId,
    consent_script_url: site.consentScriptUrl,
    extra_sites: list(site.extraSites ?? []),
    asks_consent: site.gtmId ?? site.consentScriptUrl,
    file_ttl: time(limits.fileTtlMinutes),
    max_duration: time(limits.maxDurationMinutes),
    max_file: amount(limits.maxFileGigabytes, 'gigabyte'),
    max_upload: amount(MAX_UPLOAD_MEGABYTES, 'megabyte'),
    rating_count: rating ? String(rating.count) : undefined,
    rating_average: rating ? rating.average.toFixed(1) : undefined,
  };
}
