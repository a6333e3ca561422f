// The message keys of the pages, typed from the English files.
import type download from '../../../content/locales/en/download.json';
import type consentLink from '../../../content/locales/en/drawn/consent-link.json';
import type frame from '../../../content/locales/en/drawn/frame.json';
import type home from '../../../content/locales/en/drawn/home.json';
import type needsScript from '../../../content/locales/en/drawn/needs-script.json';
import type text from '../../../content/locales/en/drawn/text.json';
import type errors from '../../../content/locales/en/errors.json';
import type advanced from '../../../content/locales/en/later/advanced.json';
import type auditLog from '../../../content/locales/en/later/audit-log.json';
import type batch from '../../../content/locales/en/later/batch.json';
import type cockpit from '../../../content/locales/en/later/cockpit.json';
import type consent from '../../../content/locales/en/later/consent.json';
import type convert from '../../../content/locales/en/later/convert.json';
import type curating from '../../../content/locales/en/later/curating.json';
import type extension from '../../../content/locales/en/later/extension.json';
import type history from '../../../content/locales/en/later/history.json';
import type keys from '../../../content/locales/en/later/keys.json';
import type lists from '../../../content/locales/en/later/lists.json';
import type mobile from '../../../content/locales/en/later/mobile.json';
import type notice from '../../../content/locales/en/later/notice.json';
import type notices from '../../../content/locales/en/later/notices.json';
import type operatorErrors from '../../../content/locales/en/later/operator-errors.json';
import type operators from '../../../content/locales/en/later/operators.json';
import type post from '../../../content/locales/en/later/post.json';
import type proof from '../../../content/locales/en/later/proof.json';
import type puzzle from '../../../content/locales/en/later/puzzle.json';
import type rating from '../../../content/locales/en/later/rating.json';
import type receipt from '../../../content/locales/en/later/receipt.json';
import type safari from '../../../content/locales/en/later/safari.json';
import type search from '../../../content/locales/en/later/search.json';
import type status from '../../../content/locales/en/later/status.json';
import type takedown from '../../../content/locales/en/later/takedown.json';
import type trending from '../../../content/locales/en/later/trending.json';
import type trimmer from '../../../content/locales/en/later/trimmer.json';
import type weather from '../../../content/locales/en/later/weather.json';
import type ui from '../../../content/locales/en/ui.json';

type FirstGroups = {
  readonly download: typeof download;
  readonly errors: typeof errors;
  readonly ui: typeof ui;
};

/** Groups loaded together with a lazy section; `MoreWords` provides them to its children. */
type LaterGroups = {
  readonly advanced: typeof advanced;
  readonly 'audit-log': typeof auditLog;
  readonly batch: typeof batch;
  readonly notices: typeof notices;
  readonly cockpit: typeof cockpit;
  readonly consent: typeof consent;
  readonly convert: typeof convert;
  readonly curating: typeof curating;
  readonly extension: typeof extension;
  readonly history: typeof history;
  readonly keys: typeof keys;
  readonly lists: typeof lists;
  readonly mobile: typeof mobile;
  readonly notice: typeof notice;
  readonly 'operator-errors': typeof operatorErrors;
  readonly operators: typeof operators;
  readonly post: typeof post;
  readonly proof: typeof proof;
  readonly puzzle: typeof puzzle;
  readonly rating: typeof rating;
  readonly receipt: typeof receipt;
  readonly safari: typeof safari;
  readonly search: typeof search;
  readonly status: typeof status;
  readonly takedown: typeof takedown;
  readonly trending: typeof trending;
  readonly trimmer: typeof trimmer;
  readonly weather: typeof weather;
};

/** Groups that only prerendered parts use. */
type DrawnGroups = {
  readonly 'consent-link': typeof consentLink;
  readonly 'needs-script': typeof needsScript;
  readonly frame: typeof frame;
  readonly home: typeof home;
  readonly text: typeof text;
};

type KeysOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}.${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** The name of a group that is loaded later: a file of content/locales/en/later. */
export type LaterGroup = keyof LaterGroups;

/** `group.key`: the file of content/locales/en and the key in it, such as `ui.close`. */
export type WordKey = KeysOf<FirstGroups> | KeysOf<LaterGroups>;

/** The keys that prerendered parts may use: their own groups and all others. */
export type DrawnKey = WordKey | KeysOf<DrawnGroups>;
