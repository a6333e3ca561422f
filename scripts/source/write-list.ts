// Writes the list of the sources from what git tracks, for builds without git; run by "npm run format".
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LIST, trackedSources, writeList } from './list-sources.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sources = await trackedSources(root);
if (!sources) throw new Error('The list is made from what git tracks, and here is no checkout.');
await writeFile(path.join(root, LIST), writeList(sources));
