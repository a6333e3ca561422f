// What the HTTP room is given: the product's services and the few facts of the configuration it may know.

import type { Clock } from '../core/async/clock.ts';
import type { Downloading } from '../core/downloading/service.ts';
import type { EngineControl } from '../core/engine-updates/control.ts';
import type { Inspecting } from '../core/inspecting/inspecting.ts';
import type { Thumbnails } from '../core/inspecting/ports.ts';
import type { Limiter } from '../core/limits/ports.ts';
import type { AuditLog } from '../core/operators/ports.ts';
import type { SigningIn } from '../core/operators/signing-in.ts';
import type { Metrics } from '../core/outcomes/metrics.ts';
import type { CountPageView, SummarizePageViews } from '../core/site/page-views.ts';
import type { RatingService } from '../core/site/ratings.ts';
import type { Operating } from '../core/status/operating.ts';
import type { SiteStatus } from '../core/status/site-status.ts';
import type { Curating } from '../core/trending/curating.ts';
import type { Filming } from '../core/trending/filming.ts';
import type { Ordering } from '../core/trending/ordering.ts';
import type { PopularDownloads } from '../core/trending/popular.ts';
import type { TrendingFiles, TrendingVideos } from '../core/trending/ports.ts';
import type { TrendingViews } from '../core/trending/trending-views.ts';
import type { LimitsAnswer } from '../shared/api.ts';
import type { CockpitAnswer } from '../shared/cockpit-api.ts';
import type { ErrorWords } from './answers/errors.ts';
import type { TakedownServices } from './takedowns/routes.ts';

/** One check of readiness; false or a rejection means "not ready". */
export type ReadyCheck = () => boolean | Promise<boolean>;

/** Everything a route may use. */
export type Services = {
  readonly inspecting: Inspecting;
  readonly downloading: Downloading;
  readonly thumbnails: Thumbnails;
  readonly clock: Clock;
  /** The rate key of a client's address, by which open streams and the queue tell networks apart. Throws AppError. */
  readonly networkOf: (address: string) => string;
  /** What this server takes, for the words on its pages. */
  readonly limits: LimitsAnswer;
  readonly limiter: Limiter;
  readonly trendingVideos: TrendingVideos;
  readonly trendingFiles: TrendingFiles;
  readonly trendingViews: Pick<TrendingViews, 'count'>;
  readonly popular: Pick<PopularDownloads, 'worthFeaturing'>;
  readonly ratings: RatingService;
  readonly countPageView: CountPageView;
  readonly sumUpPageViews: SummarizePageViews;
  readonly siteStatus: () => Promise<SiteStatus>;
  readonly signingIn: SigningIn;
  readonly curating: Curating;
  readonly filming: Filming;
  readonly ordering: Ordering;
  readonly auditLog: Pick<AuditLog, 'list'>;
  readonly cockpit: () => Promise<CockpitAnswer>;
  readonly operating: Operating;
  readonly engine: EngineControl;
  readonly metrics: Pick<Metrics, 'requestEnded'> & { readonly text: () => Promise<string> };
  readonly takedowns: TakedownServices;
  readonly words: ErrorWords;
  readonly ready: Readonly<Record<string, ReadyCheck>>;
};

/** Who runs the site and what it is called; undefined is what the operator did not say. */
export type SiteFacts = {
  readonly name: string;
  readonly operatorName: string | undefined;
  readonly operatorAddress: string | undefined;
  readonly contactEmail: string | undefined;
  readonly telegramUrl: string | undefined;
  readonly gtmId: string | undefined;
  readonly consentScriptUrl: string | undefined;
  /** Who takes notices of copyright infringement, as far as the operator named them. */
  readonly agent?: {
    readonly name: string | undefined;
    readonly address: string | undefined;
    readonly email: string | undefined;
  };
};

/** Where visitors find the source of what runs here. */
export type SourceOffer = {
  /** The address that the operator or the project names; undefined is this server itself. */
  readonly url: string | undefined;
  /** The file to send, and the file name for saving it. */
  readonly archive: string;
  readonly fileName: string;
};

/** What the configuration says about how the site is reached. */
export type HttpOptions = {
  /** The public origin, such as `https://video.example`; undefined when the site is only reached locally. */
  readonly publicUrl: string | undefined;
  readonly site: SiteFacts;
  /** Addresses or CIDR ranges of the proxies in front of this server whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Folder with the built pages. */
  readonly webDir: string;
  /** Folder with files that are served as they are. */
  readonly publicDir: string;
  /** The operator's own script for the pages; it need not be there. */
  readonly customScript?: string | undefined;
  readonly logLevel: string;
  /** Undefined offers no source. */
  readonly source?: SourceOffer | undefined;
  /** What a monitor shows to read `/metrics`; undefined is no monitor. */
  readonly metricsToken?: string | undefined;
};
