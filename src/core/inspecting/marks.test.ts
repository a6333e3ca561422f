// Chapters for what viewers marked: where they lie, what of the platform's is left, and what is not believed.
import { describe, expect, it } from 'vitest';
import { markedChapters } from './marks.ts';

const mark = (startSeconds: number, endSeconds: number, videoSeconds: number | null = 100) => ({
  title: 'Sponsor',
  startSeconds,
  endSeconds,
  videoSeconds,
});
const own = (title: string, startSeconds: number, endSeconds: number | null) => ({
  title,
  startSeconds,
  endSeconds,
});

function rows(
  marks: readonly ReturnType<typeof mark>[],
  chapters: readonly ReturnType<typeof own>[] = [],
  durationSeconds: number | null = 100,
) {
  const found = markedChapters({ chapters, durationSeconds }, 'All', marks);
  return found.map(({ title, startSeconds, endSeconds }) => [title, startSeconds, endSeconds]);
}

describe('chapters with marks', () => {
  it.each<[string, ReturnType<typeof rows>, (string | number | null)[][]]>([
    [
      'cut the whole',
      rows([mark(20, 30)]),
      [
        ['All', 0, 20],
        ['Sponsor', 20, 30],
        ['All', 30, 100],
      ],
    ],
    [
      'at the beginning',
      rows([mark(0, 30)]),
      [
        ['Sponsor', 0, 30],
        ['All', 30, 100],
      ],
    ],
    [
      'at the end, a little too long',
      rows([mark(90, 100.5)]),
      [
        ['All', 0, 90],
        ['Sponsor', 90, 100],
      ],
    ],
    [
      'across two chapters, the last without an end',
      rows([mark(20, 60)], [own('A', 0, 50), own('B', 50, null)]),
      [
        ['A', 0, 20],
        ['Sponsor', 20, 60],
        ['B', 60, 100],
      ],
    ],
    [
      'two that overlap',
      rows([mark(30, 50), mark(20, 40)]),
      [
        ['All', 0, 20],
        ['Sponsor', 20, 40],
        ['Sponsor', 40, 50],
        ['All', 50, 100],
      ],
    ],
    [
      'a whole chapter',
      rows([mark(0, 50)], [own('A', 0, 50), own('B', 50, 100)]),
      [
        ['Sponsor', 0, 50],
        ['B', 50, 100],
      ],
    ],
    [
      'no piece of less than a second',
      rows([mark(0.5, 50)]),
      [
        ['Sponsor', 0.5, 50],
        ['All', 50, 100],
      ],
    ],
    [
      'a mark without a known length',
      rows([mark(20, 30, null)]),
      [
        ['All', 0, 20],
        ['Sponsor', 20, 30],
        ['All', 30, 100],
      ],
    ],
    [
      'a long part of nearly this video',
      rows([mark(0, 90, 104)]),
      [
        ['Sponsor', 0, 90],
        ['All', 90, 100],
      ],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  const chapters = [own('A', 0, 50), own('B', 50, null)];
  it.each<[string, ReturnType<typeof mark>, number | null]>([
    ['of another cut of the video', mark(20, 30, 130), 100],
    ['of nearly this video, but short', mark(20, 30, 104), 100],
    ['behind its end', mark(99.5, 140), 100],
    ['of less than a second', mark(20, 20.5), 100],
    ['of a video without a length', mark(20, 30), null],
  ])('leave the platform’s as they are for a mark %s', (_, wrong, seconds) => {
    expect(markedChapters({ chapters, durationSeconds: seconds }, 'All', [wrong])).toBe(chapters);
  });
});
