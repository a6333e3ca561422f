import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Every colour token as [light, dark]. */
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, [light ?? both ?? '', dark ?? both ?? '']],
  ),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG 2 between two colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['paper', 'card', 'sunk'];
const TEXTS = [
  ...['ink', 'soft', 'signal-ink', 'good', 'warn', 'bad'].flatMap((text) =>
    SURFACES.map((surface) => [text, surface]),
  ),
  ...['signal', 'good', 'warn', 'bad'].map((tone) => [
    tone === 'signal' ? 'signal-ink' : tone,
    `${tone}-tint`,
  ]),
  ['on-signal', 'signal'],
  ['on-signal', 'signal-strong'],
  ['ink', 'signal-tint'],
  ['ink', 'bad-tint'],
  ['paper', 'ink'],
];
/** What is not read but must be seen: the edges of fields, the bar of a progress, the ring of the focus. */
const SHAPES = [
  ...SURFACES.map((surface) => ['edge', surface]),
  ...SURFACES.map((surface) => ['signal-ink', surface]),
  ['signal-strong', 'sunk'],
];

const pairs = (list: readonly (readonly string[])[]) =>
  list.flatMap(([front = '', back = '']) =>
    ['light', 'dark'].map((theme, index) => [
      front,
      back,
      theme,
      colours.get(front)?.[index] ?? '',
      colours.get(back)?.[index] ?? '',
    ]),
  );

describe('the colours', () => {
  it.each(pairs(TEXTS))('%s on %s, %s, can be read', (_front, _back, _theme, front, back) => {
    expect(contrast(front ?? '', back ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(SHAPES))('%s on %s, %s, can be seen', (_front, _back, _theme, front, back) => {
    expect(contrast(front ?? '', back ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('are measured as WCAG does it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe('the sizes', () => {
  it('of type are six', () => {
    expect(css.match(/^ {2}--text-[a-z0-9]+:/gm)).toHaveLength(6);
  });

  it('stand on a grid of 4 px', () => {
    const lines = [...css.matchAll(/--text-[a-z0-9]+--line-height: ([\d.]+)rem/g)];
    expect(lines.map(([, rem]) => (Number(rem) * 16) % 4)).toEqual(lines.map(() => 0));
    expect(css).toContain('--spacing: 0.25rem;');
  });
});

describe('the styles', () => {
  it.each([
    'ui/buttons',
    'ui/fields',
    'ui/surfaces',
    'ui/table',
    'ui/overlays',
    'parts/home/home',
    'styles/base',
  ])('%s name no side left or right, so that they can be mirrored', (name) => {
    const text = readFileSync(path.join(import.meta.dirname, '..', `${name}.css`), 'utf8');
    expect(
      text.match(
        /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|width|height|min-width|max-width)\s*:/g,
      ),
    ).toBeNull();
  });
});
