// Edits of finished files: which file, what is made of it, and what is refused.
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import {
  ANN,
  BOB,
  FILE_TTL_MS,
  fileOf,
  linkTo,
  outcomeOf,
  settled,
  startServer,
} from './service-fixture.ts';

const NETWORK = '203.0.113.9/32';

describe('editing a finished file', () => {
  const edit = {
    container: 'mp4',
    span: { startSeconds: 1, endSeconds: 5 },
    cut: 'keyframe',
    quality: 'high',
    kilobitsPerSecond: null,
    maxBytes: null,
  } as const;
  const receipt = {
    container: 'mp4',
    picture: { codec: 'h264', width: 1280, height: 720, fps: 30 },
    sound: { codec: 'aac', sampleRateHz: 44_100, channels: 2, kilobitsPerSecond: 128 },
    durationSeconds: 10,
    bytes: 5000,
    playsOn: [],
    extension: 'mp4',
  } as const;
  const stage = async () => {
    const server = startServer();
    const id = await server.start(1);
    await server.finish(fileOf('f', { receipt }));
    const startEdit = (visitor: string, of: string) =>
      server.downloading.startEdit({
        visitor,
        network: NETWORK,
        source: { kind: 'download', id: of },
        edit,
      });
    return { ...server, id, startEdit };
  };

  it('makes another download of the same post, and keeps the file until then', async () => {
    const server = await stage();
    server.clock.advance(FILE_TTL_MS - 1);
    const { download } = await server.startEdit(ANN, server.id);
    expect(server.files.get('f')?.expiresAt).toBe(server.clock.now() + FILE_TTL_MS);
    await settled();
    expect(server.jobs[1]?.request).toEqual({ kind: 'edit', fileId: 'f', edit, title: 'A video' });
    await server.finish(fileOf('g', { receipt }));
    expect(server.rowOf(download.id)).toMatchObject({
      state: 'ready',
      link: linkTo(1),
      platform: 'youtube',
      origin: { uploaderIds: ['uploader'] },
      fileName: 'A video (1s-5s, 720p).mp4',
      fileId: 'g',
    });
    // It says nothing about the platform, and is no download of the post.
    expect([server.outcomes.length, server.finished.length]).toEqual([1, 1]);
  });

  it('is refused for the file of another, an open download, and what is gone or blocked', async () => {
    const server = await stage();
    const { blocked, downloading, files, id, startEdit } = server;
    expect(await outcomeOf(startEdit(BOB, id))).toBe('job_not_found');
    const open = await server.start(2, { choice: choiceOf('mp3', 'high') });
    expect(await outcomeOf(startEdit(ANN, open))).toBe('invalid_request');
    const file = files.get('f');
    files.delete('f');
    expect(await outcomeOf(startEdit(ANN, id))).toBe('expired');
    if (file) files.set('f', file);
    blocked.add(linkTo(1));
    expect(await outcomeOf(startEdit(ANN, id))).toBe('taken_down');
    expect((await downloading.list(ANN)).length).toBe(2);
  });
});
