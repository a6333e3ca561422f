import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cue, isRolling, unrolled } from './cue.ts';
import { parseMarked } from './parse-marked.ts';
import { parseJson3, parseXml } from './parse-platform.ts';
import { readSubtitles } from './read-subtitles.ts';
import { toSrt, toText, toVtt } from './write.ts';

const cue = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text });
const TWO = [cue(1000, 2500, 'Hello & welcome'), cue(2500, 4040, 'مرحبا بكم 🎬\nsecond line')];

describe('the same two cues are read from', () => {
  it.each([
    [
      'WebVTT',
      () =>
        parseMarked(
          '\uFEFFWEBVTT - title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE 00:00:09.000 --> 00:00:10.000\nnot a cue\n\n1\n00:01.000 --> 00:02.500 align:start position:0%\n<v Roger>Hello &amp; <b>welcome</b></v>\n\n00:00:02.500 --> 00:00:04.040\nمرحبا بكم 🎬\n<c.yellow>second line</c>\n',
        ),
    ],
    [
      'SubRip',
      () =>
        parseMarked(
          '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<i>Hello & welcome</i>\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,040\r\nمرحبا بكم 🎬\r\nsecond line\r\n',
        ),
    ],
    [
      'TTML',
      () =>
        parseXml(
          '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.000" end="2.5s">Hello &amp; <span>welcome</span></p>\n<p begin="2500ms" dur="1.54s">مرحبا بكم &#x1F3AC;<br/>second\n   line</p></div></body></tt>',
        ),
    ],
    [
      'SRV3',
      () =>
        parseXml(
          '<timedtext format="3"><body><p t="1000" d="1500">Hello &amp; welcome</p><p t="2500" d="1540"><s>مرحبا بكم 🎬</s>\n<br/><s>second line</s></p><p t="9000">no length</p></body></timedtext>',
        ),
    ],
    [
      'JSON3',
      () =>
        parseJson3(
          JSON.stringify({
            events: [
              {
                tStartMs: 1000,
                dDurationMs: 1500,
                segs: [{ utf8: 'Hello ' }, { utf8: '& welcome' }],
              },
              { tStartMs: 2500, dDurationMs: 1540, segs: [{ utf8: 'مرحبا بكم 🎬\nsecond line' }] },
              { tStartMs: 5, dDurationMs: 5, segs: [{ utf8: '\n' }] },
              { id: 1 },
            ],
          }),
        ),
    ],
  ])('%s', (_name, read) => {
    expect(read()).toEqual(TWO);
  });
});

it('what is written is read again as the same', () => {
  expect(parseMarked(toSrt(TWO))).toEqual(TWO);
  expect(parseMarked(toVtt(TWO, 'ar'))).toEqual(TWO);
  expect(toVtt(TWO, null)).toMatch(
    /^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.500\nHello &amp; welcome\n/,
  );
});

it('plain text has a paragraph for each pause', () => {
  const cues = [cue(0, 1000, 'One\ntwo'), cue(1200, 2000, 'three.'), cue(9000, 9500, 'Later.')];
  expect(toText(cues)).toBe('One two three.\n\nLater.\n');
  expect(toText([])).toBe('');
});

it('rolling captions are taken apart: each line once', () => {
  const rolling = [
    cue(0, 2000, 'so this is'),
    cue(2000, 2010, 'so this is'),
    cue(2010, 4000, 'so this is\nthe first line'),
    cue(4000, 4010, 'the first line'),
    cue(4010, 6000, 'the first line\nand another'),
  ];
  expect(isRolling(rolling)).toBe(true);
  expect(unrolled(rolling)).toEqual([
    cue(0, 2010, 'so this is'),
    cue(2010, 4010, 'the first line'),
    cue(4010, 6000, 'and another'),
  ]);
  expect(isRolling(TWO)).toBe(false);
});

it("YouTube's automatic captions in WebVTT keep each line once", () => {
  const word = '<00:00:01.000><c> word</c>';
  const sent = `WEBVTT\nKind: captions\nLanguage: en\n
00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nhello${word}\n
00:00:02.389 --> 00:00:02.399 align:start position:0%\nhello word\n \n
00:00:02.399 --> 00:00:04.000 align:start position:0%\nhello word\nla la${word}\n
00:00:04.000 --> 00:00:04.010 align:start position:0%\nla la word\n \n
00:00:04.010 --> 00:00:06.000 align:start position:0%\nla la word\nla la${word}\n
00:00:06.000 --> 00:00:06.010 align:start position:0%\nla la word\n \n`;
  expect(readSubtitles(sent)).toEqual([
    cue(160, 2399, 'hello word'),
    cue(2399, 4010, 'la la word'),
    cue(4010, 6010, 'la la word'),
  ]);
});

describe('a chorus stays as it is', () => {
  const chorus = (...lines: readonly string[]) =>
    lines.map((text, at) => cue(at * 1000, at * 1000 + 1000, text));
  it.each([
    ['the same line', chorus('La', 'La', 'La', 'La', 'La')],
    ['lines that change places', chorus('Oh\nLa', 'La\nOh', 'Oh\nLa', 'La\nOh', 'Oh\nEnd')],
    [
      'with pauses',
      chorus('a', 'a\nb', 'b\nc', 'c\nd').map((one) => ({ ...one, endMs: one.endMs - 200 })),
    ],
  ])('%s', (_name, cues) => {
    expect(readSubtitles(toVtt(cues, null))).toEqual(cues);
    expect(readSubtitles(toSrt(cues))).toEqual(cues);
  });

  it('among captions that roll', () => {
    const rolling = [
      cue(0, 1500, 'a'),
      cue(1000, 2500, 'a\nb'),
      cue(2000, 3500, 'b\nc'),
      cue(3000, 4000, 'c\nd'),
    ];
    const again = cue(5000, 6000, 'd\nd');
    expect(readSubtitles(toVtt([...rolling, again], null))).toEqual([
      cue(0, 1000, 'a'),
      cue(1000, 2000, 'b'),
      cue(2000, 3000, 'c'),
      cue(3000, 4000, 'd'),
      again,
    ]);
  });
});

it.each([
  ['0:00:01,4 --> 0:00:03,45', 1400, 3450],
  ['00:01.5 --> 1:02.25', 1500, 62_250],
  ['1:2:3,4567 --> 100:00:00', 3_723_456, 99 * 3_600_000],
  ['00:00:01 --> 00:00:02', 1000, 2000],
])('short and long times are read: %s', (times, startMs, endMs) => {
  expect(parseMarked(`1\n${times}\nx\n`)).toEqual([cue(startMs, endMs, 'x')]);
});

describe('lines of spaces', () => {
  it.each([
    ['within a cue', 'WEBVTT\n\n00:01.000 --> 00:02.000\none\n \t\ntwo\n\nthree\n', ['one\ntwo']],
    ['before the words', 'WEBVTT\n\n00:01.000 --> 00:02.000\n \none\n', ['one']],
    [
      'in place of empty ones in SubRip',
      '1\n00:00:01,000 --> 00:00:02,000\none\n \n2\n00:00:02,000 --> 00:00:03,000\ntwo\n \n3\n00:00:03,000 --> 00:00:04,000\n3\n',
      ['one', 'two', '3'],
    ],
    [
      'without any line between cues',
      'WEBVTT\n00:01.000 --> 00:02.000\none\n00:02.000 --> 00:03.000\n1984\n00:03.000 --> 00:04.000\ntwo',
      ['one', '1984', 'two'],
    ],
  ])('%s', (_name, sent, texts) => {
    expect(parseMarked(sent).map(({ text }) => text)).toEqual(texts);
  });
});

describe('whatever is sent', () => {
  const isSound = (cues: readonly Cue[]) => {
    let beforeMs = 0;
    for (const { startMs, endMs, text } of cues) {
      expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true);
      expect(startMs).toBeGreaterThanOrEqual(beforeMs);
      expect(endMs).toBeGreaterThan(startMs);
      expect(text.trim()).toBe(text);
      expect(text).not.toMatch(/\n\n|\r|\p{Cs}/u);
      beforeMs = startMs;
    }
  };
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'WEBVTT',
      '\n\n',
      '\r\n',
      '00:00:01.000 --> 00:00:02.000',
      '00:00:05,5 --> 99:00:00,000',
      '<p begin="1s" end="3s">',
      '<p t="5" d="-1">',
      '</p>',
      '&#0;&#x110000;&lt;',
      '{"events":[{"tStartMs":1e300,"dDurationMs":1,"segs":[{"utf8":"x"}]}]}',
      '<00:00:01.000><c>',
    ),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''));

  it('cues are in order, of some length and with text, and are written and read again', () => {
    fc.assert(
      fc.property(text, (sent) => {
        for (const cues of [parseMarked(sent), parseXml(sent), parseJson3(sent)]) {
          isSound(cues);
          isSound(parseMarked(toVtt(cues, null)));
          expect(parseMarked(toVtt(cues, null)).map((one) => one.text)).toEqual(
            cues.map((one) => one.text),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is read in a time that grows with its length only', () => {
    const paragraph = `<timedtext><body><p t="0" d="1000">x${' '.repeat(100_000)}y</p></body></timedtext>`;
    expect(parseXml(paragraph)).toHaveLength(1);
    for (const evil of ['<p ', '<br', '&#', '\n \n', '00:00:01.000 --> ', '{\\', '<p>', '<a'])
      for (const read of [parseMarked, parseXml, parseJson3]) {
        const startedAt = performance.now();
        read(evil.repeat(20_000));
        expect(performance.now() - startedAt, `${read.name} of ${evil}`).toBeLessThan(2000);
      }
  });
});
