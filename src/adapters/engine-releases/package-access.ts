// What an operator's own settings for Python packages let pip use: variables, and the files that they name. Pure; used by pip.ts.
import path from 'node:path';

/** Where pip looks for settings beside its variables. */
export function settingFiles(home: string): string[] {
  const own = ['.config/pip', '.pip'].map((name) => path.join(home, name));
  return ['/etc/pip.conf', '/etc/xdg/pip', ...own];
}

/** What every program needs to find hosts by name. */
export const NAME_FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
] as const;

/** Files and folders that values of settings name, as paths or as file addresses; what does not exist does no harm. */
export function filesNamedIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w:/.@-])(?:file:\/\/)?(\/[^\s'",;]+)/g);
  return [...new Set([...found].map(([, file = '']) => path.normalize(file)))].filter(
    (file) => file !== '/',
  );
}
