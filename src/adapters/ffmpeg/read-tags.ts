// Reads the tags of a visitor's own file, apart from its probe: they are as long as their author made them.
import { z } from 'zod';
import { KEPT_TAGS, type SourceTags } from '../../core/files/checking/find-fault.ts';
import { languageCode } from '../../core/subtitles/language-code.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { type ProbeNeeds, readFfprobe } from './run-ffprobe.ts';

/** The tags that name the work, unchecked, and the languages of sounds by their streams (ISO 639-2). */
export type FoundTags = {
  readonly tags: SourceTags;
  readonly languages: ReadonlyMap<number, string>;
};

const DEADLINE_MS = 20_000;
const MAX_JSON_BYTES = 64 * 1024;
const CPU_SECONDS = 4;
const LANGUAGE = /^[a-z]{2,3}$/;
const ENTRIES = [
  `format_tags=${KEPT_TAGS.join()}`,
  `stream=index,codec_type:stream_tags=language,${KEPT_TAGS.join()}`,
].join(':');

const tagsShape = z.record(z.string(), z.string()).default({});
const shape = z.object({
  format: z.object({ tags: tagsShape }).default({ tags: {} }),
  streams: z.array(
    z.object({ index: z.int(), codec_type: z.string().optional(), tags: tagsShape }),
  ),
});

/** The tags of a file; none where they cannot be read or are too long. Throws the signal's reason. */
export async function readTags(
  needs: ProbeNeeds,
  { demuxer, path }: { readonly demuxer: Demuxer; readonly path: string },
  signal: AbortSignal,
): Promise<FoundTags> {
  const end = await readFfprobe(needs, {
    demuxer,
    input: { path },
    show: ['-show_entries', ENTRIES, '-of', 'json'],
    cpuSeconds: CPU_SECONDS,
    signal,
    deadlineMs: DEADLINE_MS,
    maxOutputBytes: MAX_JSON_BYTES,
  });
  return tagsIn(end.exitCode === 0 && end.reason === 'exit' ? end.output : '{}');
}

/** The tags in what ffprobe says. Pure. */
export function tagsIn(json: string): FoundTags {
  const read = shape.safeParse(JSON.parse(json));
  const { format, streams } = read.success ? read.data : { format: { tags: {} }, streams: [] };
  const sounds = streams
    .filter(({ codec_type }) => codec_type === 'audio')
    .map(({ index, tags }) => ({ index, tags: lowered(tags) }));
  // Ogg has them at the stream.
  const found = [lowered(format.tags), ...sounds.map(({ tags }) => tags)];
  return {
    tags: Object.fromEntries(
      KEPT_TAGS.flatMap((name) => {
        const value = found.find((tags) => tags[name])?.[name];
        return value ? [[name, value]] : [];
      }),
    ),
    languages: new Map(
      sounds.flatMap(({ index, tags }) => {
        const language = tags['language'] ?? '';
        const code = LANGUAGE.test(language) ? languageCode(language) : 'und';
        return code === 'und' ? [] : [[index, code]];
      }),
    ),
  };
}

/** Formats write the names of tags in either case. */
const lowered = (tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
