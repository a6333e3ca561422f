// DASH presentations: an MPD over fragmented single-track files, addressed by an index or by numbered segments.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PresentationTools } from './hls.ts';
import type { DashOptions, Variant } from './media.ts';
import { codecNames, readSegmentIndex, type SegmentIndex } from './mp4-boxes.ts';

/** Writes the whole presentation into `folder`, its MPD as `manifest`. */
export async function makeDash(
  options: DashOptions,
  folder: string,
  { file, ffmpeg }: PresentationTools,
): Promise<void> {
  await mkdir(folder);
  const { pictures, sounds, addressing, segmentSeconds } = options;

  const represent = async (variant: Variant, name: string): Promise<string> => {
    const { path } = await file({ ...variant, container: 'mp4', isFragmented: false });
    const micros = String(Math.round(segmentSeconds * 1e6));
    await ffmpeg(
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-nostdin',
        '-i',
        path,
        '-c',
        'copy',
        ...(variant.picture
          ? ['-movflags', '+dash+global_sidx+frag_keyframe', '-min_frag_duration', micros]
          : ['-movflags', '+dash+global_sidx', '-frag_duration', micros]),
        '-f',
        'mp4',
        `${name}.mp4`,
      ],
      folder,
    );
    const bytes = await readFile(join(folder, `${name}.mp4`));
    const index = readSegmentIndex(bytes);
    const address =
      addressing === 'single'
        ? singleAddress(name, index)
        : await cutSegments(folder, name, bytes, index);
    const bitsPerSecond = Math.ceil((bytes.length * 8) / variant.seconds);
    const head = `<Representation id="${name}" bandwidth="${bitsPerSecond}" codecs="${codecNames(bytes).join()}"`;
    return `${head}${shapeOf(variant)}>${address}</Representation>`;
  };

  const setOf = async (type: 'video' | 'audio', variants: readonly Variant[]) => {
    if (variants.length === 0) return '';
    const representations: string[] = [];
    for (const [place, { sound, picture, ...rest }] of variants.entries()) {
      const track = type === 'video' ? picture && { picture } : sound && { sound };
      if (track === undefined) throw new TypeError(`A variant under ${type} has none.`);
      representations.push(await represent({ ...rest, ...track }, `${type}-${place}`));
    }
    const inside = representations.join('\n');
    return `<AdaptationSet contentType="${type}" mimeType="${type}/mp4" segmentAlignment="true" startWithSAP="1">\n${inside}\n</AdaptationSet>\n`;
  };

  const seconds = Math.max(...[...pictures, ...sounds].map((variant) => variant.seconds));
  const sets = (await setOf('video', pictures)) + (await setOf('audio', sounds));
  await writeFile(
    join(folder, 'manifest'),
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-main:2011" type="static" ` +
      `minBufferTime="PT2S" mediaPresentationDuration="PT${seconds}S">\n` +
      `<Period id="0" duration="PT${seconds}S">\n${sets}</Period>\n</MPD>\n`,
  );
}

function shapeOf({ picture }: Variant): string {
  if (picture === undefined) return ' audioSamplingRate="48000"';
  const rate = Number.isInteger(picture.fps)
    ? String(picture.fps)
    : `${Math.round(picture.fps) * 1000}/1001`;
  return ` width="${picture.width}" height="${picture.height}" frameRate="${rate}"`;
}

function singleAddress(name: string, { box }: SegmentIndex): string {
  return (
    `<BaseURL>${name}.mp4</BaseURL><SegmentBase indexRange="${box.start}-${box.end - 1}">` +
    `<Initialization range="0-${box.start - 1}"/></SegmentBase>`
  );
}

/** Splits the single file into an init segment and numbered ones. */
async function cutSegments(
  folder: string,
  name: string,
  bytes: Buffer,
  { box, segments, ticksPerSecond }: SegmentIndex,
): Promise<string> {
  await writeFile(join(folder, `${name}-init.mp4`), bytes.subarray(0, box.start));
  for (const [place, { start, end }] of segments.entries()) {
    await writeFile(join(folder, `${name}-${place + 1}.m4s`), bytes.subarray(start, end));
  }
  await rm(join(folder, `${name}.mp4`));
  const timeline = segments.map(({ ticks }) => `<S d="${ticks}"/>`).join('');
  return (
    `<SegmentTemplate timescale="${ticksPerSecond}" startNumber="1" initialization="${name}-init.mp4" ` +
    `media="${name}-$Number$.m4s"><SegmentTimeline>${timeline}</SegmentTimeline></SegmentTemplate>`
  );
}
