import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawMarks, MARKS_FILE } from '../../scripts/web/draw-marks.ts';

it('the marks of the platforms are those of simple-icons', async () => {
  expect(await readFile(MARKS_FILE, 'utf8')).toBe(drawMarks());
});
