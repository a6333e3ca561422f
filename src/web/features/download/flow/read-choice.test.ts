import { describe, expect, it } from 'vitest';
import { anInspection, anOffer } from '../../../../../tests/support/flow/manual-flow.ts';
import { QUALITIES } from '../../../../shared/media/qualities.ts';
import { DEFAULT_CHOICE } from '../../../download-client/flow-state.ts';
import { kindOfFile, qualityGroups, tickedOf } from './read-choice.ts';

const video = [anOffer('high'), anOffer('mp3-320', 'mp3'), anOffer('track:x')];
const photo = [anOffer('photo', 'image')];
const silent = [anOffer('high')];

describe('the ticked items', () => {
  const post = anInspection(video, photo, silent);
  const idsOf = (answer: typeof post, tickedIds?: readonly string[]) =>
    tickedOf(answer, { ...DEFAULT_CHOICE, ...(tickedIds && { tickedIds }) }).map(({ id }) => id);

  it('are none at first, which means all, or the one that the link points at', () => {
    expect(idsOf(post)).toEqual([]);
    expect(idsOf({ ...post, hints: { index: 2 } })).toEqual(['item-2']);
    expect(idsOf({ ...post, hints: { index: 2 } }, [])).toEqual([]);
  });

  it('stand in the order of the post', () => {
    expect(idsOf(post, ['item-3', 'item-1'])).toEqual(['item-1', 'item-3']);
  });
});

describe('the kind of file', () => {
  const offers = [anOffer('high'), { ...anOffer('mp3-192', 'mp3'), videoCodec: null }];
  const [item = null] = anInspection(offers).items;
  it.each([
    ['video', {}],
    ['sound', { format: 'mp3' }],
    ['sound', { offerId: 'mp3-192' }],
    ['video', { format: 'mp3', offerId: 'high' }],
  ] as const)('is %s for %j', (kind, choice) => {
    expect(kindOfFile(item, { ...DEFAULT_CHOICE, ...choice })).toBe(kind);
  });

  it('is known before the post is, and that of an item without video', () => {
    expect(kindOfFile(null, { ...DEFAULT_CHOICE, format: 'mp3' })).toBe('sound');
    const [one] = anInspection(photo).items;
    const still = one ? { ...one, kind: 'photo' as const } : null;
    expect(kindOfFile(still, { ...DEFAULT_CHOICE, offerId: 'photo' })).toBe('photo');
  });
});

it('qualities that come to the same file are one', () => {
  const groupsOf = (shortSides: readonly number[]) => {
    const offers = QUALITIES.map((id, at) => {
      const [shortSide = 0] = shortSides.slice(at);
      return { ...anOffer(id), shortSide, label: '' };
    });
    return anInspection(offers).items.map(qualityGroups)[0];
  };
  expect(groupsOf([1080, 720, 360])).toEqual([['high'], ['medium'], ['low']]);
  expect(groupsOf([1080, 360, 360])).toEqual([['high'], ['low', 'medium']]);
  expect(groupsOf([720, 720, 720])).toEqual([['high', 'medium', 'low']]);
});
