import { expect, it } from 'vitest';
import { containersFor } from './details.ts';
import type { Row } from './rows.ts';

const row = (part: Partial<Row>) => part as Row;

it('a video becomes any of four formats or stays in its own, audio any of three', () => {
  expect(containersFor(row({ kind: 'video' }))).toEqual(['mp4', 'webm', 'mov', 'avi', 'original']);
  const audio = ['mp3', 'm4a', 'aac'];
  expect(containersFor(row({ kind: 'audio', trackId: null, offerId: 'mp3-320' }))).toEqual(audio);
  expect(containersFor(row({ kind: 'audio', trackId: '140' }))).toEqual([...audio, 'original']);
});
