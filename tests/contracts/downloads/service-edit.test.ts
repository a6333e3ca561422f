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

  it('is refused when the file goes at that moment, and what its job could not make at once', async () => {
    const server = await stage();
    server.ready.isKept = false;
    expect(await outcomeOf(server.startEdit(ANN, server.id))).toBe('expired');
    const request = {
      visitor: ANN,
      network: NETWORK,
      source: { kind: 'download', id: server.id },
    } as const;
    const beyond = { ...edit, span: { startSeconds: 20, endSeconds: 30 } };
    server.ready.isKept = true;
    expect(
      await outcomeOf(server.downloading.startEdit({ ...request, edit: beyond })),
    ).not.toHaveProperty('download');
    expect(server.rows.size).toBe(1);
  });

  it('of an upload is a download of no post, and leaves the time of the upload as it is', async () => {
    const server = await stage();
    const file = fileOf('u', { receipt });
    server.files.set('u', file);
    server.ready.file = file;
    // Nothing can be kept for longer, and an upload need not be.
    server.ready.isKept = false;
    const source = { kind: 'upload', id: 'up', title: 'Mine' } as const;
    const request = { visitor: ANN, network: NETWORK, source, edit };
    const { download } = await server.downloading.startEdit(request);
    expect(server.rowOf(download.id)).toMatchObject({
      visitor: ANN,
      link: null,
      platform: null,
      origin: null,
      title: 'Mine',
      task: { kind: 'edit', fileId: 'u', uploadId: 'up', edit },
    });
    expect(server.files.get('u')).toEqual(file);
    expect(
      await outcomeOf(
        server.downloading.startEdit({
          ...request,
          maxOpen: 0,
          edit: { ...edit, span: null, container: 'mp3' } as never,
        }),
      ),
    ).toBe('too_many_jobs 10');
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
