import { expect, it } from 'vitest';
import { createScriptedEngine } from '../../../tests/support/engine/scripted-engine.ts';
import { DEFAULT_OPERATOR_STATE } from '../../../tests/support/run/default-operator-state.ts';
import { directEgress } from '../../../tests/support/run/direct-egress.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { readLink } from '../../shared/link.ts';
import { createInspecting } from './inspecting.ts';
import type { SharedInspections } from './shared-inspections.ts';

const { signal } = new AbortController();
const HOME = { network: '192.0.2.1/32', canWait: false };
const VIDEO = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';

/** The service on an engine whose every look is made with or without the operator's cookies. */
function makeService(withCookies: boolean, shared?: SharedInspections) {
  const { engine, asked } = createScriptedEngine();
  const clock = createManualClock(1_000_000);
  const none = () => Promise.reject(new TypeError('not part of this test'));
  const service = createInspecting({
    readLink,
    engine: {
      egress: 'direct',
      async inspect(link, inner) {
        const id = `look ${asked.length + 1}`;
        const seen = await engine.inspect(link, inner);
        const inspection = { ...seen.inspection, id, expiresAt: clock.now() + 60_000 };
        return { ...seen, inspection, withCookies };
      },
    },
    shortLinks: { follow: none },
    clock,
    egresses: directEgress(clock),
    switches: DEFAULT_OPERATOR_STATE.switches,
    turns: DEFAULT_OPERATOR_STATE.turns,
    blockList: { refuseLink: () => undefined, refuseOrigin: () => undefined },
    outcomes: {
      record: async () => undefined,
      forgetBefore: none,
      countSince: none,
      medianMsSince: none,
    },
    shared,
    warn: () => undefined,
  });
  return { service, asked };
}

const idsOf = async (service: ReturnType<typeof makeService>['service'], times: number) => {
  const looks = await Promise.all(
    Array.from({ length: times }, () =>
      service.resolve(VIDEO, signal).then((link) => service.inspect(link, HOME, signal)),
    ),
  );
  return looks.map(({ inspection }) => inspection.id).toSorted();
};

it("what the operator's cookies made is given only to the visitor who requested it", async () => {
  const { service, asked } = makeService(true);
  expect(await idsOf(service, 3)).toEqual(['look 1', 'look 2', 'look 3']);
  expect(await idsOf(service, 1)).toEqual(['look 4']);
  expect(asked).toHaveLength(4);
  for (const id of ['look 1', 'look 4']) expect((await service.find(id))?.inspection.id).toBe(id);
});

it('what was made without them is shared', async () => {
  const { service } = makeService(false);
  expect(await idsOf(service, 3)).toEqual(['look 1', 'look 1', 'look 1']);
  expect(await idsOf(service, 1)).toEqual(['look 1']);
});

it('one look is enough although another process is slow to say that it knows nothing', async () => {
  const answers: ((none: null) => void)[] = [];
  const ofAddress = () => new Promise<null>((resolve) => void answers.push(resolve));
  const { service, asked } = makeService(false, {
    keep: () => undefined,
    ofAddress,
    ofId: async () => null,
  });
  const visitors = [idsOf(service, 1), idsOf(service, 1)];
  await expect.poll(() => answers.length).toBe(2);
  for (const [n, visitor] of visitors.entries()) {
    answers[n]?.(null);
    expect(await visitor).toEqual(['look 1']);
  }
  expect(asked).toHaveLength(1);
});
