// The trimmer's page for all files of one worker: building it takes longer than most of what they do with it.
import { shared } from '../browser/shared.ts';
import { serveTrimmer } from './trimmer-fixture.ts';

/** Its `beforeAll` lends a file the browser and the server of the page. */
export const sharedTrimmer = shared.extend(
  'server',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that the fixture needs no other
  async ({}, { onCleanup }) => {
    const server = await serveTrimmer();
    onCleanup(() => server.close());
    return server;
  },
);
