// Parts of subtitles in an HLS playlist: what is in it, and where their cues belong.
import { describe, expect, it } from 'vitest';
import { createPartPlacer, partsOf } from './parts.ts';
import { timestampMap } from './timestamp-map.ts';

const part = (startMs = 0, isNewClock = false) => ({ address: '', startMs, isNewClock });
const said = (startMs: number) => [{ startMs, endMs: startMs + 500, text: 'x' }];
const mapOf = (map: string) => timestampMap(`WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n00:00.000 --> `);

it('a playlist names its parts with where they begin', () => {
  const list =
    '#EXTM3U\r\n#EXT-X-DISCONTINUITY-SEQUENCE:4\r\n#EXTINF:4.5,\r\na.vtt\r\n#EXTINF:6,title\r\nb.vtt\r\n#EXT-X-DISCONTINUITY\r\n#EXTINF:1,\r\nc.vtt\r\n';
  expect(partsOf(list)).toEqual([
    { address: 'a.vtt', startMs: 0, isNewClock: false },
    { address: 'b.vtt', startMs: 4500, isNewClock: false },
    { address: 'c.vtt', startMs: 10_500, isNewClock: true },
  ]);
  expect(partsOf(`#EXTM3U\n${'x\n'.repeat(1000)}`)).toHaveLength(500);
});

describe('the map of a part', () => {
  it.each<[string, ReturnType<typeof timestampMap>]>([
    ['LOCAL:00:00:00.000,MPEGTS:900000', { localMs: 0, streamMs: 10_000 }],
    ['MPEGTS:0,LOCAL:01:02.500', { localMs: 62_500, streamMs: 0 }],
    ['MPEGTS:90', null],
    ['LOCAL:x,MPEGTS:99999999999', null],
  ])('%s', (map, read) => {
    expect(mapOf(map)).toEqual(read);
  });

  it('is in its header, and nowhere else', () => {
    const map = 'X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000';
    expect(timestampMap(`WEBVTT\r\n${map}\r\n`)).not.toBeNull();
    expect(timestampMap(`WEBVTT\n\n00:01.000 --> 00:02.000\n${map}`)).toBeNull();
    expect(timestampMap(`WEBVTT\n${'x'.repeat(600)}\n${map}`)).toBeNull();
  });
});

describe('cues of parts are placed', () => {
  it.each<[string, readonly [string | null, ReturnType<typeof part>, number][], readonly number[]]>(
    [
      [
        'by the clock of their stream',
        [
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:1350000', part(5000), 1000],
        ],
        [1000, 6000],
      ],
      [
        'where all have the same map',
        [
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(5000), 6000],
        ],
        [1000, 6000],
      ],
      [
        'where the local time of each is that of the whole',
        [
          ['LOCAL:00:00:00.000,MPEGTS:183000', part(), 1000],
          ['LOCAL:00:00:10.000,MPEGTS:1083000', part(10_000), 11_000],
        ],
        [1000, 11_000],
      ],
      [
        'where the clock of 33 bits starts again',
        [
          [`LOCAL:00:00:00.000,MPEGTS:${2 ** 33 - 90_000}`, part(), 500],
          ['LOCAL:00:00:00.000,MPEGTS:90000', part(2000), 500],
        ],
        [500, 2500],
      ],
      [
        'where another stream with its own clock follows',
        [
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:1350000', part(5000), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(10_000, true), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:1350000', part(15_000), 1000],
        ],
        [1000, 6000, 11_000, 16_000],
      ],
      [
        'where another stream follows and times go on',
        [
          ['LOCAL:00:00:00.000,MPEGTS:900000', part(), 1000],
          ['LOCAL:00:00:00.000,MPEGTS:7200000', part(10_000, true), 11_000],
        ],
        [1000, 11_000],
      ],
      [
        'as they are without a map',
        [
          [null, part(), 1000],
          [null, part(5000, true), 6000],
        ],
        [1000, 6000],
      ],
    ],
  )('%s', (_name, parts, starts) => {
    const place = createPartPlacer();
    const placed = parts.flatMap(([map, at, startMs]) =>
      place(at, map === null ? null : mapOf(map), said(startMs)),
    );
    expect(placed.map(({ startMs }) => startMs)).toEqual(starts);
  });
});
