// The responses that every platform of the lab gives: pages, JSON, redirects, refusals, files and parts of presentations.
import { joinRuns } from '../media/hls-runs.ts';
import type { MediaLibrary, Presentation, Variant } from '../media/media.ts';
import type { LabAnswer } from '../platform.ts';

/** Headers of a response; a list is sent as one header per value. */
type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

const TYPES: Record<Variant['container'], string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** A page. */
export function page(
  body: string,
  options: { readonly status?: number; readonly headers?: AnswerHeaders } = {},
): LabAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...options.headers };
  return { status: options.status ?? 200, headers, body };
}

/** A JSON document. */
export function json(value: unknown, status = 200): LabAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(value) };
}

/** Text of a type, such as a playlist or subtitles. */
export function text(body: string, type: string): LabAnswer {
  return { headers: { 'content-type': type }, body };
}

/** Redirects the client to another address. */
export function redirect(to: string, status: 301 | 302 = 302): LabAnswer {
  return { status, headers: { location: to, 'content-type': 'text/html' }, body: '' };
}

/** A refusal with a short page, as platforms send it. */
export function refusal(status: number, headers: AnswerHeaders = {}): LabAnswer {
  return page(`<html><head><title>${status}</title></head><body></body></html>`, {
    status,
    headers,
  });
}

/** A file of the media library, made on first use. */
export async function mediaFile(media: MediaLibrary, variant: Variant): Promise<LabAnswer> {
  const { path } = await media.file(variant);
  const isSoundOnly = variant.container === 'webm' && variant.picture === undefined;
  return { file: path, type: isSoundOnly ? 'audio/webm' : TYPES[variant.container] };
}

/**
 * A file of an HLS or DASH presentation by its name relative to the manifest; null when there is none. With several `runs` media
 * playlists list everything that often, from a folder each.
 */
export function presentationPart(
  { files }: Presentation,
  name: string,
  runs = 1,
): LabAnswer | null {
  const part = files.get(runs > 1 ? name.replace(/^run\d+\//, '') : name);
  if (part === undefined) return null;
  if (!('text' in part)) return { file: part.path, type: part.type };
  if (runs === 1) return text(part.text, part.type);
  const folders = Array.from({ length: runs }, (_, index) => `run${index}/`);
  return text(joinRuns(folders.map((folder) => ({ text: part.text, folder }))), part.type);
}

/** A still image of one colour, for thumbnails and photos. */
export function picture(colour: string, width: number, height: number): Variant {
  const still = { codec: 'h264', width, height, fps: 1, colour } as const;
  return { container: 'jpeg', seconds: 1, picture: still };
}

/** JSON that is safe inside a script element of a page. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
