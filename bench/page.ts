// Six pages in Lighthouse's mobile emulation: their four scores, their cost before anything is touched, and the failed audits.
import lighthouse, { type Result } from 'lighthouse';
import { startBrowser } from '../tests/support/browser/browser.ts';
import { freePort } from '../tests/support/run/free-ports.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { median } from './processes.ts';
import { startServerProcess } from './server-process.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Requests = {
  readonly items: readonly { readonly resourceType: string; readonly transferSize: number }[];
};

/** One of each kind that people come to from a search. */
const PATHS = [
  '/',
  '/trending',
  '/video-trimmer',
  '/advanced-downloader',
  '/mobile',
  '/blog/subtitles',
] as const;

/** Medians of times in milliseconds, and of what scripts weigh as they are sent. */
export type PageCost = {
  readonly mainThreadMs: number;
  readonly blockedMs: number;
  readonly largestPaintMs: number;
  readonly scriptBytes: number;
};

/** Medians of a page's scores (0 to 100), and the titles of all audits that were ever below full marks. */
export type PageScores = {
  readonly path: string;
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  readonly cost: PageCost;
  readonly aim: number;
  readonly wanting: readonly string[];
};

/** Measures each page `runs` times, each time in a new browser. */
export async function measurePages(
  lab: LabProcess,
  { runs }: Options,
): Promise<readonly PageScores[]> {
  await lab.shape({ rttMs: 0, bytesPerSecondPerConnection: null });
  const port = await freePort();
  // Pages give search engines absolute addresses, which a server can build only where it knows its own.
  const server = await startServerProcess(lab, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  try {
    const pages: PageScores[] = [];
    for (const path of PATHS) pages.push(await measurePage(server.url, path, runs));
    return pages;
  } finally {
    await server.close();
  }
}

async function measurePage(origin: string, path: string, runs: number): Promise<PageScores> {
  const seen: Record<string, number[]> = {};
  const costs: PageCost[] = [];
  const wanting = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    const { categories, audits } = await look(new URL(path, origin).href);
    costs.push(costOf(audits));
    for (const id of CATEGORIES) {
      const category = categories[id];
      if (!category) throw new Error(`Lighthouse gave no score for ${id}`);
      seen[id] = [...(seen[id] ?? []), Math.round((category.score ?? 0) * 100)];
      for (const { id: audit, weight } of category.auditRefs) {
        const { score, title, displayValue } = audits[audit] ?? {};
        if (weight > 0 && typeof score === 'number' && score < 1)
          wanting.add(`${id}: ${title} ${displayValue ?? ''}`.trim());
      }
    }
  }
  const scores = Object.fromEntries(CATEGORIES.map((id) => [id, median(seen[id] ?? [])]));
  const middle = (name: keyof PageCost) => Math.round(median(costs.map((cost) => cost[name])));
  return {
    path,
    scores: scores as PageScores['scores'],
    cost: {
      mainThreadMs: middle('mainThreadMs'),
      blockedMs: middle('blockedMs'),
      largestPaintMs: middle('largestPaintMs'),
      scriptBytes: middle('scriptBytes'),
    },
    aim: 98,
    wanting: [...wanting],
  };
}

function costOf(audits: Result['audits']): PageCost {
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details as Requests | undefined;
  const scripts = requests?.items.filter(({ resourceType }) => resourceType === 'Script') ?? [];
  return {
    mainThreadMs: number('mainthread-work-breakdown'),
    blockedMs: number('total-blocking-time'),
    largestPaintMs: number('largest-contentful-paint'),
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

async function look(url: string) {
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'silent',
    });
    if (!result) throw new Error('Lighthouse gave no result');
    return result.lhr;
  } finally {
    await browser.close();
  }
}
