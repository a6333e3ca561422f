// The whole product for tests: every real adapter, with the lab in the internet's place, driven without a port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Lab, startLab } from '../../../lab/lab.ts';
import type { LabPlatform } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { labSettings } from '../../../lab/settings.ts';
import { LAB_SITES } from '../../../lab/sites/index.ts';
import { compose } from '../../../src/compose/compose.ts';
import { readConfig } from '../../../src/config.ts';
import type { Inspecting } from '../../../src/core/inspecting/inspecting.ts';
import type { ApiKeyService } from '../../../src/core/operators/keys/api-keys.ts';
import { buildApp } from '../../../src/http/app.ts';
import { pagesBelow } from '../browser/built-pages.ts';

/** The running product and its lab. `warnings` collects unexpected internal failures. */
export type Product = {
  readonly app: FastifyInstance;
  readonly lab: Lab;
  readonly inspecting: Inspecting;
  readonly apiKeys: ApiKeyService;
  readonly dataDir: string;
  readonly warnings: unknown[];
  readonly close: () => Promise<void>;
};

type Settings = Readonly<Record<string, string>>;

/** Starts lab and product with these settings on top of silent defaults; `platforms` stand in for those of the same id. */
export async function startProduct(
  settings: Settings | ((proxyUrl: string) => Settings) = {},
  platforms: readonly LabPlatform[] = [],
): Promise<Product> {
  const lab = await startLab({
    platforms: [...Object.values(LAB_PLATFORMS), ...Object.values(LAB_SITES)].map(
      (usual) => platforms.find(({ id }) => id === usual.id) ?? usual,
    ),
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-test-'));
  const own = typeof settings === 'function' ? settings(lab.proxyUrl) : settings;
  const config = readConfig({
    ...labSettings(lab),
    ...(own['EGRESSES'] && { UPSTREAM_PROXY: '' }),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...own,
  });
  const warnings: unknown[] = [];
  const product = await compose(config, {
    warn(message, cause, details) {
      if (isUnexpected(message)) warnings.push([message, details ?? cause]);
    },
    noteFailure: () => undefined,
  });
  const { basePath } = product.http;
  const app = await buildApp(
    product.services,
    basePath ? { ...product.http, webDir: await pagesBelow(basePath) } : product.http,
  );
  await app.ready();
  return {
    app,
    lab,
    inspecting: product.services.inspecting,
    apiKeys: product.services.apiKeys,
    dataDir,
    warnings,
    async close() {
      await app.close();
      await product.close();
      await lab.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether a warning is unexpected. Alarms about platforms are expected: tests cause these failures themselves. */
export function isUnexpected(message: string): boolean {
  return !/^alarm: platform_(?:down|up)$/.test(message);
}

let clients = 0;

/** An unused address, so that tests do not share rate limits. */
export function freshAddress(): string {
  clients += 1;
  return `198.18.${(clients >> 8) & 255}.${clients & 255}`;
}
