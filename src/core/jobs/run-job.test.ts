import { describe, expect, it } from 'vitest';
import { silentFetching } from '../../../tests/support/media/fake-fetching.ts';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { choiceOf } from '../choosing/choice.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { FetchTask, MakeTask } from './ports.ts';
import type { EditRequest, JobRequest, LinkRequest } from './queue/job-queue.ts';
import { createRunJob, type RunJobNeeds } from './run-job.ts';

const never = () => new Promise<never>(() => undefined);
const { signal } = new AbortController();
const english = {
  id: 'sub.en',
  language: 'en',
  name: null,
  format: 'vtt',
  automatic: false,
} as const;
const item = makeItem([makeTrack('18', { picture: makePicture() })], {
  subtitles: [english],
  chapters: [{ title: 'One', startSeconds: 0, endSeconds: 2 }],
});
const inspection = makeInspection([item]);
const sourceAt = (address: string) => ({ address, headers: {}, cookies: {}, fragments: null });
const inspectedBy = (egress: string): Inspected => ({
  inspection,
  sources: {
    egress,
    byId: new Map([
      ['18', sourceAt(`https://${egress}.test/1`)],
      [english.id, sourceAt(`https://${egress}.test/en`)],
    ]),
  },
  origin: NO_ORIGIN,
});
const LINK: LinkRequest = {
  kind: 'link',
  link: inspection.link,
  pointsAt: null,
  choice: choiceOf('mp4', 'high'),
  inspectionId: 'kept',
  visitor: null,
};
const EDIT: EditRequest = {
  kind: 'edit',
  fileId: 'f',
  title: 'My title',
  edit: {
    container: 'mp3',
    span: null,
    cut: 'keyframe',
    quality: 'high',
    kilobitsPerSecond: null,
    maxBytes: null,
  },
};
const FILE = {
  id: 'f',
  bytes: 5000,
  expiresAt: 7000,
  receipt: {
    container: 'mp4',
    picture: { codec: 'h264', width: 1280, height: 720, fps: 30 },
    sound: { codec: 'aac', sampleRateHz: 44_100, channels: 2, kilobitsPerSecond: 128 },
    durationSeconds: 100,
    bytes: 5000,
    playsOn: [],
    extension: 'mp4',
  },
} as Partial<StoredFile> as StoredFile;

/** Runs a job whose making fails with `error`; how it ended, and what was asked for. */
async function run(
  request: JobRequest,
  {
    error = new AppError('making_failed'),
    kept = null as Inspected | null,
    stored = FILE as StoredFile | null,
    /** The file is made, and fails its check with the error. */
    isMade = false,
  } = {},
) {
  const asked: unknown[] = [];
  const makes: MakeTask[] = [];
  const fetched: string[] = [];
  const tasks: FetchTask[] = [];
  const done = Promise.resolve({ path: '', bytes: 1, mayHaveGaps: false });
  const needs: RunJobNeeds = {
    egress: 'here',
    turns: {
      open: () => ({
        begin: () => () => undefined,
        beginSlow: () => () => undefined,
        others: () => 0,
        close: () => undefined,
      }),
    },
    maxWorkMinutes: 15,
    inspecting: {
      async find(id) {
        asked.push(`find ${id}`);
        return kept;
      },
      async inspect(link, caller) {
        asked.push([link.id, caller]);
        return inspectedBy('here');
      },
    },
    findPart: async () => null,
    fetcher: {
      open: () => ({
        fetch(task) {
          tasks.push(task);
          fetched.push(task.source.address);
          return silentFetching(done);
        },
        close: async () => undefined,
      }),
    },
    transcoder: {
      async make(task) {
        makes.push(task);
        if (isMade) return { path: '', mayHaveGaps: false, span: null, from: null };
        throw error;
      },
    },
    checker: {
      check: async () => {
        throw error;
      },
    },
    files: {
      workspace: async () => ({
        folder: '/',
        write: never,
        makeRoom: never,
        remove: async () => undefined,
      }),
      get: async () => stored,
      find: async () => stored,
      touch: async (id, expiresAt) => {
        asked.push(['touch', id, expiresAt]);
        return true;
      },
      keep: async (_path, checked) => checked as never,
      place: async () => undefined,
    } as Partial<RunJobNeeds['files']> as RunJobNeeds['files'],
    thumbnails: { render: never },
    subtitles: { read: async () => [] },
    clock: createManualClock(),
    inspectAgain: never,
    workKey: (key) => key,
    maxDurationSeconds: 100,
    maxEncodeSeconds: 50,
    maxFileBytes: 1e9,
    fileTtlMs: 60_000,
  };
  const end: AppError = await createRunJob(needs)(
    { key: 'k', isHeavy: false, request },
    signal,
    () => undefined,
  ).then(
    () => null,
    (reason) => reason,
  );
  return { end, asked, makes, fetched, tasks };
}

describe('a job that downloads', () => {
  it('uses the inspection that it was planned from', async () => {
    const { asked, fetched } = await run(LINK, { kept: inspectedBy('here') });
    expect([asked, fetched]).toEqual([['find kept'], ['https://here.test/1']]);
  });

  it.each([
    ['that one has expired', null],
    ['another egress made that one, whose addresses are of no use here', inspectedBy('elsewhere')],
  ])('inspects again where %s; for no network, and behind all who wait', async (_why, kept) => {
    const { asked, fetched } = await run(LINK, { kept });
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
    const { makes } = await run(request);
    const { made, missing } = (await makes[0]?.subtitles) ?? {};
    expect([made?.length, missing]).toEqual([count, ['de']]);
  });

  const part = { startSeconds: 1, endSeconds: 4, cut: 'instant' } as const;
  const PART = { ...LINK, choice: { ...LINK.choice, span: part, subtitles: [english.id] } };

  it('cuts a part from the whole where that is kept, with its chapters and subtitles', async () => {
    const { makes, fetched } = await run(PART, { kept: inspectedBy('here') });
    expect(fetched).toEqual([]);
    expect(makes[0]?.chapters).toEqual(item.chapters);
    expect((await makes[0]?.subtitles)?.made).toMatchObject([{ language: 'eng' }]);
  });

  it('fetches a part where the kept whole is removed meanwhile', async () => {
    const error = new AppError('expired');
    const { makes, tasks } = await run(PART, { kept: inspectedBy('here'), error });
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
    const { end, tasks } = await run(PART, how);
    expect(tasks.map(({ part: of, inRanges }) => [of !== null, inRanges])).toEqual([
      [true, true],
      ...(isWhole ? [[false, false]] : []),
    ]);
    expect(end.code).toBe(code);
    expect((await run(LINK, how)).tasks).toHaveLength(1);
  });

  it('blames the platform for media that are not as announced', async () => {
    const error = new AppError('bad_media');
    expect((await run(LINK, { error })).end).toBe(error);
  });
});

describe('a job that edits', () => {
  it('makes the file of what is stored, with its title', async () => {
    const { asked, end, makes } = await run(EDIT);
    // The source is used now, so that room is made of others; it is kept for no longer.
    expect([asked, end.code]).toEqual([[['touch', 'f', 7000]], 'making_failed']);
    expect(makes).toMatchObject([{ durationSeconds: 100, tags: { title: 'My title' } }]);
  });

  it('blames the file for media that cannot be used, and says what was found', async () => {
    const cause = new AppError('bad_media', { detail: 'no sound' });
    const { end } = await run(EDIT, { error: cause });
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
      expect((await run(request, { error, stored, isMade: true })).end).toMatchObject({
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
    const { end, makes } = await run(request as JobRequest, { stored });
    expect([end.code, makes]).toEqual([code, []]);
  });
});
