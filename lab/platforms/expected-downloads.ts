// Ways to say what a visitor must get of a lab link; used by every platform that declares its downloads.
import type { ErrorCode } from '../../src/shared/errors.ts';
import type { Variant } from '../media/media.ts';
import type { Asked, ExpectedDownload, ExpectedFile } from '../platform.ts';
import { picture } from './answers.ts';

/** When the picture flashes and the sound clicks in the lab's links for that: unevenly, so that no shift by a part of the file fits. */
export const MARKS_AT_SECONDS: readonly number[] = [1.3, 4.6, 8.1];

/** One file with all that is in it. */
export function whole(variant: Variant): ExpectedFile {
  return { picture: variant, ...(variant.sound && { sound: variant }) };
}

/** The picture of one file with the sound of another. */
export function joined(shown: Variant, heard: Variant): ExpectedFile {
  return { picture: shown, sound: heard };
}

/** What the three buttons give. */
export function buttons(
  high: ExpectedFile,
  medium: ExpectedFile,
  low: ExpectedFile,
): ExpectedDownload[] {
  return [asking('high', high), asking('medium', medium), asking('low', low)];
}

/** A post with one file: whichever button is pressed, that is what there is. */
export function onlyFile(variant: Variant): ExpectedDownload[] {
  const file = whole(variant);
  return buttons(file, file, file);
}

/** A request that gives this file, or one of these where the platform does not say which is better. */
export function asking(
  ask: Asked,
  ...files: readonly [ExpectedFile, ...ExpectedFile[]]
): ExpectedDownload {
  return { ask, files };
}

/** MP3 made of the sound of this file, or of one of these. */
export function mp3(first: Variant, ...others: readonly Variant[]): ExpectedDownload {
  return { ask: 'mp3', files: [{ sound: first }, ...others.map((sound) => ({ sound }))] };
}

/** The sound of this file as it is. */
export function soundAsIs(variant: Variant): ExpectedDownload {
  return { ask: 'original-sound', files: [{ sound: variant }] };
}

/** Rows of the list of all formats, each found by its own picture. */
export function rows(...files: readonly ExpectedFile[]): ExpectedDownload[] {
  return files.map((file) => asking('row', file));
}

/** A photo of one colour. */
export function photo(colour: string, width: number, height: number): ExpectedDownload {
  return asking('photo', { picture: picture(colour, width, height) });
}

/** A request that must be refused with one of these codes. */
export function refused(ask: Asked, ...codes: readonly ErrorCode[]): ExpectedDownload {
  return { ask, codes };
}
