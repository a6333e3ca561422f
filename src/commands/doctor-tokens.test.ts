// The doctor about a provider of tokens that answers, one that does not, and a plugin that holds none.
import { expect, it } from 'vitest';
import { startTokenProvider } from '../../lab/token-provider.ts';
import { tokenFindings } from './doctor-tokens.ts';

const plugin = { plugin: '/srv/plugin.zip', sha256: 'ab12' };

it('says nothing where none is set', async () => {
  expect(await tokenFindings(undefined, { tokenProviders: [] })).toEqual([]);
});

it('names the plugin, its hash and the version that answers', async () => {
  const { origin, close } = await startTokenProvider();
  const found = await tokenFindings({ origin, ...plugin }, { tokenProviders: ['lab 1.2.2'] });
  await close();
  expect(found).toMatchObject([
    { state: 'ok', message: 'lab 1.2.2; /srv/plugin.zip, SHA-256 ab12' },
    { state: 'ok', message: `version 1.2.2 answers at ${origin}` },
  ]);
  const later = await tokenFindings({ origin, ...plugin }, { tokenProviders: [] });
  expect(later).toMatchObject([
    { state: 'degraded', message: expect.stringContaining('POT_PLUGIN_PATH; /srv/plugin.zip') },
    { state: 'degraded', message: expect.stringContaining('(ECONNREFUSED)') },
  ]);
});
