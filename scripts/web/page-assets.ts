// Reads from the build's manifest what each page must name in its head.
import type { Manifest } from 'vite';
import type { PageAssets } from '../../src/web/prerenderer.ts';

const WORDS = /virtual:words\/([\w-]+)$/;

/** Addresses of the client's script, what it needs at once, its styles and fonts, and the words of each language. */
export function pageAssets(manifest: Manifest): PageAssets {
  const client = chunkOf(manifest, 'client.tsx');
  const all = Object.values(manifest);
  const preloads = new Set<string>();
  const follow = (names: readonly string[] = []) => {
    for (const name of names) {
      const chunk = chunkOf(manifest, name);
      if (preloads.has(chunk.file)) continue;
      preloads.add(chunk.file);
      follow(chunk.imports);
    }
  };
  follow(client.imports);
  const words = Object.entries(manifest).flatMap(([name, chunk]) => {
    const language = WORDS.exec(name)?.[1];
    return language ? [[language, `/${chunk.file}`] as const] : [];
  });
  const address = (file: string) => `/${file}`;
  return {
    script: address(client.file),
    preloads: [...preloads].map(address),
    words: Object.fromEntries(words),
    styles: [...new Set(all.flatMap((chunk) => (chunk.isEntry ? (chunk.css ?? []) : [])))].map(
      address,
    ),
    fonts: [...new Set(all.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))]
      .filter((file) => file.endsWith('.woff2'))
      .map(address),
    themeScript: address(chunkOf(manifest, 'theme-before-paint.ts').file),
  };
}

function chunkOf(manifest: Manifest, name: string) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build made no ${name}`);
  return chunk;
}
