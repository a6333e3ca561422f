// Reads the address of the source from package.json, for the footer of every page and for set-up.

/** The address for a browser: that of the repository, in any form that npm accepts, else the home page; null if there is none. */
export function projectAddress(manifest: object): string | null {
  const { repository, homepage } = manifest as { repository?: unknown; homepage?: unknown };
  const url = typeof repository === 'string' ? repository : (repository as { url?: unknown })?.url;
  return readAddress(url) ?? readAddress(homepage);
}

function readAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, github] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  const address = github
    ? `https://github.com/${github}`
    : text.replace(/^git\+/, '').replace(/^git:/, 'https:');
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const parsed = new URL(address);
  if (parsed.username !== '') return null;
  return parsed.href.replace(/\.git$/, '');
}
