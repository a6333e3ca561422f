// Says which newer yt-dlp this machine's Python is too old for: pip leaves such versions out without a word.
import { normaliseVersion } from './engine-version.mjs';
import { run } from './say-and-run.mjs';

/** A sentence about a version newer than `version` that needs a newer Python, or null. */
export async function sayBeyond(python, version) {
  const options = ['--retries', '0', '--timeout', '15', '--disable-pip-version-check'];
  const pip = (...args) => run(python, ['-m', 'pip', ...args, ...options], { timeoutMs: 30_000 });
  try {
    const listed = await pip('index', 'versions', 'yt-dlp', '--ignore-requires-python');
    const newest = normaliseVersion(/^yt-dlp \(([\d.]+)\)/m.exec(listed)?.[1] ?? '');
    if (newest <= version) return null;
    const wanted = ['--dry-run', '--no-deps', '--only-binary', ':all:', `yt-dlp==${newest}`];
    const said = await pip('install', ...wanted).catch(({ message }) => message);
    const [, needs] = /(?:Requires-Python |not in ')>=(\d+\.\d+)/.exec(said) ?? [];
    const numbers = 'import sys; print("%d.%d" % sys.version_info[:2])';
    const has = (await run(python, ['-c', numbers])).trim();
    return needs ? `${newest} needs Python ${needs}; this machine has ${has}` : null;
  } catch {
    return null; // no index, or none of these questions: what is installed stays the newest that is known
  }
}
