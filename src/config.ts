// The operator's settings: read from the environment, validated, with defaults. Only main.ts reads them.
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { packageVariables } from './adapters/process/environment.ts';
import { readEngineArguments } from './adapters/ytdlp/engine-arguments.ts';
import { weaknessOf } from './core/operators/admins.ts';
import { readCanaryLink } from './core/status/canary-links.ts';
import { UPDATE_MODES } from './shared/engine.ts';
import { MAX_MEDIA_SECONDS } from './shared/limits.ts';
import { MAX_CANARIES } from './shared/operator-limits.ts';
import {
  EXTRA_SITE_IDS,
  MAIN_PLATFORM_IDS,
  PLATFORM_IDS,
  type PlatformId,
} from './shared/platforms/platform.ts';

const text = z.string().trim().min(1);
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, {
    error: ({ input }) => `${input} is not one of ${names.map((name) => `"${name}"`).join(', ')}`,
  });
const whole = (smallest: number, largest: number) =>
  z.coerce.number().int().min(smallest).max(largest);
/** An address, alone or with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const longest = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** {@link readEngineArguments} as a check of the schema. */
function checkEngineArguments(value: string, context: z.RefinementCtx): void {
  try {
    readEngineArguments(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    context.addIssue(error.message);
  }
}

const isCanary = (link: string) => readCanaryLink(link) !== null;
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https:// address' });
/** A text for pages: one line, without control characters. */
const line = text.max(200).regex(/^\P{Cc}*$/u, 'must be one line');
const httpUrl = z.url({ protocol: /^https?$/ });
/** An address that pages show must not contain a password. */
const hasNoUser = (address: string) => !/^[^/]*\/\/[^/?#]*@/.test(address);
const isOrigin = (address: string) => URL.parse(address)?.origin === address.replace(/\/$/, '');
const origin = httpUrl.refine(isOrigin, 'must be an origin, such as http://127.0.0.1:4416');
/** Segments that no proxy, browser or router reads differently; a slash at the end is left out. */
const basePath = z
  .string()
  .transform((path) => path.replace(/\/$/, ''))
  .pipe(z.string().regex(/^(\/[a-z0-9_-][a-z0-9._-]*)*$/i, 'must be a path such as /keepreel'));
const httpProxy = z.url({ protocol: /^http$/, error: 'must be http://[user:password@]host:port' });

const schema = z.object({
  ROLE: z.enum(['all', 'worker']).default('all'),
  SHUTDOWN_SECONDS: whole(1, 3600).default(25),
  PORT: whole(0, 65_535).default(3000),
  HOST: text.default('localhost'),
  PUBLIC_URL: httpUrl.optional(),
  BASE_PATH: basePath.optional(),
  SERVER_URL: httpUrl.optional(),
  SITE_NAME: line.default('Keepreel'),
  OPERATOR_NAME: line.optional(),
  OPERATOR_ADDRESS: line.optional(),
  CONTACT_EMAIL: z.email().optional(),
  DMCA_AGENT_NAME: line.optional(),
  DMCA_AGENT_ADDRESS: line.optional(),
  DMCA_AGENT_EMAIL: z.email().optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  TELEGRAM_URL: httpsUrl.optional(),
  SOURCE_URL: httpUrl.refine(hasNoUser, 'must hold no user name').optional(),
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must be like GTM-ABC1234')
    .optional(),
  CONSENT_SCRIPT_URL: httpsUrl.optional(),
  DATA_DIR: text.default('./data'),
  SECRET_KEY_FILE: text.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be redis://[user:password@]host:port' })
    // The library would take any option from there, a password too.
    .refine((address) => !address.includes('?'), 'must hold no options')
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_SECRET_ACCESS_KEY_FILE: text.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must end with a slash, such as keepreel/')
    .optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
  TRUSTED_PROXIES: list
    .pipe(z.array(z.string().refine(isNetwork, 'must be addresses or CIDR ranges')))
    .default([]),
  UPSTREAM_PROXY: httpProxy.optional(),
  EGRESSES: text.optional(),
  EGRESSES_FILE: text.optional(),
  EXTRA_CA_FILE: text.optional(),
  EGRESS_ID: z
    .string()
    .regex(/^[\w.:-]{1,40}$/, 'must be up to 40 letters, digits, dots, colons and hyphens')
    .optional(),
  EGRESS_HOSTS: z.enum(['observe', 'enforce']).default('observe'),
  EGRESS_NAT64: z.enum(['refuse', 'decode']).default('refuse'),
  YTDLP_PATH: text.optional(),
  PYTHON_PATH: text.optional(),
  POT_PROVIDER_URL: origin.optional(),
  POT_PLUGIN_PATH: text.optional(),
  ENGINE_ARGS: text.superRefine(checkEngineArguments).optional(),
  ENGINE_ARGS_FILE: text.optional(),
  ENGINE_UPDATES: z.enum(UPDATE_MODES).default('notify'),
  FFMPEG_PATH: text.default('ffmpeg'),
  FFPROBE_PATH: text.default('ffprobe'),
  SANDBOX: z.enum(['best-effort', 'required']).default('best-effort'),
  MAX_INSPECTIONS: whole(1, 64).default(8),
  INSPECT_TIMEOUT_SECONDS: whole(1, 300).default(25),
  MAX_JOBS: whole(1, 256).optional(),
  MAX_TRANSCODES: whole(1, 64).optional(),
  MAX_WORK_MINUTES: whole(1, 1440).default(15),
  ENCODE_MEMORY_MB: whole(256, 1_000_000).optional(),
  MAX_ENCODE_MINUTES: whole(1, MAX_MEDIA_SECONDS / 60).default(60),
  MAX_UPLOAD_MB: whole(1, 100_000).default(500),
  MAX_DURATION_MINUTES: whole(1, MAX_MEDIA_SECONDS / 60).default(240),
  MAX_FILE_GB: z.coerce.number().min(0.001).max(1000).default(4),
  FILE_TTL_MINUTES: whole(1, 100_000).default(60),
  FILES_MAX_GB: z.coerce.number().min(0.01).max(1_000_000).default(20),
  MIN_FREE_MB: whole(0, 10_000_000).default(500),
  ABANDON_MINUTES: whole(1, 1440).default(10),
  DISABLED_PLATFORMS: list.pipe(z.array(oneOf(PLATFORM_IDS))).default([]),
  EXTRA_SITES: list
    .pipe(z.array(oneOf(EXTRA_SITE_IDS)))
    .transform((sites) => EXTRA_SITE_IDS.filter((id) => sites.includes(id)))
    .default([]),
  SPONSORBLOCK_URL: origin.optional(),
  PROGRAM_LINKS: z.enum(['on', 'off']).default('on'),
  YOUTUBE_SEARCH: z.enum(['off', 'on']).default('off'),
  COOKIES_FILE: text.optional(),
  COOKIES_DIR: text.optional(),
  CANARY_URLS: list
    .pipe(z.array(z.string().refine(isCanary, 'must be links of videos')).max(MAX_CANARIES))
    .optional(),
  ALARM_WEBHOOK_URL: httpUrl.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 characters without spaces')
    .optional(),
  OUTCOMES_DAYS: whole(1, 3650).default(90),
  TAKEDOWN_DAYS: whole(30, 36_500).default(1095),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

/** The settings, under the names an operator knows. Times and sizes carry their unit in the name. */
export type Config = z.infer<typeof schema> & {
  readonly root: string;
  /** The main platforms, and the extra sites that are on. */
  readonly platforms: readonly PlatformId[];
  /** `PIP_*` and proxies, with which set-up installed yt-dlp: updates of it go the same way. */
  readonly packageEnvironment: Readonly<Record<string, string>>;
};

/** An invalid setting; `message` names it and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** These have defaults that an empty value switches off. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['CANARY_URLS']);

/** Reads and checks the environment. Empty values count as not set, but for those that mean none. Throws {@link ConfigError} with every problem found. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || MAY_BE_EMPTY.has(name)),
    ),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const config = result.data;
  const root = path.resolve(import.meta.dirname, '..');
  const egresses = [config.UPSTREAM_PROXY, config.EGRESSES, config.EGRESSES_FILE];
  const named = egresses.filter((setting) => setting !== undefined).length;
  if (named > 1)
    throw new ConfigError(
      'Set one of UPSTREAM_PROXY, EGRESSES and EGRESSES_FILE, and remove the others.',
    );
  if (config.ENGINE_ARGS !== undefined && config.ENGINE_ARGS_FILE !== undefined)
    throw new ConfigError('Set ENGINE_ARGS or ENGINE_ARGS_FILE, and remove the other.');
  if (config.EXTRA_CA_FILE && named === 0) {
    throw new ConfigError(
      'EXTRA_CA_FILE is for a proxy that opens TLS; set UPSTREAM_PROXY or EGRESSES too, or remove EXTRA_CA_FILE.',
    );
  }
  if (config.SERVER_URL && new URL(config.SERVER_URL).pathname !== '/')
    throw new ConfigError(
      'SERVER_URL must be an origin without a path, such as https://video.example.',
    );
  if ((config.ADMIN_EMAIL === undefined) !== (config.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together; set both, or neither and run "npm run admin -- add <email>".',
    );
  }
  refuseHalfAStore(config);
  const weakness = config.ADMIN_PASSWORD === undefined ? null : weaknessOf(config.ADMIN_PASSWORD);
  if (weakness) throw new ConfigError(`ADMIN_PASSWORD: ${weakness}`);
  const packageEnvironment = packageVariables(environment);
  const BASE_PATH = settleBasePath(config);
  const platforms = [...MAIN_PLATFORM_IDS, ...config.EXTRA_SITES];
  const dataDir = path.resolve(root, config.DATA_DIR);
  return { ...config, BASE_PATH, DATA_DIR: dataDir, root, platforms, packageEnvironment };
}

/** The path below which the site is served: that of PUBLIC_URL, with which BASE_PATH must agree. */
function settleBasePath({ PUBLIC_URL, BASE_PATH }: z.infer<typeof schema>): string | undefined {
  if (PUBLIC_URL === undefined) return BASE_PATH || undefined;
  const { pathname, search, hash } = new URL(PUBLIC_URL);
  const read = basePath.safeParse(pathname);
  if (!read.success || search + hash !== '')
    throw new ConfigError(
      'PUBLIC_URL must be an origin, or one with a plain path, such as https://video.example or https://example.org/keepreel.',
    );
  if (BASE_PATH !== undefined && BASE_PATH !== read.data)
    throw new ConfigError(
      `BASE_PATH is ${BASE_PATH || '/'}, and the path of PUBLIC_URL is ${pathname}. Make them the same, or remove BASE_PATH.`,
    );
  return read.data || undefined;
}

/** Throws ConfigError for an object store that is set in parts, and for servers that would share it but not its list of files. */
function refuseHalfAStore(config: z.infer<typeof schema>): void {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, DATABASE_URL, REDIS_URL } = config;
  const secrets = [config.S3_SECRET_ACCESS_KEY, config.S3_SECRET_ACCESS_KEY_FILE];
  const hasOneSecret = secrets.filter((secret) => secret !== undefined).length === 1;
  if (S3_BUCKET === undefined && (S3_ENDPOINT ?? S3_ACCESS_KEY_ID) !== undefined)
    throw new ConfigError(
      'S3_BUCKET: set it too, or remove the other settings of the object store.',
    );
  if (S3_BUCKET !== undefined && !(S3_ACCESS_KEY_ID !== undefined && hasOneSecret))
    throw new ConfigError(
      'S3_BUCKET needs S3_ACCESS_KEY_ID, and either S3_SECRET_ACCESS_KEY or S3_SECRET_ACCESS_KEY_FILE.',
    );
  const isShared = [S3_BUCKET, REDIS_URL, DATABASE_URL].every((setting) => setting !== undefined);
  if (config.ROLE === 'worker' && !isShared)
    throw new ConfigError(
      'ROLE=worker makes files for other servers: set DATABASE_URL, REDIS_URL and S3_BUCKET as they have them.',
    );
  if (S3_BUCKET !== undefined && REDIS_URL !== undefined && DATABASE_URL === undefined)
    throw new ConfigError(
      'S3_BUCKET and REDIS_URL make servers share their files and jobs: set DATABASE_URL to the PostgreSQL that they share.',
    );
}

const PASSWORDS = ['ADMIN_PASSWORD', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY', 'EGRESSES'] as const;
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'UPSTREAM_PROXY'] as const;

/** The settings for printing, without passwords, also those within addresses. */
export function maskConfig(config: Config): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...config };
  for (const name of PASSWORDS) if (config[name] !== undefined) shown[name] = '***';
  // Many webhooks have their key in the path.
  if (config.ALARM_WEBHOOK_URL !== undefined)
    shown['ALARM_WEBHOOK_URL'] = `${new URL(config.ALARM_WEBHOOK_URL).origin}/***`;
  shown['packageEnvironment'] = Object.keys(config.packageEnvironment);
  for (const name of SECRETS) {
    const value = config[name];
    if (!value) continue;
    const url = new URL(value);
    if (url.password) url.password = '***';
    shown[name] = url.href;
  }
  return shown;
}

/** Rethrows an error of the data folder as a ConfigError; one of the file system with the remedy. */
export function asConfigError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Error && 'syscall' in error))
    throw new ConfigError(`DATA_DIR: ${message}`);
  throw new ConfigError(
    `DATA_DIR: ${message}. Name a folder that this server's user may write to.`,
  );
}
