// Reads from the build's manifest what each page must name in its head.
import type { Manifest } from 'vite';
import type { PageAssets } from '../../src/web/render/prerenderer.ts';

const WORDS = /virtual:words\/([\w-]+(?:\/later\/[\w-]+)?)$/;

/** Addresses of the client's script, what it needs at once, its styles and fonts, its screens, and the words of each language. */
export function pageAssets(manifest: Manifest, basePath: string): PageAssets {
  const address = (file: string) => `${basePath}/${file}`;
  const client = chunkOf(manifest, 'app/start.ts');
  const all = Object.values(manifest);
  const preloads = filesBelow(manifest, client.imports);
  const known = [client.file, ...preloads];
  const app = filesBelow(manifest, ['app/hydrate.tsx']).filter((file) => !known.includes(file));
  const words = Object.entries(manifest).flatMap(([name, chunk]) => {
    const language = WORDS.exec(name)?.[1];
    return language ? [[language, address(chunk.file)] as const] : [];
  });
  const screens = Object.keys(manifest)
    .filter((name) => /^(screens\/|features\/[^/]+\/index\.tsx$)/.test(name))
    .map((name) => {
      const files = filesBelow(manifest, [name]);
      const rest = files.filter((file) => !known.includes(file) && !app.includes(file));
      return [name, rest.map(address)] as const;
    });
  const screenStyles = screens.map(([name, files]) => {
    const own = all.filter(({ file }) => files.includes(address(file)));
    return [name, own.flatMap((chunk) => chunk.css ?? []).map(address)] as const;
  });
  return {
    script: address(client.file),
    preloads: preloads.map(address),
    app: app.map(address),
    words: Object.fromEntries(words),
    screens: Object.fromEntries(screens),
    screenStyles: Object.fromEntries(screenStyles),
    styles: [...new Set(all.flatMap((chunk) => (chunk.isEntry ? (chunk.css ?? []) : [])))].map(
      address,
    ),
    fonts: [...new Set(all.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))]
      .filter((file) => file.endsWith('.woff2'))
      .map(address),
    beforePaint: address(chunkOf(manifest, 'app/before-paint.ts').file),
  };
}

/** The files of these chunks and of all that they import. */
function filesBelow(manifest: Manifest, names: readonly string[] = []): readonly string[] {
  const files = new Set<string>();
  const follow = (more: readonly string[]) => {
    for (const name of more) {
      const chunk = chunkOf(manifest, name);
      if (files.has(chunk.file)) continue;
      files.add(chunk.file);
      follow(chunk.imports ?? []);
    }
  };
  follow(names);
  return [...files];
}

function chunkOf(manifest: Manifest, name: string) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build made no ${name}`);
  return chunk;
}
