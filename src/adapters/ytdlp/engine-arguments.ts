// Reads the operator's arguments for yt-dlp's extractors, from an allow-list: nothing else reaches the engine.

import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { isUpstreamHost } from '../../shared/platforms/upstreams.ts';

/** Values by name for each platform, as yt-dlp's `extractor_args`; `impersonate` is the browser that its requests pass for. */
export type EngineArguments = Readonly<
  Partial<Record<PlatformId, Readonly<Record<string, readonly string[]>>>>
>;

/** How many values an argument may have, and what each of them looks like. */
type Allowed = { readonly most: number; readonly isValid: (value: string) => boolean };

const MOST_VALUES = 12;
const MOST_CHARACTERS = 4000;

const like = (pattern: RegExp, most = 1): Allowed => ({
  most,
  isValid: (value) => pattern.test(value),
});
const among = (values: readonly string[], most = values.length): Allowed => ({
  most,
  isValid: (value) => values.includes(value),
});

// A browser of yt-dlp's list, such as chrome, chrome-131 or safari:ios.
const COMMON = {
  impersonate: like(/^(chrome|edge|firefox|safari|tor)(-[\d.]{1,8})?(:[a-z]{1,8}(-[\d.]{1,8})?)?$/),
};

const ALLOWED: Readonly<Partial<Record<PlatformId, Readonly<Record<string, Allowed>>>>> = {
  youtube: {
    player_client: like(/^-?[a-z][a-z_]{1,24}$/, MOST_VALUES),
    player_skip: among(['webpage', 'configs', 'js', 'initial_data']),
    player_js_variant: like(/^[a-z][a-z0-9_]{0,24}$/),
    player_js_version: like(/^(actual|\d{1,6}@[0-9a-f]{8})$/),
    webpage_client: like(/^[a-z][a-z_]{1,24}$/),
    webpage_skip: among(['player_response', 'initial_data']),
    skip: among(['hls', 'dash', 'translated_subs']),
    lang: like(/^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$/),
    // Not "incomplete": such a file lacks its end.
    formats: among(['dashy', 'duplicate', 'missing_pot']),
    fetch_pot: among(['auto', 'always', 'never'], 1),
  },
  tiktok: {
    api_hostname: {
      most: 1,
      isValid: (value) => /^[a-z0-9.-]{4,80}$/.test(value) && isUpstreamHost('tiktok', value),
    },
    app_info: like(/^(\d{5,25})?(\/[\w.]{0,32}){0,4}$/, MOST_VALUES),
    app_name: like(/^[a-z_]{2,32}$/),
    app_version: like(/^\d{1,3}(\.\d{1,3}){0,3}$/),
    manifest_app_version: like(/^\d{1,16}$/),
    aid: like(/^\d{1,8}$/),
    device_id: like(/^\d{15,22}$/),
  },
  instagram: { app_id: like(/^(ios|web|\d{10,20})$/) },
  twitter: { api: among(['graphql', 'legacy', 'syndication'], 1) },
};

/**
 * Parses lines such as `youtube: player_client=default,web_safari; lang=en`, one for each platform. Throws TypeError that names what is
 * not allowed.
 */
export function readEngineArguments(text: string): EngineArguments {
  if (text.length > MOST_CHARACTERS)
    throw new TypeError(`at most ${MOST_CHARACTERS} characters are allowed`);
  const read: Partial<Record<PlatformId, Readonly<Record<string, readonly string[]>>>> = {};
  for (const [at, untrimmed] of text.split('\n').entries()) {
    const line = untrimmed.trim();
    if (line === '' || line.startsWith('#')) continue;
    const where = `line ${at + 1}: `;
    const [name, rest] = halves(line, ':');
    const platform = PLATFORM_IDS.find((id) => id === name);
    if (!platform)
      throw new TypeError(
        // Not the whole line: a proxy with its password may stand there by mistake.
        `${where}"${name.slice(0, 60)}" is no platform; lines are such as "youtube: lang=en"`,
      );
    if (read[platform]) throw new TypeError(`${where}${platform} has two lines`);
    read[platform] = readLine(platform, rest, where);
  }
  return read;
}

function readLine(
  platform: PlatformId,
  rest: string,
  where: string,
): Readonly<Record<string, readonly string[]>> {
  const allowed: Readonly<Record<string, Allowed>> = { ...ALLOWED[platform], ...COMMON };
  const pairs = rest
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name, list] = halves(part, '=');
      const values = list.split(',').map((value) => value.trim());
      const rule = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
      if (!rule)
        throw new TypeError(
          `${where}${platform}: ${name} is not allowed; allowed are ${Object.keys(allowed).join(', ')}`,
        );
      const wrong = values.find((value) => !rule.isValid(value));
      if (wrong !== undefined)
        throw new TypeError(`${where}${platform}: ${name} cannot be "${wrong.slice(0, 60)}"`);
      if (values.length > rule.most)
        throw new TypeError(`${where}${platform}: ${name} has more than ${rule.most} values`);
      return [name, values] as const;
    });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new TypeError(`${where}${platform}: ${twice} is there twice`);
  return Object.fromEntries(pairs);
}

/** What is before and behind the first `mark`. */
function halves(text: string, mark: string): readonly [string, string] {
  const at = text.includes(mark) ? text.indexOf(mark) : text.length;
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
