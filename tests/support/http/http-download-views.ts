// Downloads as the service shows them, for tests of the HTTP interface: only what a test names differs from a plain one.
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import type { DownloadView } from '../../../src/core/downloading/active-downloads.ts';
import type { Download } from '../../../src/core/downloading/download.ts';
import type { Phase } from '../../../src/core/jobs/progress.ts';

/** What a test may say of a download. */
export type ViewPart = {
  readonly id?: string;
  readonly visitor?: string;
  readonly phase?: Phase;
  readonly percent?: number;
  readonly position?: number;
  readonly container?: 'mp4' | 'mp3' | 'sound' | 'photo';
  readonly failure?: Download['failure'];
  readonly fileName?: string;
  readonly extension?: string;
  readonly bytes?: number;
  /** The part of its source that the file holds. */
  readonly span?: { readonly startSeconds: number; readonly endSeconds: number };
  readonly hidesLead?: true;
  readonly loudness?: NonNullable<DownloadView['file']>['receipt']['loudness'];
  readonly isShared?: boolean;
  /** Its file was there and is no longer kept. */
  readonly isGone?: boolean;
};

/** A download with a file. */
export const READY = { phase: 'ready', percent: 100 } as const satisfies ViewPart;

/** A download of a plain video. Default: queued. Its tokens are `token-of-<id>`, `share-of-<id>`. */
export function makeView(part: ViewPart = {}): DownloadView {
  const { id = '1', phase = 'queued', container = 'mp4' } = part;
  const isReady = phase === 'ready';
  const state = isReady || phase === 'failed' || phase === 'cancelled' ? phase : 'open';
  const fileName = isReady ? (part.fileName ?? 'A video (720p).mp4') : null;
  const file = isReady && !part.isGone ? storedFile(id, part) : null;
  const pathOf = (token: string) =>
    `/files/${token}-of-${id}/${encodeURIComponent(fileName ?? '')}`;
  const choice =
    container === 'mp4' || container === 'mp3'
      ? choiceOf(container, 'high')
      : container === 'photo'
        ? ({ itemId: null, span: null, container } as const)
        : ({ itemId: null, span: null, container, sound: { kind: 'original' } } as const);
  return {
    download: {
      id,
      visitor: part.visitor ?? 'ann',
      state,
      task: { kind: 'link', choice, pointsAt: null },
      fileName,
      origin: null,
      link: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      platform: 'youtube',
      title: 'A video',
      fileId: isReady ? `file-${id}` : null,
      failure: part.failure ?? null,
      attempt: 1,
      shareVersion: 0,
      isShared: part.isShared ?? false,
      createdAt: 1000,
      expiresAt: state === 'open' ? null : 9000,
    },
    progress: {
      phase,
      percent: part.percent ?? 0,
      bytes: 0,
      totalBytes: null,
      bytesPerSecond: null,
      connections: 0,
      etaSeconds: null,
      position: part.position ?? null,
    },
    file,
    filePath: file && pathOf('token'),
    sharePath: file && part.isShared ? pathOf('share') : null,
  };
}

function storedFile(
  id: string,
  { bytes = 1000, extension = 'mp4', span, hidesLead, loudness }: ViewPart,
) {
  return {
    id: `file-${id}`,
    workKey: 'work',
    bytes,
    etag: `"etag-of-${id}"`,
    sha256: null,
    crc32: null,
    receipt: {
      container: 'mp4',
      picture: { codec: 'h264', width: 1280, height: 720, fps: 30 },
      sound: { codec: 'aac', sampleRateHz: 44_100, channels: 2, kilobitsPerSecond: 128 },
      durationSeconds: 10,
      bytes,
      playsOn: ['everything'],
      ...(span && { span }),
      ...(hidesLead && { hidesLead }),
      ...(loudness && { loudness }),
      extension,
    },
    createdAt: 1000,
    expiresAt: 9000,
  } as const;
}
