// The words for an entry of the audit log: what it was about, and each of its details.
import type { AuditItem } from '../../../shared/api/audit.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { WordKey } from '../../words/keys.ts';
import type { Words } from '../../words/words.tsx';

type Details = AuditItem['details'];
type About = Pick<AuditItem, 'action' | 'subject' | 'details'>;

/** Details that name what an entry is about. */
const NAMES = ['video', 'name', 'email'] as const;
/** A title names a new video, and is a changed field of an old one. */
const NEW_VIDEO = 'trending_added';

const FIELDS = {
  title: 'audit-log.fieldTitle',
  description: 'audit-log.fieldDescription',
  featured: 'audit-log.fieldFeatured',
  position: 'audit-log.fieldPosition',
  thumbnail: 'audit-log.fieldPicture',
  film: 'audit-log.fieldFile',
  reason: 'audit-log.fieldReason',
  decision: 'audit-log.fieldDecision',
  blockUploader: 'audit-log.fieldUploader',
  kind: 'audit-log.fieldKind',
  platform: 'audit-log.fieldPlatform',
  off: 'audit-log.fieldOff',
  mode: 'audit-log.fieldMode',
  links: 'audit-log.fieldLinks',
  videos: 'audit-log.fieldVideos',
  attempts: 'audit-log.fieldAttempts',
  version: 'audit-log.fieldVersion',
  madeAt: 'audit-log.fieldMadeAt',
  parts: 'audit-log.fieldParts',
  isUntried: 'audit-log.fieldUntried',
} as const satisfies Record<string, WordKey>;

/** Values that are words of the API. */
const VALUES = {
  'mode auto': 'audit-log.modeAuto',
  'mode on': 'audit-log.modeOn',
  'mode off': 'audit-log.modeOff',
  'kind video': 'audit-log.kindVideo',
  'kind uploader': 'audit-log.kindUploader',
  'decision accept': 'audit-log.decisionAccept',
  'decision refuse': 'audit-log.decisionRefuse',
  'decision restore': 'audit-log.decisionRestore',
  'decision keep': 'audit-log.decisionKeep',
  'parts egresses': 'audit-log.partEgresses',
  'parts arguments': 'audit-log.partArguments',
  'parts provider': 'audit-log.partProvider',
} as const satisfies Record<string, WordKey>;

/** Files and long texts: the entry tells only that there is another one. */
const UNTOLD: ReadonlySet<string> = new Set(['description', 'thumbnail', 'film']);

/** The title or name of what the entry is about; null where it has only an id. */
export function nameIn({ action, subject, details }: About): string | null {
  if (subject !== null && Object.hasOwn(PLATFORMS, subject)) return platformName(subject);
  const keys = action === NEW_VIDEO ? ['title'] : NAMES;
  const found = keys.map((key) => details[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : null;
}

/** The details besides that name, each with the words for it; unknown ones of other releases keep their name. */
export function fieldsIn(
  { action, details }: Pick<AuditItem, 'action' | 'details'>,
  { t, language }: Pick<Words, 't' | 'language'>,
): readonly { readonly name: string; readonly label: string; readonly text: string }[] {
  const isName = (name: string) =>
    action === NEW_VIDEO ? name === 'title' : (NAMES as readonly string[]).includes(name);
  return Object.entries(details)
    .filter(([name]) => !isName(name))
    .map(([name, value]) => ({
      name,
      label: Object.hasOwn(FIELDS, name) ? t(FIELDS[name as keyof typeof FIELDS]) : name,
      text: textOf(name, value),
    }));

  function textOf(name: string, value: Details[string] | undefined): string {
    if (UNTOLD.has(name)) return t('audit-log.changed');
    if (typeof value === 'boolean') return t(value ? 'audit-log.yes' : 'audit-log.no');
    if (name === 'madeAt' && typeof value === 'number')
      return new Date(value).toLocaleString(language);
    if (name === 'platform') return platformName(String(value));
    if (value === null || value === undefined) return '–';
    if (name === 'parts') return String(value).split(', ').map(word).join(' · ');
    return word(String(value));

    function word(one: string): string {
      const key = `${name} ${one}`;
      return Object.hasOwn(VALUES, key) ? t(VALUES[key as keyof typeof VALUES]) : one;
    }
  }
}

/** Its id, if it is not known to this release. */
function platformName(id: string): string {
  return Object.hasOwn(PLATFORMS, id) ? PLATFORMS[id as keyof typeof PLATFORMS].label : id;
}
