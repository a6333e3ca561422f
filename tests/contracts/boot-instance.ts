// A process of its own that opens a database as the server does when it starts; run by database.test.ts, several at once.
import { once } from 'node:events';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { migrations } from '../../src/adapters/database/migrations.ts';
import { createTwoSteps } from './two-steps.ts';

const [url, dataDir] = process.argv.slice(2);
if (url === undefined || dataDir === undefined) throw new TypeError('boot-instance <url> <folder>');

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const steps = { ...migrations, ...createTwoSteps() };
const database = await openDatabase({ url: url === '' ? null : url, dataDir, steps });
await database.close();
process.stdin.destroy();
