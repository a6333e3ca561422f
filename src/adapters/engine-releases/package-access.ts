// Files that an operator's pip settings refer to. Pure.
import path from 'node:path';

/** Files where pip looks for settings, beside its variables. */
export function settingFiles(home: string): string[] {
  const own = ['.config/pip', '.pip'].map((name) => path.join(home, name));
  return ['/etc/pip.conf', '/etc/xdg/pip', ...own];
}

/** Files that every program needs to resolve host names. */
export const NAME_FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
] as const;

/** Files and folders that settings name, as paths or file URLs; missing ones are harmless. */
export function filesNamedIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w:/.@-])(?:file:\/\/)?(\/[^\s'",;]+)/g);
  return [...new Set([...found].map(([, file = '']) => path.normalize(file)))].filter(
    (file) => file !== '/',
  );
}
