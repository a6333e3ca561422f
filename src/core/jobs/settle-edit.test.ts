// How long an edited file may be, by the work that it is.
import { describe, expect, it } from 'vitest';
import type { Edit } from '../choosing/edits/edit.ts';
import type { Receipt, StoredFile } from '../files/stored-file.ts';
import { settleEdit } from './settle-plan.ts';

const LIMITS = { maxDurationSeconds: 3600, maxFileBytes: 1e9, maxEncodeSeconds: 600 };
const EDIT: Edit = {
  container: null,
  span: null,
  cut: 'keyframe',
  quality: null,
  kilobitsPerSecond: null,
  maxBytes: null,
};
const UHD = { width: 3840, height: 2160 };
const settle = (
  durationSeconds: number,
  edit: Partial<Edit>,
  picture: Partial<NonNullable<Receipt['picture']>> | null = {},
) => {
  const receipt = {
    container: picture ? 'mp4' : 'm4a',
    picture: picture && { codec: 'h264', width: 1920, height: 1080, fps: 30, ...picture },
    sound: { codec: 'aac', sampleRateHz: 48_000, channels: 2, kilobitsPerSecond: 128 },
    durationSeconds,
    bytes: 1000,
    playsOn: [],
    extension: picture ? 'mp4' : 'm4a',
  } satisfies Receipt;
  return settleEdit(
    { id: 'file', receipt } as Partial<StoredFile> as StoredFile,
    { ...EDIT, ...edit },
    LIMITS,
  );
};

describe('an edit', () => {
  it.each<[string, number, Partial<Edit>, Parameters<typeof settle>[2], number]>([
    ['copies for as long as a download may be', 3600, {}, {}, 60],
    ['copies a large picture for as long', 3600, {}, UHD, 60],
    ['encodes audio for as long, whatever the picture was', 3600, { container: 'mp3' }, UHD, 60],
    ['encodes audio alone for as long', 3600, { container: 'mp3' }, null, 60],
    [
      'encodes a usual picture for as long as video may be encoded',
      600,
      { container: 'webm' },
      {},
      10,
    ],
    [
      'encodes a small picture for no longer',
      600,
      { container: 'webm' },
      { width: 640, height: 360 },
      10,
    ],
    [
      'encodes a picture of four times the pixels for a quarter',
      150,
      { container: 'webm' },
      UHD,
      2,
    ],
    ['encodes twice the frames for half', 300, { container: 'webm' }, { fps: 60 }, 5],
  ])('%s: %i seconds', (_what, most, edit, picture, minutes) => {
    expect(settle(most, edit, picture)).toMatchObject({
      seconds: most,
      sources: [{ kind: 'file', fileId: 'file' }],
    });
    expect(() => settle(most + 1, edit, picture)).toThrow(
      expect.objectContaining({ code: 'too_long', params: { minutes } }),
    );
  });

  it('counts the part that is kept, not the file that it is of', () => {
    const span = { startSeconds: 1000, endSeconds: 1600 };
    expect(settle(5000, { span, container: 'webm' }).seconds).toBe(600);
    expect(settle(5000, { span }).seconds).toBe(600);
  });
});
