import { expect, it } from 'vitest';
import { fileProblemOf } from './check-video-file.ts';

it.each([
  ['film.mp4', 'video/mp4', 1, null],
  ['film.mp4', 'video/mp4', 50_000_000, null],
  ['film.mp4', 'video/mp4', 50_000_001, 'fileTooLarge'],
  ['film.mp4', 'video/mp4', 0, 'fileEmpty'],
  ['FILM.WEBM', '', 5, null],
  ['film', 'video/webm', 5, null],
  ['film', '', 5, 'fileNoVideo'],
  ['film.mp4', 'text/html', 5, 'fileNoVideo'],
  ['photo.jpg', 'image/jpeg', 5, 'fileNoVideo'],
  ['photo.jpg', 'image/jpeg', 0, 'fileNoVideo'],
])('the file %s of type "%s" with %i bytes: %s', (name, type, size, problem) => {
  expect(fileProblemOf({ name, type, size })).toBe(problem);
});
