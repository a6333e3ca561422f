// The HTTP application with the real services of the site on a database in memory; for tests of everything but downloads.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createOutcomes } from '../../../src/adapters/database/outcomes.ts';
import { createPageViews } from '../../../src/adapters/database/page-views.ts';
import { createRatings } from '../../../src/adapters/database/ratings.ts';
import type { Database } from '../../../src/adapters/database/schema.ts';
import { createTrendingChecks } from '../../../src/adapters/database/trending-checks.ts';
import { createTrendingCounts } from '../../../src/adapters/database/trending-counts.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createTrendingFiles } from '../../../src/adapters/files/trending-files.ts';
import { createMemoryLimiter } from '../../../src/adapters/limiter/memory.ts';
import { createLibrary } from '../../../src/adapters/search/library.ts';
import { createViewMarks } from '../../../src/adapters/secrets/count-names.ts';
import { createRaterName } from '../../../src/adapters/secrets/rater-name.ts';
import type { Outcomes } from '../../../src/core/outcomes/ports.ts';
import { createPageViewCounter } from '../../../src/core/site/page-views.ts';
import { createRatingService } from '../../../src/core/site/ratings.ts';
import { createSearching } from '../../../src/core/site/search/searching.ts';
import { createSiteStatus } from '../../../src/core/status/site-status.ts';
import type { TrendingFiles, TrendingVideos } from '../../../src/core/trending/ports.ts';
import type { TrendingVideo } from '../../../src/core/trending/trending.ts';
import { createTrendingViews } from '../../../src/core/trending/trending-views.ts';
import type { HttpOptions } from '../../../src/http/services.ts';
import type { SiteArticle, SitePages } from '../../../src/shared/site-pages.ts';
import { DEFAULT_OPERATOR_STATE } from '../run/default-operator-state.ts';
import { type HttpFixture, startHttpFixture } from './http-fixture.ts';

/** The application, and what a test may put behind it. */
export type SiteFixture = HttpFixture & {
  readonly database: Database;
  readonly videos: TrendingVideos;
  readonly files: TrendingFiles;
  readonly outcomes: Outcomes;
  readonly dataDir: string;
};

/**
 * Starts it. Its pages are `/` and `/trending`, each in English and French, unless `webDir` is that of built pages; its
 * limits are the real ones.
 */
export async function startSiteFixture(
  options: Partial<HttpOptions> = {},
  articles: readonly SiteArticle[] = [],
): Promise<SiteFixture> {
  const secret = new Uint8Array(32).fill(7);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-site-'));
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  const { db } = database;
  const videos = createTrendingVideos(db);
  const files = createTrendingFiles(dataDir);
  const outcomes = createOutcomes(db);
  const webDir = options.webDir ?? path.join(dataDir, 'web');
  if (!options.webDir) await writePages(webDir, articles);
  const fixture = await startHttpFixture({ ...options, webDir }, ({ fake, clock }) => {
    const limiter = createMemoryLimiter({ clock });
    const ratings = createRatingService({
      ratings: createRatings(db),
      downloading: fake.service,
      raterOf: createRaterName(secret),
      limiter,
      clock,
    });
    return {
      trendingVideos: videos,
      trendingFiles: files,
      ratings,
      trendingViews: createTrendingViews({
        clock,
        counts: createTrendingCounts(db),
        checks: createTrendingChecks(db),
        markOf: createViewMarks(secret),
      }),
      limiter,
      searching: createSearching({
        inTurn: (work) => work(),
        library: createLibrary(path.join(webDir, 'search')),
        trendingVideos: videos,
        clock,
        siteName: 'Keepreel',
      }),
      countPageView: createPageViewCounter(createPageViews(db), clock),
      siteStatus: createSiteStatus({
        outcomes,
        rating: ratings.summary,
        clock,
        operated: DEFAULT_OPERATOR_STATE,
      }),
    };
  });
  return {
    ...fixture,
    database,
    videos,
    files,
    outcomes,
    dataDir,
    async close() {
      await fixture.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** What the page build would have left, without any page's text. */
async function writePages(webDir: string, articles: readonly SiteArticle[]): Promise<void> {
  const language = (code: string, prefix: string) =>
    ({ code, prefix, name: code, tag: code, dir: 'ltr', intl: code }) as const;
  const page = (name: string, status: 200 | 404 = 200) => {
    const files = { en: `en${name}.html`, fr: `fr${name}.html` };
    return { paths: [name], status, files };
  };
  const pages: SitePages = {
    basePath: '',
    languages: [language('en', ''), language('fr', '/fr')],
    pages: [page('/'), page('/trending'), page('/not-found', 404)],
    articles,
  };
  for (const folder of ['assets', 'share', 'pictures', 'extension', 'icons'])
    await mkdir(path.join(webDir, folder), { recursive: true });
  await writeFile(path.join(webDir, 'pages.json'), JSON.stringify(pages));
}

/** A trending video of which a test says only what matters to it. */
export function aVideo(id: string, over: Partial<TrendingVideo> = {}): TrendingVideo {
  return {
    id,
    title: `Video ${id}`,
    description: null,
    videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
    film: null,
    thumbnail: null,
    platform: null,
    featured: false,
    viewCount: 0,
    createdAt: Date.UTC(2026, 10, 21),
    isAvailable: true,
    position: null,
    ...over,
  };
}
