// Builders for the downloads that a lab link must produce.
import type { ErrorCode } from '../../src/shared/errors.ts';
import type { Variant } from '../media/media.ts';
import type { Asked, ExpectedDownload, ExpectedFile } from '../platform.ts';
import { picture } from './answers.ts';

/** When the video flashes and the audio clicks in such links: unevenly, so that no shift within the file matches. */
export const MARKS_AT_SECONDS: readonly number[] = [1.3, 4.6, 8.1];

/** One file with all its tracks. */
export function whole(variant: Variant): ExpectedFile {
  return { picture: variant, ...(variant.sound && { sound: variant }) };
}

/** The video of one file with the audio of another. */
export function joined(shown: Variant, heard: Variant): ExpectedFile {
  return { picture: shown, sound: heard };
}

/** The results of the three buttons. */
export function buttons(
  high: ExpectedFile,
  medium: ExpectedFile,
  low: ExpectedFile,
): ExpectedDownload[] {
  return [asking('high', high), asking('medium', medium), asking('low', low)];
}

/** A post with one file: every button gives it. */
export function onlyFile(variant: Variant): ExpectedDownload[] {
  const file = whole(variant);
  return buttons(file, file, file);
}

/** A choice that gives this file, or one of these where the platform does not say which is better. */
export function asking(
  ask: Asked,
  ...files: readonly [ExpectedFile, ...ExpectedFile[]]
): ExpectedDownload {
  return { ask, files };
}

/** MP3 made of the audio of this file, or of one of these. */
export function mp3(first: Variant, ...others: readonly Variant[]): ExpectedDownload {
  return { ask: 'mp3', files: [{ sound: first }, ...others.map((sound) => ({ sound }))] };
}

/** The original audio of this file. */
export function soundAsIs(variant: Variant): ExpectedDownload {
  return { ask: 'original-sound', files: [{ sound: variant }] };
}

/** Rows of the list of all formats, each identified by its own video. */
export function rows(...files: readonly ExpectedFile[]): ExpectedDownload[] {
  return files.map((file) => asking('row', file));
}

/** A photo of one colour. */
export function photo(colour: string, width: number, height: number): ExpectedDownload {
  return asking('photo', { picture: picture(colour, width, height) });
}

/** A choice that must be refused with one of these codes. */
export function refused(ask: Asked, ...codes: readonly ErrorCode[]): ExpectedDownload {
  return { ask, codes };
}
