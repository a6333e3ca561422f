// A plain answer of the engine and ways to look at what is read from it; for the tests of hostile and odd answers.
import { readInfo } from '../../../src/adapters/ytdlp/read/read-info.ts';
import type { Inspected, Source } from '../../../src/core/inspecting/inspection.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { aContext } from '../engine/engine-answers.ts';

/** A plain combined format. */
export const good = {
  format_id: '18',
  url: 'https://rr1.googlevideo.com/videoplayback?itag=18',
  protocol: 'https',
  ext: 'mp4',
  vcodec: 'avc1.42001E',
  acodec: 'mp4a.40.2',
  width: 640,
  height: 360,
};

/** A plain answer with that format. */
export const base = {
  id: 'dQw4w9WgXcQ',
  title: 'A film',
  extractor: 'youtube',
  extractor_key: 'Youtube',
  duration: 10,
  formats: [good],
};

/** Reads an answer as the engine does. */
export const read = (info: unknown): Inspected => readInfo(info, aContext);

/** The code of what reading throws, or `read`. */
export const codeFrom = (info: unknown) => {
  try {
    read(info);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return 'read';
};

/** The first item of an answer. */
export const firstItem = (info: unknown) => read(info).inspection.items[0];

/** All sources of an answer. */
export const sourcesOf = (info: unknown): readonly Source[] => [
  ...read(info).sources.byId.values(),
];

/** Their addresses. */
export const addressesOf = (info: unknown) => sourcesOf(info).map(({ address }) => address);
