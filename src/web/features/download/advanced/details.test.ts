import { expect, it } from 'vitest';
import type { InspectItem } from '../../../../shared/api/inspect.ts';
import { containersFor, previewName } from './details.ts';
import type { Row } from './rows.ts';

const row = (part: Partial<Row>) => part as Row;

it('a video becomes any of four formats or stays in its own, audio any of three', () => {
  expect(containersFor(row({ kind: 'video' }))).toEqual(['mp4', 'webm', 'mov', 'avi', 'original']);
  const audio = ['mp3', 'm4a', 'aac'];
  expect(containersFor(row({ kind: 'audio', trackId: null, offerId: 'mp3-320' }))).toEqual(audio);
  expect(containersFor(row({ kind: 'audio', trackId: '140' }))).toEqual([...audio, 'original']);
});

it.each([
  ['audio', 'Ann, Bo - Hum (320 kbps).mp3'],
  ['video', 'The video (720p).mp3'],
] as const)('the name of a song is that of the file that the server makes: %s', (kind, name) => {
  const song = { track: 'Hum', artists: ['Ann', 'Bo'], album: null, year: null };
  const item = { title: 'The video', song } as Partial<InspectItem> as InspectItem;
  const about = { row: row({ kind, shortSide: 720 }), item, title: 'The post' };
  expect(previewName({ container: 'mp3' }, about)).toBe(name);
});
