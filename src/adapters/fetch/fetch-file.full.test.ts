// Two files of a job from a slow origin, through the real egress proxy.
import { expect, it } from 'vitest';
import { type Run, setUpFetchFixture } from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { MAX_CONNECTIONS } from './http/connection-count.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';

it('a file shares the connections to its host with the other parts of its job', async () => {
  const fixture = await openFixture();
  const picture = seededBody(40_000_000, 'picture');
  const sound = seededBody(20_000_000, 'sound');
  await fixture.putFile(ADDRESS, picture);
  await fixture.putFile('https://cdn.test/sound', sound);
  await fixture.lab.shape.set({ rttMs: 20, bytesPerSecondPerConnection: 4_000_000 });
  let most = 0;
  const runs: Run[] = [];
  const report = () => {
    const open = runs.map(({ progress }) => progress.at(-1)?.connections ?? 0);
    most = Math.max(most, ...open, open[0] && open[1] ? open[0] + open[1] : 0);
  };
  const watched = (one: Run) => {
    runs.push(one);
    return one;
  };
  const one = watched(fixture.fetch(ADDRESS));
  const other = watched(fixture.fetch('https://cdn.test/sound'));
  const timer = setInterval(report, 5);
  await Promise.all([one.done, other.done]);
  clearInterval(timer);
  expect((await one.file()).equals(picture)).toBe(true);
  expect((await other.file()).equals(sound)).toBe(true);
  expect(most).toBeGreaterThan(3);
  // A slot is reused when another connection takes over a stretch; eight slots for each part would need more.
  expect(fixture.door.counts().opened).toBeLessThan(2 * MAX_CONNECTIONS);
});
