import { describe, expect, it } from 'vitest';
import { isIos, isSafari, isWarned, type WarningPlace } from './which-warning.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.4 Safari/605.1.15`;
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${WEBKIT}`;
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const BROWSERS: readonly [string, string, number, string][] = [
  ['Safari on a Mac', MAC, 0, 'safari'],
  ['Safari on an iPad that says it is a Mac', MAC, 5, 'safari ios'],
  ['Safari on an iPhone', `${IPHONE} Version/18.4 Mobile/15E148 Safari/604.1`, 5, 'safari ios'],
  ['Chrome on an iPhone', `${IPHONE} CriOS/137.0 Mobile/15E148 Safari/604.1`, 5, 'safari ios'],
  ['an app on an iPhone', `${IPHONE} Mobile/15E148 Instagram 380.0`, 5, 'ios'],
  ['Chrome on a Mac', `Mozilla/5.0 (Macintosh) ${BLINK} Chrome/137.0.0.0 Safari/537.36`, 0, ''],
  ['Edge', `Mozilla/5.0 (Windows NT 10.0) ${BLINK} Chrome/137.0 Safari/537.36 Edg/137.0`, 10, ''],
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/137.0 Mobile Safari/537.36`,
    5,
    '',
  ],
  [
    'an old Android browser',
    `Mozilla/5.0 (Linux; U; Android 4.0) ${BLINK} Version/4.0 Mobile Safari/534.30`,
    5,
    '',
  ],
  ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; rv:139.0) Gecko/20100101 Firefox/139.0', 0, ''],
];

describe('a browser', () => {
  it.each(BROWSERS)('is recognised: %s', (_name, userAgent, maxTouchPoints, expected) => {
    const signs = { userAgent, maxTouchPoints };
    const found = [isSafari(signs) && 'safari', isIos(signs) && 'ios'].filter(Boolean).join(' ');
    expect(found).toBe(expected);
  });
});

describe('the two warnings', () => {
  const mac = { userAgent: MAC, maxTouchPoints: 0 };
  const iphone = { userAgent: IPHONE, maxTouchPoints: 5 };
  const shown = (signs: typeof mac, ...dismissed: WarningPlace[]) =>
    (['page', 'result'] as const).filter((place) =>
      isWarned(place, signs, (one) => dismissed.includes(one)),
    );

  it('come one after the other, the second on iOS only', () => {
    expect(shown(iphone)).toEqual(['page']);
    expect(shown(iphone, 'page')).toEqual(['result']);
    expect(shown(iphone, 'page', 'result')).toEqual([]);
    expect(shown(iphone, 'result')).toEqual(['page']);
    expect(shown(mac)).toEqual(['page']);
    expect(shown(mac, 'page')).toEqual([]);
  });
});
