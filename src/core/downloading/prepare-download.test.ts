// What a download asks to be inspected, and what the job it joins gets to know.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { choiceOf } from '../choosing/choice.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import { type ActiveDownload, restingProgress } from './active-downloads.ts';
import type { Download } from './download.ts';
import { type PrepareNeeds, prepareDownload } from './prepare-download.ts';

const LIMITS = { maxDurationSeconds: 100, maxFileBytes: 1e9, maxEncodeSeconds: 50 };
const tracks = [makeTrack('18', { picture: makePicture(), sound: makeSound() })];
const inspection = makeInspection(
  [1, 2].map((index) =>
    makeItem(tracks, {
      id: `item ${index}`,
      index,
      chapters: [{ title: 'Intro', startSeconds: 0, endSeconds: 4 }],
      subtitles: ['de', 'en'].map((language) => ({
        id: `${index}.${language}`,
        language,
        name: null,
        format: 'vtt',
        automatic: false,
      })),
    }),
  ),
);
const { link } = inspection;

function stage(withCookies = false) {
  const asked: unknown[] = [];
  const needs = {
    limits: LIMITS,
    inspecting: {
      inspect: async (...question: unknown[]) => {
        asked.push(question);
        const sources = { egress: 'direct', byId: new Map() };
        return { inspection, sources, origin: NO_ORIGIN, withCookies } as unknown as Inspected;
      },
    },
    files: { get: async () => null },
  } as unknown as PrepareNeeds;
  return { needs, asked };
}
const active = (task: Download['task'], title: string | null = null): ActiveDownload => ({
  download: { id: 'd', visitor: 'ann', title, task, origin: null } as Download,
  progress: restingProgress('inspecting'),
  stage: 'inspecting',
  isStored: true,
  link: { ...link, hints: { index: 1 } },
  network: 'home',
  controller: new AbortController(),
  startedAtMs: 0,
});

describe('a download of a link', () => {
  const task = { kind: 'link', choice: choiceOf('mp4', 'high'), pointsAt: 1 } as const;

  it('waits for its inspection, which counts for its network and ends with it', async () => {
    const { needs, asked } = stage();
    const one = active(task);
    await prepareDownload(needs, one);
    expect(asked).toEqual([[one.link, { network: 'home', canWait: true }, one.controller.signal]]);
  });

  it.each([
    ['of nobody', false, null],
    ['of its visitor where the platform asks who they are', true, 'ann'],
  ])('asks for a job with what was chosen and the cookies %s', async (_whose, with_, visitor) => {
    const one = active(task);
    const prepared = await prepareDownload(stage(with_).needs, one);
    expect(prepared).toMatchObject({
      seconds: 10,
      isHeavy: false,
      title: 'A video',
      origin: NO_ORIGIN,
      link,
    });
    expect(prepared.request).toEqual({
      kind: 'link',
      link: one.link,
      pointsAt: 1,
      choice: task.choice,
      inspectionId: inspection.id,
      visitor,
    });
  });

  it('tells the job of which languages the chosen subtitles are', async () => {
    const choice = { ...task.choice, subtitles: ['2.de'], itemId: 'item 2' };
    const prepared = await prepareDownload(stage().needs, active({ ...task, choice }));
    expect(prepared.request).toMatchObject({ subtitles: [{ id: '2.de', language: 'de' }] });
  });

  it.each([
    ['is named by its chapter', undefined, '01 - Intro.mp4'],
    ['is named as it was chosen, chapter or not', 'Mine', 'Mine.mp4'],
  ])('%s', async (_, name, expected) => {
    const span = { chapter: 1, cut: 'instant' } as const;
    const choice = { ...task.choice, span, ...(name !== undefined && { name }) };
    const { nameOf } = await prepareDownload(stage().needs, active({ ...task, choice }));
    expect(nameOf({ extension: 'mp4', picture: null } as Receipt)).toBe(expected);
  });

  it.each([1, 2])('is that of item %i where its link points at it', async (pointsAt) => {
    const prepared = await prepareDownload(stage().needs, active({ ...task, pointsAt }));
    expect(prepared.plan).toMatchObject({ itemId: `item ${pointsAt}` });
  });
});

it('an edit of a file that has gone meanwhile has expired', async () => {
  const task = { kind: 'edit', fileId: 'f', uploadId: null, edit: {} } as Download['task'];
  await expect(prepareDownload(stage().needs, active(task, 'Mine'))).rejects.toMatchObject({
    code: 'expired',
  });
});
