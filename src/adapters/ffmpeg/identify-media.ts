// Recognizes an uploaded file by its bytes and its index; behind the port `IdentifyMedia`.
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { findExcess, type Probe, receiptOf } from '../../core/files/checking/find-fault.ts';
import type { IdentifyMedia } from '../../core/uploads/ports.ts';
import { AppError } from '../../shared/errors.ts';
import type { FileFormat } from '../../shared/media/formats.ts';
import { readFront } from './checking/read-front.ts';
import { belongTogether, streamsIn } from './making/choose-streams.ts';
import { measureLength } from './measure-length.ts';
import type { MediaTools } from './media-tools.ts';
import { probeMedia } from './probe-media.ts';
import { readTags } from './read-tags.ts';
import { type MediaDemuxer, sniffMedia } from './sniff-media.ts';

/** The format of each demuxer's files; `audio` where files without video have another. */
const FORMATS: Readonly<
  Record<MediaDemuxer, { readonly video: FileFormat; readonly audio?: FileFormat }>
> = {
  mov: { video: 'mp4', audio: 'm4a' },
  matroska: { video: 'mkv' },
  mpegts: { video: 'ts' },
  mp3: { video: 'mp3' },
  aac: { video: 'aac' },
  ogg: { video: 'ogg' },
  flac: { video: 'flac' },
  wav: { video: 'wav' },
  flv: { video: 'flv' },
  avi: { video: 'avi' },
};

/** Uploads are recognized outside the queue of jobs, so that this must be cheap whatever they are. */
const CPU_SECONDS = 4;
const MOST_AT_ONCE = 2;

/** Creates the port. */
export function createMediaIdentifier(needs: MediaTools): IdentifyMedia {
  const inTurn = pLimit(MOST_AT_ONCE);
  return async (path, signal) => {
    const front = await readFront(path);
    const sniffed = sniffMedia(front);
    if (sniffed?.kind !== 'media') throw notMedia(`it is ${sniffed?.kind ?? 'unknown'}`);
    const { size } = await stat(path);
    const { demuxer } = sniffed;
    const probe = await inTurn(async () =>
      measureLength(
        needs,
        { demuxer, path },
        await probeMedia(needs, demuxer, { path, bytes: size }, signal, CPU_SECONDS),
        signal,
        CPU_SECONDS,
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'bad_media') throw error;
      if (error.message.includes('not on whitelist')) throw notMedia(error.message);
      throw new AppError('damaged_file', { cause: error, detail: error.message });
    });
    const excess = findExcess(probe);
    if (excess) throw notMedia(excess);
    const hasPicture = probe.streams.some(({ kind }) => kind === 'picture');
    if (!hasPicture && !probe.streams.some(({ kind }) => kind === 'sound'))
      throw notMedia('it has neither picture nor sound');
    const format = formatOf(demuxer, front, hasPicture);
    const receipt = receiptOf({ ...probe, streams: inOrder(probe) }, format, format);
    const { sounds } = streamsIn(probe);
    if (sounds.length < 2) return receipt;
    const { languages } = await inTurn(() => readTags(needs, { demuxer, path }, signal));
    const kept = belongTogether(sounds, languages) ? 'all' : 'first';
    return { ...receipt, sounds: { count: sounds.length, kept } };
  };
}

/** The streams with the sound that is preferred before the others. */
function inOrder(probe: Probe): Probe['streams'] {
  const { sounds } = streamsIn(probe);
  return [...probe.streams.filter(({ kind }) => kind !== 'sound'), ...sounds];
}

function formatOf(demuxer: MediaDemuxer, front: Uint8Array, hasPicture: boolean): FileFormat {
  const text = Buffer.from(front.subarray(0, 64)).toString('latin1');
  if (demuxer === 'mov' && text.slice(8, 12) === 'qt  ') return hasPicture ? 'mov' : 'm4a';
  if (demuxer === 'matroska' && text.includes('webm')) return 'webm';
  const { video, audio = video } = FORMATS[demuxer];
  return hasPicture ? video : audio;
}

function notMedia(detail: string): AppError {
  return new AppError('not_media', { detail });
}
