// What pages say of this very server: its name, who runs it, what it takes, and how it was rated.
import type { LimitsAnswer } from '../../shared/api.ts';
import type { Language } from '../../shared/languages.ts';
import type { SiteFacts } from '../services.ts';
import type { Facts } from './fill-facts.ts';

/** Stars and how many gave them. */
export type Rating = { readonly average: number; readonly count: number };

type Known = {
  readonly site: SiteFacts;
  /** Where the site is, without a slash at its end; null where that is not known. */
  readonly origin: string | null;
  readonly limits: LimitsAnswer;
  /** Where the source of what runs here is, if anywhere. */
  readonly sourceUrl: string | undefined;
  /** Null while too few have rated. */
  readonly rating: Rating | null;
};

const MAX_UPLOAD_MEGABYTES = 50;

/** The facts as a language writes them, under the names that texts use. */
export function pageFacts(
  { site, origin, limits, sourceUrl, rating }: Known,
  language: Language,
): Facts {
  const amount = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short') =>
    new Intl.NumberFormat(language.intl, { style: 'unit', unit, unitDisplay }).format(value);
  // `Intl` has no Latin words: "60 min" is understood there as well.
  const time = (minutes: number) =>
    amount(minutes, 'minute', language.tag === 'la' ? 'short' : 'long');
  return {
    site_name: site.name,
    public_url: origin ?? '',
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
    asks_consent: site.gtmId ?? site.consentScriptUrl,
    file_ttl: time(limits.fileTtlMinutes),
    max_duration: time(limits.maxDurationMinutes),
    max_file: amount(limits.maxFileGigabytes, 'gigabyte'),
    max_upload: amount(MAX_UPLOAD_MEGABYTES, 'megabyte'),
    rating_count: rating ? String(rating.count) : undefined,
    rating_average: rating ? rating.average.toFixed(1) : undefined,
  };
}
