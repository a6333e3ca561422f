// The keys of every text on the pages, typed from the English files.
import type download from '../../../content/locales/en/download.json';
import type consentLink from '../../../content/locales/en/drawn/consent-link.json';
import type frame from '../../../content/locales/en/drawn/frame.json';
import type home from '../../../content/locales/en/drawn/home.json';
import type needsScript from '../../../content/locales/en/drawn/needs-script.json';
import type text from '../../../content/locales/en/drawn/text.json';
import type errors from '../../../content/locales/en/errors.json';
import type consent from '../../../content/locales/en/later/consent.json';
import type notice from '../../../content/locales/en/later/notice.json';
import type proof from '../../../content/locales/en/later/proof.json';
import type puzzle from '../../../content/locales/en/later/puzzle.json';
import type rating from '../../../content/locales/en/later/rating.json';
import type safari from '../../../content/locales/en/later/safari.json';
import type status from '../../../content/locales/en/later/status.json';
import type trending from '../../../content/locales/en/later/trending.json';
import type trimmer from '../../../content/locales/en/later/trimmer.json';
import type ui from '../../../content/locales/en/ui.json';

type FirstGroups = {
  readonly download: typeof download;
  readonly errors: typeof errors;
  readonly ui: typeof ui;
};

/** Groups that a part brings along when it is loaded: `MoreWords` stands above whoever says them. */
type LaterGroups = {
  readonly consent: typeof consent;
  readonly notice: typeof notice;
  readonly proof: typeof proof;
  readonly puzzle: typeof puzzle;
  readonly rating: typeof rating;
  readonly safari: typeof safari;
  readonly status: typeof status;
  readonly trending: typeof trending;
  readonly trimmer: typeof trimmer;
};

/** Groups that only the build draws with. */
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

/** What only parts that are drawn by the build may say, and all that others may. */
export type DrawnKey = WordKey | KeysOf<DrawnGroups>;
