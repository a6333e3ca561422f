// HLS presentations: master and media playlists over segments of variants, plain or encrypted.
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HlsOptions, MediaFile, Variant } from './media.ts';
import { codecNames } from './mp4-boxes.ts';

/** What making a presentation needs of the library. */
export type PresentationTools = {
  readonly file: (variant: Variant) => Promise<MediaFile>;
  /** Runs ffmpeg with these arguments inside a folder. */
  readonly ffmpeg: (args: readonly string[], folder: string) => Promise<unknown>;
};

/** Writes the whole presentation into `folder`, its master playlist as `manifest`. */
export async function makeHls(
  options: HlsOptions,
  folder: string,
  { file, ffmpeg }: PresentationTools,
): Promise<void> {
  await mkdir(folder);
  const { renditions, sounds = [], segmentSeconds } = options;
  const isPlain = renditions.every(({ picture }) => (picture?.codec ?? 'h264') === 'h264');
  const kind = options.kind ?? (isPlain ? 'ts' : 'fmp4');
  const key = options.key === true ? randomBytes(16) : undefined;
  if (key !== undefined) await writeFile(join(folder, 'key.bin'), key);

  const cut = async (variant: Variant, name: string): Promise<Rendition> => {
    const whole = await file({ ...variant, container: 'mp4' });
    const ending = kind === 'ts' ? 'ts' : 'm4s';
    await ffmpeg(
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-nostdin',
        '-i',
        whole.path,
        '-c',
        'copy',
        '-f',
        'hls',
        '-hls_time',
        String(segmentSeconds),
        '-hls_playlist_type',
        'vod',
        ...(kind === 'ts'
          ? []
          : ['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `${name}-init.mp4`]),
        '-hls_segment_filename',
        `${name}-%d.${ending}`,
        `${name}.m3u8`,
      ],
      folder,
    );
    if (key !== undefined) await encrypt(folder, `${name}.m3u8`, key);
    const codecs = codecNames(await readFile(whole.path));
    const bitsPerSecond = Math.ceil((whole.bytes * 8 * 1.1) / variant.seconds);
    return { variant, uri: `${name}.m3u8`, codecs, bitsPerSecond };
  };

  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const soundCodecs = new Set<string>();
  for (const [index, sound] of sounds.entries()) {
    const { uri, codecs } = await cut(sound.variant, `s${index}`);
    for (const codec of codecs) soundCodecs.add(codec);
    const isDefault = index === 0 ? 'YES' : 'NO';
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${sound.name ?? sound.language}",` +
        `LANGUAGE="${sound.language}",DEFAULT=${isDefault},AUTOSELECT=YES,URI="${uri}"`,
    );
  }
  for (const [index, variant] of renditions.entries()) {
    const rendition = await cut(variant, `r${index}`);
    lines.push(streamLine(rendition, [...soundCodecs]), rendition.uri);
  }
  await writeFile(join(folder, 'manifest'), `${lines.join('\n')}\n`);
}

type Rendition = {
  readonly variant: Variant;
  readonly uri: string;
  readonly codecs: readonly string[];
  readonly bitsPerSecond: number;
};

function streamLine(rendition: Rendition, soundCodecs: readonly string[]): string {
  const { picture } = rendition.variant;
  const codecs = [...rendition.codecs, ...soundCodecs].join(',');
  const attributes = [`BANDWIDTH=${rendition.bitsPerSecond}`, `CODECS="${codecs}"`];
  if (picture) {
    attributes.push(`RESOLUTION=${picture.width}x${picture.height}`);
    attributes.push(`FRAME-RATE=${picture.fps.toFixed(3)}`);
    attributes.push(`VIDEO-RANGE=${picture.hdr ? 'PQ' : 'SDR'}`);
  }
  if (soundCodecs.length > 0) attributes.push('AUDIO="sound"');
  return `#EXT-X-STREAM-INF:${attributes.join(',')}`;
}

/**
 * Encrypts each segment with its sequence number as IV, the default of a key without an IV; the init segment stays
 * plain.
 */
async function encrypt(folder: string, playlistName: string, key: Buffer): Promise<void> {
  const path = join(folder, playlistName);
  const lines = (await readFile(path, 'utf8')).split('\n');
  const segments = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const [place, name] of segments.entries()) {
    const iv = Buffer.alloc(16);
    iv.writeUInt32BE(place, 12);
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    const segment = await readFile(join(folder, name));
    await writeFile(join(folder, name), Buffer.concat([cipher.update(segment), cipher.final()]));
  }
  const first = lines.findIndex((line) => line.startsWith('#EXTINF'));
  lines.splice(first, 0, '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"');
  await writeFile(path, lines.join('\n'));
}
