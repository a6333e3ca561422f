import { expect, it } from 'vitest';
import type { InspectItem } from '../../../../shared/api/inspect.ts';
import { containersFor, fitDetails, isCopied, loudnessFor, previewName } from './details.ts';
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

it('the loudness of audio is tagged where its format holds tags, and made even where it is encoded', () => {
  const audio = row({ kind: 'audio', trackId: '251', audioCodec: 'opus' });
  expect(loudnessFor(audio, 'mp3')).toEqual(['tags', 'level']);
  expect(loudnessFor(audio, 'aac')).toEqual(['level']);
  expect(loudnessFor(audio, 'original')).toEqual(['tags']);
  expect(loudnessFor(row({ kind: 'video' }), 'mp4')).toEqual([]);
  const level = { container: 'm4a', loudness: 'level' } as const;
  expect(fitDetails(level, audio)).toEqual(level);
  expect(fitDetails({ ...level, container: 'original' }, audio)).toEqual({ container: 'original' });
  const aac = row({ kind: 'audio', trackId: '140', audioCodec: 'aac' });
  expect([isCopied(aac, 'm4a', {}), isCopied(aac, 'm4a', level)]).toEqual([true, false]);
});
