// The image and the compose files of deploy/: what they are made from is there, every setting exists, and no container may do more than it must.
import path, { matchesGlob } from 'node:path';
import { assert, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import {
  FORCED_END_SECONDS,
  judge,
  listDeploy,
  ROOT,
  readDeploy,
  readYaml,
  SHARED_NEEDS,
  unknownSettings,
} from '../support/deploy/deploy-tools.ts';

type Service = {
  readonly image: string;
  readonly build?: { readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly stop_grace_period: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt: readonly string[];
  readonly user?: string;
  readonly init?: boolean;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly command?: readonly string[];
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean | string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
};

const DOCKERFILE = readDeploy('image/Dockerfile');
const IGNORED = readDeploy('image/Dockerfile.dockerignore');
const EXAMPLE = new Set(readDeploy('env.example').match(/^[A-Z_0-9]+(?==)/gm));
/** What of a container the sandbox of yt-dlp and ffmpeg needs. */
const SANDBOX_OPTIONS = ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined'];
const FILES = listDeploy('.').filter((name) => /^compose.*\.yaml$/.test(name));

/** Whether the image's context has a file, by the rules of an ignore file: the last line that matches decides. */
function isInContext(file: string, rules = IGNORED): boolean {
  let isIn = true;
  for (const line of rules.split('\n').filter((rule) => rule !== '' && !rule.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    const folders = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    // Docker's star matches names with a dot in front as well.
    if (pattern === '*' || folders.some((one) => matchesGlob(one, pattern)))
      isIn = line.startsWith('!');
  }
  return isIn;
}

describe('the image', () => {
  it('is made from files that are there and in its context', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' ').filter((name) => name !== '.'),
    );
    const moved = /mv ([\w ]+) \/made\//.exec(DOCKERFILE)?.[1]?.split(' ') ?? [];
    const names = [...copied, ...moved].filter((name) => name !== 'dist');
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !isInContext(name))).toEqual([]);
  });

  it.each([
    '.env',
    'deploy/.env',
    'deploy/secrets/secret.key',
    'deploy/secrets/s3-secret-access-key',
    'src/.env.local',
    'data/keepreel.sqlite',
    'node_modules/a/index.js',
    '.git/config',
    '.engine/current/engine.json',
    'server.pem',
    'engine/cookies.txt',
  ])('never sees %s', (file) => {
    expect(isInContext(file)).toBe(false);
  });

  it('would see it without the rule', () => {
    const rules = IGNORED.replace('deploy/secrets\n', '').replace('**/.env*\n', '');
    expect(isInContext('deploy/secrets/s3-secret-access-key', rules)).toBe(true);
    expect(isInContext('deploy/.env', rules)).toBe(true);
  });

  it('runs as a user without rights, and starts what "npm start" starts', async () => {
    const stages = [...DOCKERFILE.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
    expect(stages).toEqual(['build', 'engine', 'server']);
    expect(DOCKERFILE.match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    const [, words = ''] = / exec node (.+)$/.exec(manifest.scripts.start) ?? [];
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(DOCKERFILE) ?? [];
    expect(JSON.parse(entry)).toEqual(['node_modules/.bin/node', ...words.split(' ')]);
  });

  it('gives settings that exist', () => {
    const names = [...DOCKERFILE.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(names).toContain('DATA_DIR');
    expect(unknownSettings(names)).toEqual([]);
  });

  it('is built by a script that says how it is called', async () => {
    const script = path.join(ROOT, 'deploy/image/build-image.sh');
    expect(await judge('sh', ['-n', script])).toEqual({ code: 0, output: '' });
    for (const args of [[], [''], ['a.tar', 'b.tar']])
      expect(await judge('sh', [script, ...args])).toEqual({
        code: 2,
        output: expect.stringContaining('usage:'),
      });
  });
});

/** What of `${NAME:-default}` Compose makes with the example, and something for what the operator fills in. */
function filledIn(value: string): string {
  return value.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_whole, name: string, kind: string, text: string) => {
      if (kind !== '?') return text;
      return { S3_ENDPOINT: 'https://store.example', SITE_ADDRESS: 'video.example' }[name] ?? 'x';
    },
  );
}

describe.each(FILES)('%s', (name) => {
  const text = readDeploy(name);
  const [compose] = readYaml(text) as [Compose];
  const services = Object.entries(compose.services);
  const own = services.filter(([, { image }]) => image.startsWith('localhost/keepreel:'));

  it('has no name that nothing declares', () => {
    for (const [, { networks, volumes = [], secrets = [] }] of services) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(Object.keys(networks)));
      expect(Object.keys(compose.secrets ?? {})).toEqual(expect.arrayContaining([...secrets]));
      const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
      const files = sources.filter((source) => source.startsWith('.'));
      expect(
        files.filter((file) => !listDeploy(path.dirname(file)).includes(path.basename(file))),
      ).toEqual([]);
      const declared = sources.filter((source) => !source.startsWith('.'));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(declared));
    }
  });

  it('asks for nothing that env.example does not list', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, variable = '']) => variable);
    expect(asked.filter((variable) => !EXAMPLE.has(variable))).toEqual([]);
  });

  it('lets no container do more than it must', () => {
    for (const [service, { security_opt: options }] of services)
      expect([service, options]).toEqual([
        service,
        expect.arrayContaining(['no-new-privileges:true']),
      ]);
    for (const [service, its] of own) {
      expect([service, its]).toEqual([
        service,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          user: '10001:10001',
          init: true,
        }),
      ]);
    }
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:[\w.-]+$/);
    expect(text).not.toContain(':latest');
  });

  it('tells Caddy and the server about each other, and gives Caddy the servers', () => {
    const caddy = compose.services['caddy'];
    const address = caddy?.networks['front']?.ipv4_address;
    const behind = own.filter(([, { networks }]) => 'front' in networks);
    expect(behind.map(([, { environment }]) => environment['TRUSTED_PROXIES'])).toEqual(
      behind.map(() => address),
    );
    const upstreams = behind.map(([service]) => `${service}:3000`).join(' ');
    expect(caddy?.environment['UPSTREAMS']).toBe(upstreams);
    const known = readDeploy('caddy/Caddyfile').match(/(?<=\{\$)\w+/g);
    expect(Object.keys(caddy?.environment ?? {}).sort()).toEqual([...new Set(known)].sort());
  });

  describe.each(own)('%s', (service, its) => {
    it('is built from the Dockerfile, and asked whether it is ready', () => {
      expect(its.build?.dockerfile).toBe('deploy/image/Dockerfile');
      expect(its.image).toBe('localhost/keepreel:local');
      expect(its.healthcheck?.test).toEqual([
        'CMD',
        'node_modules/.bin/node',
        '-e',
        expect.stringContaining('/readyz'),
      ]);
    });

    it('has time to drain', () => {
      const [, seconds] = /^(\d+)s$/.exec(its.stop_grace_period) ?? [];
      expect(Number(seconds)).toBeGreaterThan(FORCED_END_SECONDS);
    });

    it('gets settings that exist and can work', () => {
      expect(unknownSettings(Object.keys(its.environment))).toEqual([]);
      const filled = Object.entries(its.environment).map(([key, value]) => [key, filledIn(value)]);
      expect(() => readConfig(Object.fromEntries(filled))).not.toThrow();
    });

    it('has a folder that no other server has', () => {
      const folders = own.flatMap(([, { volumes = [] }]) => volumes);
      expect(new Set(folders).size).toBe(folders.length);
    });

    it('runs programs, has a way to the internet, and is reached if it has pages', () => {
      expect(its.security_opt.slice(1)).toEqual(SANDBOX_OPTIONS);
      const open = Object.keys(its.networks).filter((one) => !compose.networks[one]?.internal);
      expect(open).toEqual(['out']);
      expect('front' in its.networks).toBe(its.environment['ROLE'] !== 'worker');
    });

    it('is read by each of the others at its own address', () => {
      const { SERVER_URL: at } = its.environment;
      expect(at).toBe(own.length > 1 ? `http://${service}:3000` : undefined);
      const inside = Object.keys(its.networks).filter((one) => compose.networks[one]?.internal);
      for (const [, { networks }] of at ? own : [])
        expect(inside.filter((one) => one in networks)).not.toEqual([]);
    });

    it('has all that several servers share', () => {
      if (own.length > 1)
        expect(SHARED_NEEDS.filter((need) => !(need in its.environment))).toEqual([]);
      const files = Object.entries(its.environment).filter(([key]) => key.endsWith('_FILE'));
      const secrets = (its.secrets ?? []).map((secret) => `/run/secrets/${secret}`);
      expect(files.map(([, file]) => file).sort()).toEqual(secrets.sort());
    });
  });
});

it.each(['server', 'worker'])(
  'each %s is equal to the next, but for its folder and its address',
  (service) => {
    const [{ services }] = readYaml(readDeploy('compose.scale-out.yaml')) as [Compose];
    const [first, second] = [services[`${service}-1`], services[`${service}-2`]];
    expect(first?.volumes).not.toEqual(second?.volumes);
    const alike = ({ environment, ...rest }: Service = assert.fail()) => {
      const { SERVER_URL: _, ...others } = environment;
      return { ...rest, environment: others, volumes: [] };
    };
    expect(alike(first)).toEqual(alike(second));
  },
);

it('a worker has neither the key nor the role of servers with pages, and the superuser is nobody’s', () => {
  const [{ services }] = readYaml(readDeploy('compose.scale-out.yaml')) as [Compose];
  const { 'server-1': server, 'worker-1': worker, postgres } = services;
  expect(worker?.secrets).toEqual(['worker_key', 's3_secret_access_key']);
  expect(worker?.environment['DATABASE_URL']).toMatch(
    /^postgres:\/\/keepreel_worker:\$\{WORKER_PASSWORD/,
  );
  expect(server?.environment['DATABASE_URL']).toMatch(
    /^postgres:\/\/keepreel:\$\{POSTGRES_PASSWORD/,
  );
  expect(postgres?.environment).not.toHaveProperty('POSTGRES_USER');
  expect(readDeploy('postgres/roles.sh')).toContain('alter role postgres password null');
});

it('a setting that does not exist would be found', () => {
  expect(unknownSettings(['PORT', 'PROT', 'REDIS_URL', 'REDIS_ULR'])).toEqual([
    'PROT',
    'REDIS_ULR',
  ]);
});

it('Valkey refuses rather than forgets queued jobs', () => {
  const [compose] = readYaml(readDeploy('compose.scale-out.yaml')) as [Compose];
  const command = compose.services['valkey']?.command?.join(' ');
  expect(command).toMatch(/--maxmemory-policy noeviction\b/);
});
