// Downloads that another server carries out, as visitors of this one see them; that server may be gone.
import { describe, expect, it } from 'vitest';
import { createMemorySignals } from '../../../src/adapters/memory/signals.ts';
import { AppError } from '../../../src/shared/errors.ts';
import {
  ABANDON_MS,
  ANN,
  fetching,
  fileOf,
  never,
  outcomeOf,
  settled,
  startServer,
} from './service-fixture.ts';
import { makeShared, NOW } from './shared-store.ts';

const LOOK_MS = 5000;

/** Two servers with one store; `lost`: what one tells does not reach the other. */
function startTwo({ lost = false } = {}) {
  const shared = makeShared();
  const [here, there] = ['here', 'there'].map((server) =>
    startServer({
      shared,
      server,
      ...(lost && { signals: createMemorySignals(shared.clock) }),
    }),
  ) as [ReturnType<typeof startServer>, ReturnType<typeof startServer>];
  return { here, there, clock: shared.clock };
}

describe('a download of another server', () => {
  it('is shown with its progress, alone and among all', async () => {
    const { here, there } = startTwo();
    const id = await there.start(1);
    there.jobs[0]?.report(fetching(40));
    const seen = { progress: { phase: 'fetching', percent: 40 } };
    expect(await here.downloading.get(ANN, id)).toMatchObject(seen);
    expect(await here.downloading.list(ANN)).toMatchObject([seen]);
    await there.finish(fileOf('f'));
    expect(await here.downloading.get(ANN, id)).toMatchObject({
      download: { state: 'ready' },
      progress: { phase: 'ready', percent: 100 },
      file: { id: 'f' },
    });
  });

  it.each([
    ['one', (id: string) => ({ id })],
    ['all', () => 'all' as const],
    ['the newest', () => 'newest' as const],
  ])('is followed to its end by who follows %s', async (_what, followed) => {
    const { here, there, clock } = startTwo();
    const id = await there.start(1);
    const heard: [string, number][] = [];
    const stop = await here.downloading.watch(ANN, followed(id), ({ download, progress }) =>
      heard.push([download.state, progress.percent]),
    );
    there.jobs[0]?.report(fetching(40));
    expect(heard.at(-1)).toEqual(['open', 40]);
    await there.finish(fileOf('f'));
    clock.advance(2 * LOOK_MS);
    await settled();
    expect(heard.filter(([state]) => state !== 'open')).toEqual([['ready', 100]]);
    stop();
    expect(clock.pending()).toBe(0);
  });

  it('goes on for as long as somebody follows it here', async () => {
    const { here, there, clock } = startTwo();
    const id = await there.start(1);
    const stop = await here.downloading.watch(ANN, { id }, () => undefined);
    for (let n = 0; n < 9; n += 1) clock.advance(ABANDON_MS / 3);
    await settled();
    expect(there.rowOf(id)?.state).toBe('open');
    stop();
    clock.advance(ABANDON_MS);
    await settled();
    expect(there.rowOf(id)).toMatchObject({ state: 'failed', failure: { code: 'abandoned' } });
  });

  it('is cancelled by the server that carries it out', async () => {
    const { here, there, clock } = startTwo();
    const id = await there.start(1);
    const cancelled = here.downloading.cancel(ANN, id);
    await settled();
    expect(await cancelled).toBe(true);
    expect(there.jobs[0]?.signal.aborted).toBe(true);
    expect(there.rowOf(id)?.state).toBe('cancelled');
    expect(await here.downloading.cancel(ANN, id)).toBe(false);
    expect(clock.pending()).toBe(0);
  });

  it('is what is cancelled where none is named and none runs here', async () => {
    const { here, there } = startTwo();
    const [first, second] = [await there.start(1), await there.start(2)];
    expect(await here.downloading.cancel(ANN, null)).toBe(true);
    expect([first, second].map((id) => there.rowOf(id)?.state)).toEqual(['open', 'cancelled']);
  });
});

describe('where messages between servers are lost', () => {
  it('the end is found in the store', async () => {
    const { here, there, clock } = startTwo({ lost: true });
    const id = await there.start(1);
    const ended = here.downloading.ended(ANN, id, never);
    const heard: string[] = [];
    await here.downloading.watch(ANN, { id }, (view) => heard.push(view.download.state));
    await settled();
    await there.finish(fileOf('f'));
    expect(heard).toEqual(['open']);
    clock.advance(LOOK_MS);
    await settled();
    expect(heard).toEqual(['open', 'ready']);
    expect(await ended).toMatchObject({ download: { state: 'ready' }, file: { id: 'f' } });
    clock.advance(LOOK_MS);
    await settled();
    expect(heard).toEqual(['open', 'ready']);
  });

  it('the end is found also where the store was away for a moment', async () => {
    const { here, there, clock } = startTwo({ lost: true });
    const id = await there.start(1);
    const ended = outcomeOf(here.downloading.ended(ANN, id, never));
    await settled();
    here.trouble.readFails = () => new AppError('server_busy');
    clock.advance(LOOK_MS);
    await settled();
    here.trouble.readFails = null;
    await there.finish(fileOf('f'));
    clock.advance(LOOK_MS);
    expect(await ended).toMatchObject({ download: { state: 'ready' } });
  });

  it('waiting for the end can be given up', async () => {
    const { here, there, clock } = startTwo({ lost: true });
    const id = await there.start(1);
    const leaving = new AbortController();
    const before = clock.pending();
    const ended = outcomeOf(here.downloading.ended(ANN, id, leaving.signal));
    await settled();
    expect(clock.pending()).toBeGreaterThan(before);
    leaving.abort('gone');
    expect([await ended, clock.pending()]).toEqual(['gone', before]);
  });

  it('a download is cancelled all the same, after two seconds', async () => {
    const { here, there, clock } = startTwo({ lost: true });
    const id = await there.start(1);
    const cancelled = here.downloading.cancel(ANN, id);
    const heard: string[] = [];
    await here.downloading.watch(ANN, { id }, (view) => heard.push(view.download.state));
    await settled();
    clock.advance(1999);
    await settled();
    expect(there.rowOf(id)?.state).toBe('open');
    clock.advance(1);
    expect(await cancelled).toBe(true);
    expect(there.rowOf(id)).toMatchObject({ state: 'cancelled', expiresAt: NOW + 3_602_000 });
    expect(heard.at(-1)).toBe('cancelled');
  });

  it('a download that has ended meanwhile was not cancelled', async () => {
    const { here, there, clock } = startTwo({ lost: true });
    const id = await there.start(1);
    const cancelled = here.downloading.cancel(ANN, id);
    await settled();
    await there.finish(fileOf('f'));
    clock.advance(2000);
    expect(await cancelled).toBe(false);
    expect(there.rowOf(id)?.state).toBe('ready');
  });
});
