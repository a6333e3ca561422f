import { describe, expect, it } from 'vitest';
import {
  EDIT,
  english,
  FILE,
  inspectedBy,
  inspection,
  item,
  LINK,
  runJob,
} from '../../../tests/support/run/one-job.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { JobRequest } from './queue/job-queue.ts';

describe('a job that downloads', () => {
  it('uses the inspection that it was planned from', async () => {
    const { asked, fetched } = await runJob(LINK, { kept: inspectedBy('here') });
    expect([asked, fetched]).toEqual([['find kept'], ['https://here.test/1']]);
  });

  it.each([
    ['that one has expired', null],
    ['another egress made that one, whose addresses are of no use here', inspectedBy('elsewhere')],
  ])('inspects again where %s; for no network, and behind all who wait', async (_why, kept) => {
    const { asked, fetched } = await runJob(LINK, { kept });
    const caller = { network: OWN_NETWORK, canWait: true };
    expect([asked, fetched]).toEqual([
      ['find kept', [inspection.link.id, caller]],
      ['https://here.test/1'],
    ]);
  });

  it.each([
    ['one of its subtitles', ['sub.de', 'sub.en'], 1],
    ['all of its subtitles', ['sub.de'], 0],
  ])('goes on without %s where a later inspection lacks them, and says so', async (...row) => {
    const [, ids, count] = row;
    const subtitles = ids.map((id) => ({ id, language: id.slice(4) }));
    const request = { ...LINK, choice: { ...LINK.choice, subtitles: ids }, subtitles };
    const { makes } = await runJob(request);
    const { made, missing } = (await makes[0]?.subtitles) ?? {};
    expect([made?.length, missing]).toEqual([count, ['de']]);
  });

  const part = { startSeconds: 1, endSeconds: 4, cut: 'instant' } as const;
  const PART = { ...LINK, choice: { ...LINK.choice, span: part, subtitles: [english.id] } };

  it('cuts a part from the whole where that is kept, with its chapters and subtitles', async () => {
    const { makes, fetched } = await runJob(PART, { kept: inspectedBy('here') });
    expect(fetched).toEqual([]);
    expect(makes[0]?.chapters).toEqual(item.chapters);
    expect((await makes[0]?.subtitles)?.made).toMatchObject([{ language: 'eng' }]);
  });

  it('fetches a part where the kept whole is removed meanwhile', async () => {
    const error = new AppError('expired');
    const { makes, tasks } = await runJob(PART, { kept: inspectedBy('here'), error });
    expect(makes).toHaveLength(2);
    expect(tasks).toMatchObject([{ part: { span: { startSeconds: 1 } }, inRanges: true }]);
  });

  it.each<[ErrorCode, boolean]>([
    ['upstream_error', true],
    ['bad_media', true],
    ['timeout', false],
    ['making_failed', false],
  ])('fetches all of it where a part fails with %s: %s', async (code, isWhole) => {
    const how = { kept: inspectedBy('here'), stored: null, error: new AppError(code) };
    const { end, tasks } = await runJob(PART, how);
    expect(tasks.map(({ part: of, inRanges }) => [of !== null, inRanges])).toEqual([
      [true, true],
      ...(isWhole ? [[false, false]] : []),
    ]);
    expect(end.code).toBe(code);
    expect((await runJob(LINK, how)).tasks).toHaveLength(1);
  });

  it('blames the platform for media that are not as announced', async () => {
    const error = new AppError('bad_media');
    expect((await runJob(LINK, { error })).end).toBe(error);
  });
});

describe('a job that edits', () => {
  it('makes the file of what is stored, with its title', async () => {
    const { asked, end, makes } = await runJob(EDIT);
    // The source is used now, so that room is made of others; it is kept for no longer.
    expect([asked, end.code]).toEqual([[['touch', 'f', 7000]], 'making_failed']);
    expect(makes).toMatchObject([{ durationSeconds: 100, tags: { title: 'My title' } }]);
  });

  it('blames the file for media that cannot be used, and says what was found', async () => {
    const cause = new AppError('bad_media', { detail: 'no sound' });
    const { end } = await runJob(EDIT, { error: cause });
    expect([end.code, end.cause]).toEqual(['damaged_file', cause]);
    expect(end.message).toContain('no sound');
  });

  it.each([
    ['mp3', 'damaged_file', 'the file'],
    ['webm', 'making_failed', 'this server, which encoded the video'],
  ] as const)(
    'to %s whose result fails its check ends as %s: it blames %s',
    async (container, code, _who) => {
      const error = new AppError('bad_media', { detail: 'it has no duration' });
      const request = { ...EDIT, edit: { ...EDIT.edit, container } };
      const stored = {
        ...FILE,
        receipt: { ...FILE.receipt, durationSeconds: 10 },
      } as StoredFile;
      expect((await runJob(request, { error, stored, isMade: true })).end).toMatchObject({
        code,
        message: `${code}: bad_media: it has no duration`,
      });
    },
  );

  it.each([
    ['expired', 'whose file is gone', EDIT, null],
    [
      'too_long',
      'that encodes more video than may be',
      { ...EDIT, edit: { ...EDIT.edit, container: 'webm' } },
      FILE,
    ],
  ] as const)('ends as %s %s', async (code, _which, request, stored) => {
    const { end, makes } = await runJob(request as JobRequest, { stored });
    expect([end.code, makes]).toEqual([code, []]);
  });
});
