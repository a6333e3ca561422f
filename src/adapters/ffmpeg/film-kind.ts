// Which uploads browsers can play, by their probe. Pure.
import { findExcess, type Probe } from '../../core/files/checking/find-fault.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media/media.ts';
import { type MediaDemuxer, sniffMedia } from './sniff-media.ts';

/** A playable upload, and which of its streams to keep. */
export type FilmKind = {
  readonly ending: 'mp4' | 'webm';
  readonly picture: VideoCodec;
  /** Its stream and codec; null for a silent one. */
  readonly sound: { readonly index: number; readonly codec: AudioCodec } | null;
};

type FilmDemuxer = 'mov' | 'matroska';

// Source: MDN's lists of what browsers play in each container.
const PLAYED: Readonly<
  Record<
    FilmDemuxer,
    {
      readonly ending: FilmKind['ending'];
      readonly pictures: readonly VideoCodec[];
      readonly sounds: readonly AudioCodec[];
    }
  >
> = {
  mov: {
    ending: 'mp4',
    pictures: ['h264', 'h265', 'av1', 'vp9'],
    sounds: ['aac', 'mp3', 'opus', 'flac'],
  },
  matroska: { ending: 'webm', pictures: ['vp8', 'vp9', 'av1'], sounds: ['opus', 'vorbis'] },
};

/** The demuxer for an upload with these first bytes, or null unless it is MP4 or WebM. */
export function filmDemuxer(front: Uint8Array): FilmDemuxer | null {
  const sniffed = sniffMedia(front);
  return sniffed?.kind === 'media' && isFilmDemuxer(sniffed.demuxer) ? sniffed.demuxer : null;
}

function isFilmDemuxer(demuxer: MediaDemuxer): demuxer is FilmDemuxer {
  return Object.hasOwn(PLAYED, demuxer);
}

/** The kind of the upload, or a short reason for the log why it is not playable. */
export function filmKind(demuxer: FilmDemuxer, probe: Probe): FilmKind | string {
  const excess = findExcess(probe);
  if (excess) return excess;
  const { ending, pictures, sounds } = PLAYED[demuxer];
  const picture = probe.streams.find((stream) => stream.kind === 'picture')?.codec;
  const sound = probe.streams.find((stream) => stream.kind === 'sound');
  if (!picture) return 'it has no picture';
  if (!pictures.includes(picture)) return `no browser plays ${picture} in ${ending}`;
  if (sound && !sounds.includes(sound.codec)) return `no browser plays ${sound.codec} in ${ending}`;
  return { ending, picture, sound: sound ? { index: sound.index, codec: sound.codec } : null };
}
