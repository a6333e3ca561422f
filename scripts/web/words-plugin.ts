// A Vite plugin: `virtual:words/<language>` is all words of a language, compiled, in a chunk of its own.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const NAME = 'virtual:words/';

/** The compiled messages of a language by `group.key`. `folder` holds its JSON files; each file is a group. */
export function compileWords(folder: string): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {};
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const group = path.basename(file, '.json');
    const texts: Record<string, string> = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    for (const [key, text] of Object.entries(texts))
      compiled[`${group}.${key}`] = compileMessage(text);
  }
  return compiled;
}

/** The plugin. `locales` is the folder with one folder per language. */
export function words(locales: string): Plugin {
  return {
    name: 'keepreel:words',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const folder = path.join(locales, id.slice(NAME.length + 1));
      for (const file of readdirSync(folder)) this.addWatchFile(path.join(folder, file));
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compileWords(folder)))});`;
    },
  };
}
