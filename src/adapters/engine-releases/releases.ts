// The port EngineReleases: folders below .engine/, installed by pip; reports when the engine in use is not one of them.
import { accessSync, constants } from 'node:fs';
import type { EngineReleases, InstalledEngine } from '../../core/engine-updates/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { createEngineFolders, type EngineFolder } from './engine-folders.ts';
import { createPip, type PipNeeds } from './pip.ts';

/** Creates it for a project. `source` is the origin of the engine in use, as `locateEngine` reports it. */
export function createEngineReleases(
  needs: Omit<PipNeeds, 'folders'> & { readonly source: string },
): EngineReleases {
  const folders = createEngineFolders(needs.base);
  const obstacle = obstacleOf(needs.source, needs.base);
  const asInstalled = ({ id, version, source }: EngineFolder): InstalledEngine => ({
    id,
    version,
    source,
  });
  const installed = async () =>
    obstacle === 'own_engine' ? [] : (await folders.list()).map(asInstalled);
  const refuse = () =>
    Promise.reject(new AppError('invalid_request', { detail: `updates: ${obstacle}` }));
  const pip = createPip({ ...needs, folders });
  return {
    obstacle,
    newest: obstacle ? refuse : pip.newest,
    beyond: obstacle ? refuse : pip.beyond,
    renewals: obstacle
      ? refuse
      : async ({ id }, signal) => {
          const folder = (await folders.list()).find((one) => one.id === id);
          return folder ? pip.renewals(folder, signal) : {};
        },
    install: obstacle
      ? refuse
      : async (version, signal) => asInstalled(await pip.install(version, signal)),
    installed,
    async chosen() {
      const id = await folders.chosen();
      return (await installed()).find((one) => one.id === id) ?? null;
    },
    choose: ({ id }) => folders.choose(id),
    remove: ({ id }) => folders.remove(id),
  };
}

function obstacleOf(source: string, base: string): EngineReleases['obstacle'] {
  if (source === 'YTDLP_PATH') return 'own_engine';
  if (source !== 'pip') return 'system_package';
  try {
    accessSync(base, constants.W_OK);
    return null;
  } catch (error) {
    // Whatever it is: where nothing can be asked, nothing can be written.
    if (error instanceof Error) return 'read_only';
    throw error;
  }
}
