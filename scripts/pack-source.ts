// Packs the source of what runs here into dist/source.tar.gz, which the server offers to its visitors; run by set-up.
// Nothing is packed where SOURCE_URL or package.json says where the source is.
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { projectAddress } from '../src/compose/source-address.ts';
import { packSource } from './source/pack-source.ts';

const root = path.resolve(import.meta.dirname, '..');
if (!process.env['SOURCE_URL'] && projectAddress(manifest) === null)
  await packSource(root, path.join(root, 'dist/source.tar.gz'));
