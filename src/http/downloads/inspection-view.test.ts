import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Inspection } from '../../core/inspecting/inspection.ts';
import { inspectAnswer } from '../../shared/api/inspect.ts';
import type { LinkHints } from '../../shared/platforms/platform.ts';
import { createInspectionWriter } from './inspection-view.ts';

/** An inspection whose tracks count how often they are read. */
function countingInspection() {
  let looks = 0;
  const track = new Proxy(makeTrack('1.18', { picture: makePicture(), sound: makeSound() }), {
    get: (target, name) => {
      looks += 1;
      return Reflect.get(target, name);
    },
  });
  return { inspection: makeInspection([makeItem([track])]), looks: () => looks };
}

/** The answer for a cached inspection and a link with its own hints. */
const seenWith = (inspection: Inspection, hints: LinkHints, address = inspection.link.address) => ({
  ...inspection,
  link: { ...inspection.link, address, hints },
});

describe('the answers to all who ask for one kept inspection', () => {
  it('are worked out once', () => {
    const { inspection, looks } = countingInspection();
    const write = createInspectionWriter();
    const first = write(seenWith(inspection, {}));
    const before = looks();
    expect(before).toBeGreaterThan(0);
    expect(write(seenWith(inspection, {}))).toBe(first);
    expect(looks()).toBe(before);
  });

  it('have the link and the hints of each', () => {
    const { inspection } = countingInspection();
    const write = createInspectionWriter();
    const other = 'https://www.youtube.com/watch?v=bbbbbbbbbbb';
    const answers = [
      seenWith(inspection, { startSeconds: 90 }),
      seenWith(inspection, { index: 2 }, other),
      seenWith(inspection, {}),
    ].map((seen) => JSON.parse(write(seen)));
    expect(answers.map(({ hints, url }) => [hints, url])).toEqual([
      [{ startSeconds: 90 }, inspection.link.address],
      [{ index: 2 }, other],
      [{}, inspection.link.address],
    ]);
    for (const answer of answers) {
      expect(inspectAnswer.strict().parse(answer)).toEqual(answer);
      expect(answer.items[0].offers.length).toBeGreaterThan(3);
    }
  });

  it('of another inspection are its own', () => {
    const write = createInspectionWriter();
    const [one, other] = [countingInspection(), countingInspection()];
    write(one.inspection);
    write(other.inspection);
    expect(other.looks()).toBe(one.looks());
  });

  it('hold nothing that is not meant for browsers', () => {
    const { inspection } = countingInspection();
    const secret = {
      ...inspection,
      sources: 'canary',
      media: { ...inspection.media, cookie: 'canary' },
    };
    expect(createInspectionWriter()(secret)).not.toContain('canary');
  });
});
