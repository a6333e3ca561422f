import { expect, it } from 'vitest';
import { numberedNames, playlistOf } from './album.ts';

it.each<[readonly string[], readonly number[], readonly string[]]>([
  [['A - B (320 kbps).mp3'], [1], ['01 A - B.mp3']],
  [
    ['A.m4a', 'B (1080p).mp4'],
    [9, 112],
    ['009 A.m4a', '112 B (1080p).mp4'],
  ],
  [
    ['A (320 kbps) 2.mp3', '(192 kbps) A.mp3'],
    [2, 3],
    ['02 A (320 kbps) 2.mp3', '03 (192 kbps) A.mp3'],
  ],
])('names begin with places, and say no rate: %j', (names, numbers, expected) => {
  expect(numberedNames(names, numbers)).toEqual(expected);
});

it('a playlist names files beside it, and their lengths in whole seconds', () => {
  const entries = [
    { name: '01 A - Žluť.mp3', title: 'A - Žluť (320 kbps).mp3', seconds: 183.6 },
    { name: '03 #B.jpg', title: '#B.jpg', seconds: null },
  ];
  expect(playlistOf('Tones', entries)).toBe(
    '#EXTM3U\n#PLAYLIST:Tones\n#EXTINF:184,A - Žluť\n01 A - Žluť.mp3\n#EXTINF:-1,#B\n03 #B.jpg\n',
  );
});
