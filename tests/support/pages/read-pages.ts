// Reads built pages as a browser understands them, without running their scripts.
import type { Page } from 'playwright-core';

/** One link of a page, resolved. `tag` is the language it says it leads to. */
export type PageLink = { readonly url: string; readonly tag: string | null };

/** What stands in a document. */
export type ReadPage = {
  /** The path it was asked for under. */
  readonly path: string;
  readonly status: number;
  readonly lang: string;
  readonly title: string;
  readonly headings: readonly string[];
  /** What can be read in the body, and all of it with the sentences for browsers without scripts. */
  readonly text: string;
  readonly noscript: string;
  readonly ids: readonly string[];
  readonly links: readonly PageLink[];
  /** Scripts, styles, pictures, icons. */
  readonly files: readonly string[];
  /** `meta` by name or property; several of one name are joined by a space. */
  readonly meta: Readonly<Record<string, string>>;
  readonly canonical: string | null;
  readonly alternates: Readonly<Record<string, string>>;
  readonly data: readonly string[];
};

/** Reads every path, in the order given. `page` must be open at the server. */
export async function readPages(page: Page, paths: readonly string[]): Promise<ReadPage[]> {
  return page.evaluate(`(${readAll})(${JSON.stringify(paths)})`) as Promise<ReadPage[]>;
}

/** Runs in the browser: all it needs is inside. */
const readAll = `async (paths) => {
  const read = async (path) => {
    const response = await fetch(path, { headers: { Accept: 'text/html' } });
    const doc = new DOMParser().parseFromString(await response.text(), 'text/html');
    // The policy of the site allows no <base>.
    const resolve = (address) => new URL(address, new URL(path, location.href)).href;
    const all = (selector) => [...doc.querySelectorAll(selector)];
    const plain = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
    const meta = {};
    for (const one of all('meta[name], meta[property]')) {
      const name = one.getAttribute('name') ?? one.getAttribute('property');
      meta[name] = meta[name] === undefined ? one.content : meta[name] + ' ' + one.content;
    }
    const noscript = all('noscript').map(plain).join(' ');
    const data = all('script[type="application/ld+json"]').map((one) => one.textContent);
    return {
      path,
      status: response.status,
      lang: doc.documentElement.lang,
      title: doc.title,
      headings: all('h1').map(plain),
      ids: all('[id]').map(({ id }) => id),
      links: all('body a[href]').map((one) => ({ url: resolve(one.getAttribute('href')), tag: one.getAttribute('hreflang') })),
      files: all('script[src], img[src], link[rel=stylesheet], link[rel=icon], link[rel=manifest], link[rel=apple-touch-icon], link[rel=modulepreload], link[rel=preload], use').map(
        (one) => resolve(one.getAttribute('src') ?? one.getAttribute('href'))),
      meta,
      canonical: doc.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
      alternates: Object.fromEntries(
        all('link[rel=alternate][hreflang]').map((one) => [one.hreflang, one.getAttribute('href')])),
      data,
      noscript,
      text: (all('noscript, script').forEach((one) => one.remove()), plain(doc.body)),
    };
  };
  return Promise.all(paths.map(read));
}`;
