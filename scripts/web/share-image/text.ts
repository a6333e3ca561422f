// Sets lines of text as SVG and measures them with the renderer itself, so that what is measured is what is drawn.
import { Resvg } from '@resvg/resvg-js';
import type { Face, Script, Voice } from './fonts.ts';
import { type Run, runsOf, scriptOf } from './runs.ts';

/** A line of text: its words, how they are drawn and in which language. */
export type Line = {
  readonly text: string;
  readonly voice: Voice;
  readonly size: number;
  readonly language: string;
};
/** From where to where ink is, left to right. */
export type Ink = { readonly left: number; readonly right: number };
/** Sets and measures lines with one set of faces. */
export type Setter = ReturnType<typeof textSetter>;

/** Signs of one size look different in height from script to script; this evens them out beside each language's own. */
const RELATIVE_SIZE: Readonly<Record<Script, Readonly<Record<Script, number>>>> = {
  latin: { latin: 1, arabic: 1, chinese: 0.94 },
  arabic: { latin: 0.88, arabic: 1, chinese: 0.94 },
  chinese: { latin: 1.04, arabic: 1, chinese: 0.96 },
};
/** A sign of each script that joins no neighbour, to measure between. */
export const POSTS: Readonly<Record<Script, string>> = { latin: '|', arabic: 'ء', chinese: '中' };
const LOUD_SPACING = -0.022;
const MEASURED_SIZE = 100;

/** Options of the renderer: our faces, and never one of the system's. */
export function fontOptions(faces: readonly Face[]) {
  const fontFiles = faces.map((face) => face.file);
  return { font: { loadSystemFonts: false, fontFiles } };
}

/** Makes the setter. Widths are measured once. */
export function textSetter(faces: readonly Face[]) {
  const options = fontOptions(faces);
  const widths = new Map<string, number>();

  function inkOf(svgText: string): Ink {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${svgText}</svg>`;
    const box = new Resvg(svg, options).getBBox();
    return box ? { left: box.x, right: box.x + box.width } : { left: 0, right: 0 };
  }
  /** How far the pen moves over a run at the measured size: its ink between two posts, less the posts' own. */
  function advance(run: Run): number {
    const key = `${run.face.family} ${run.rightToLeft} ${run.text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const post = POSTS[run.face.script];
    const between = (text: string) => {
      const { left, right } = inkOf(
        drawRun({ ...run, text: post + text + post }, 0, MEASURED_SIZE),
      );
      return right - left;
    };
    const width = run.text === '' ? between('') : between(run.text) - advance({ ...run, text: '' });
    widths.set(key, width);
    return width;
  }
  function placed({ text, voice, size, language }: Line) {
    const own = scriptOf(language);
    let x = 0;
    return runsOf(text, voice, language, faces).map((run) => {
      const runSize = size * RELATIVE_SIZE[own][run.face.script];
      const start = x;
      x += (advance(run) * runSize) / MEASURED_SIZE;
      return { svg: drawRun(run, start, runSize), end: x };
    });
  }
  return {
    options,
    /** How far the pen moves over a line, spaces included. */
    width: (line: Line) => placed(line).at(-1)?.end ?? 0,
    /** A line whose pen starts at 0, and where its ink really is. */
    set(line: Line): { readonly svg: string; readonly ink: Ink } {
      const svg = placed(line)
        .map((run) => run.svg)
        .join('');
      return { svg, ink: inkOf(svg) };
    },
  };
}

function drawRun({ text, face, rightToLeft }: Run, x: number, size: number): string {
  // Without these two signs the renderer takes every run for left-to-right and puts its punctuation on the wrong side.
  const words = rightToLeft ? `\u202b${text}\u202c` : text;
  const spacing = face.script === 'latin' && face.voice === 'loud' ? size * LOUD_SPACING : 0;
  return `<text xml:space="preserve" x="${x.toFixed(2)}" y="0" font-family="${face.family}" font-size="${size.toFixed(2)}" letter-spacing="${spacing.toFixed(3)}">${escaped(words)}</text>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
