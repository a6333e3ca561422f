// The services and options that the HTTP layer receives.

import type { Archiving } from '../core/archives/archiving.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Downloading } from '../core/downloading/service.ts';
import type { EngineControl } from '../core/engine-updates/control.ts';
import type { ByteRange } from '../core/files/stored-file.ts';
import type { Inspecting } from '../core/inspecting/inspecting.ts';
import type { Lists } from '../core/inspecting/lists.ts';
import type { Thumbnails } from '../core/inspecting/ports.ts';
import type { VideoSearch } from '../core/inspecting/video-search.ts';
import type { Limiter, ProofOfWork } from '../core/limits/ports.ts';
import type { ApiKeyService } from '../core/operators/keys/api-keys.ts';
import type { FeedTokens } from '../core/operators/keys/ports.ts';
import type { AuditLog } from '../core/operators/ports.ts';
import type { SigningIn } from '../core/operators/signing-in.ts';
import type { Metrics } from '../core/outcomes/metrics.ts';
import type { CountPageView, SummarizePageViews } from '../core/site/page-views.ts';
import type { RatingService } from '../core/site/ratings.ts';
import type { Searching } from '../core/site/search/searching.ts';
import type { Operating } from '../core/status/operating.ts';
import type { SiteStatus } from '../core/status/site-status.ts';
import type { SubtitleReader } from '../core/subtitles/ports.ts';
import type { Blocking } from '../core/takedowns/blocking.ts';
import type { DecidingNotices } from '../core/takedowns/deciding-notices.ts';
import type { TakingNotices } from '../core/takedowns/taking-notices.ts';
import type { TransparencyMonth } from '../core/takedowns/transparency.ts';
import type { Curating } from '../core/trending/curating.ts';
import type { Filming } from '../core/trending/filming.ts';
import type { Ordering } from '../core/trending/ordering.ts';
import type { PopularDownloads } from '../core/trending/popular.ts';
import type { TrendingFiles, TrendingVideos } from '../core/trending/ports.ts';
import type { TrendingViews } from '../core/trending/trending-views.ts';
import type { LimitsAnswer } from '../shared/api/answers.ts';
import type { CockpitAnswer } from '../shared/api/cockpit.ts';
import type { ErrorWords } from './answers/errors.ts';

/** Files that arrive here, for other servers of the fleet. */
export type SharedEarlyFiles = {
  /** A range of one; null for an unknown one, or a token that is not for it. */
  readonly open: (id: string, token: string, range: ByteRange) => AsyncIterable<Uint8Array> | null;
};

/** A readiness check; false or a rejection means "not ready". */
export type ReadyCheck = () => boolean | Promise<boolean>;

/** The services that the routes of takedowns use. */
export type TakedownServices = {
  readonly takingNotices: TakingNotices;
  readonly proofOfWork: ProofOfWork;
  readonly decidingNotices: DecidingNotices;
  readonly blocking: Blocking;
  readonly transparency: () => Promise<readonly TransparencyMonth[]>;
  /** Whether the designated agent has a name, an address and an e-mail address. */
  readonly isAgentConfigured: boolean;
};

/** The services that routes use. */
export type Services = {
  readonly inspecting: Inspecting;
  readonly lists: Lists;
  /** Null where the operator has not switched it on. */
  readonly videoSearch: VideoSearch | null;
  readonly downloading: Downloading;
  readonly archiving: Archiving;
  readonly thumbnails: Thumbnails;
  readonly subtitles: SubtitleReader;
  readonly clock: Clock;
  /** Returns the rate key of a client's address, which identifies its network for streams and the queue. Throws AppError. */
  readonly networkOf: (address: string) => string;
  /** The limits of this server, for the texts of its pages. */
  readonly limits: LimitsAnswer;
  /** Counts by rate key, not by address. */
  readonly limiter: Limiter;
  readonly trendingVideos: TrendingVideos;
  readonly trendingFiles: TrendingFiles;
  readonly trendingViews: Pick<TrendingViews, 'count'>;
  readonly popular: Pick<PopularDownloads, 'worthFeaturing'>;
  readonly ratings: RatingService;
  readonly countPageView: CountPageView;
  readonly sumUpPageViews: SummarizePageViews;
  readonly siteStatus: () => Promise<SiteStatus>;
  readonly searching: Searching;
  readonly signingIn: SigningIn;
  readonly curating: Curating;
  readonly filming: Filming;
  readonly ordering: Ordering;
  readonly apiKeys: ApiKeyService;
  readonly feedTokens: FeedTokens;
  readonly auditLog: Pick<AuditLog, 'list'>;
  readonly cockpit: () => Promise<CockpitAnswer>;
  readonly operating: Operating;
  readonly engine: EngineControl;
  readonly metrics: Pick<Metrics, 'requestEnded'> & { readonly text: () => Promise<string> };
  readonly takedowns: TakedownServices;
  /** Null on a server that shares none. */
  readonly sharedEarly: SharedEarlyFiles | null;
  readonly words: ErrorWords;
  readonly ready: Readonly<Record<string, ReadyCheck>>;
};

/** What a server that only works for others answers with. */
export type WorkerServices = Pick<
  Services,
  'clock' | 'limiter' | 'metrics' | 'networkOf' | 'ready' | 'sharedEarly' | 'words'
> & { readonly isDraining: () => boolean };

/** The name of the site and who runs it; undefined where the operator left it out. */
export type SiteFacts = {
  readonly name: string;
  readonly operatorName: string | undefined;
  readonly operatorAddress: string | undefined;
  readonly contactEmail: string | undefined;
  readonly telegramUrl: string | undefined;
  readonly gtmId: string | undefined;
  readonly consentScriptUrl: string | undefined;
  /** The names of the extra sites that are on. */
  readonly extraSites?: readonly string[];
  /** The designated agent for notices of copyright infringement, as far as configured. */
  readonly agent?: {
    readonly name: string | undefined;
    readonly address: string | undefined;
    readonly email: string | undefined;
  };
};

/** Where visitors find the source of the running release. */
export type SourceOffer = {
  /** The address set by the operator or the project; undefined for this server itself. */
  readonly url: string | undefined;
  /** The archive to send, and its file name for saving. */
  readonly archive: string;
  readonly fileName: string;
};

/** The configuration of the HTTP layer. */
export type HttpOptions = {
  /** The public address, such as `https://video.example`; undefined when the site is only reached locally. */
  readonly publicUrl: string | undefined;
  /** The path below which the site is served, such as `/keepreel`; by default it has a host name of its own. */
  readonly basePath?: string | undefined;
  readonly site: SiteFacts;
  /** Addresses or CIDR ranges of the reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Folder with the built pages. */
  readonly webDir: string;
  /** Folder with files that are served unchanged. */
  readonly publicDir: string;
  /** The operator's own script for the pages; the file may be missing. */
  readonly customScript?: string | undefined;
  readonly logLevel: string;
  /** Undefined if no source is offered. */
  readonly source?: SourceOffer | undefined;
  /** The bearer token for `/metrics`; undefined if only operators have access. */
  readonly metricsToken?: string | undefined;
  /** The largest file to trim or convert; 500 MB by default. */
  readonly maxUploadBytes?: number;
};
