// Wires what visitors see besides downloading: trending, search, ratings, page views, status.

import path from 'node:path';
import { oneAtATime } from '../adapters/clock/one-at-a-time.ts';
import { createRatings } from '../adapters/database/ratings.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createTrendingVideos } from '../adapters/database/trending-videos.ts';
import { createLibrary } from '../adapters/search/library.ts';
import { createRaterName } from '../adapters/secrets/rater-name.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Downloading } from '../core/downloading/service.ts';
import type { Limiter } from '../core/limits/ports.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import { createPageViewCounter, createPageViewSummary } from '../core/site/page-views.ts';
import type { PageViews } from '../core/site/ports.ts';
import { createRatingService } from '../core/site/ratings.ts';
import { createSearching } from '../core/site/search/searching.ts';
import { createSiteStatus, type OperatorSettings } from '../core/status/site-status.ts';
import type { TrendingFiles } from '../core/trending/ports.ts';
import type { Services, SiteFacts } from '../http/services.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';

/** The services of this module. */
export type SiteModule = Pick<
  Services,
  | 'trendingVideos'
  | 'trendingFiles'
  | 'searching'
  | 'ratings'
  | 'countPageView'
  | 'sumUpPageViews'
  | 'siteStatus'
>;

/** Opens the services of the pages on the database, the search index and the downloads. */
export async function composeSite(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly outcomes: Outcomes;
  readonly secret: Uint8Array;
  readonly pageViews: PageViews;
  readonly downloading: Downloading;
  readonly limiter: Limiter;
  readonly trendingFiles: TrendingFiles;
  readonly operated: OperatorSettings;
}): Promise<SiteModule> {
  const { config, clock, outcomes, downloading } = needs;
  const { db } = needs.database;
  const ratings = createRatingService({
    ratings: createRatings(db),
    raterOf: createRaterName(needs.secret),
    downloading,
    clock,
    limiter: needs.limiter,
  });
  const trendingVideos = createTrendingVideos(db);
  return {
    trendingVideos,
    searching: createSearching({
      library: createLibrary(path.join(config.root, 'dist/web/search')),
      trendingVideos,
      clock,
      inTurn: oneAtATime(),
      siteName: siteFacts(config).name,
    }),
    trendingFiles: needs.trendingFiles,
    ratings,
    countPageView: createPageViewCounter(needs.pageViews, clock),
    sumUpPageViews: createPageViewSummary(needs.pageViews, clock),
    siteStatus: createSiteStatus({
      outcomes,
      rating: ratings.summary,
      clock,
      operated: needs.operated,
      platforms: config.platforms,
    }),
  };
}

/** The settings about the site and its operator. */
export function siteFacts(config: Config): SiteFacts {
  return {
    name: config.SITE_NAME,
    operatorName: config.OPERATOR_NAME,
    operatorAddress: config.OPERATOR_ADDRESS,
    contactEmail: config.CONTACT_EMAIL,
    telegramUrl: config.TELEGRAM_URL,
    gtmId: config.GTM_ID,
    consentScriptUrl: config.CONSENT_SCRIPT_URL,
    extraSites: config.EXTRA_SITES.map((id) => PLATFORMS[id].label),
    agent: {
      name: config.DMCA_AGENT_NAME,
      address: config.DMCA_AGENT_ADDRESS,
      email: config.DMCA_AGENT_EMAIL,
    },
  };
}
