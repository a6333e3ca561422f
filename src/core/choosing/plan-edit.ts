// Makes a plan of an edit and the facts about a file: what is copied, what is encoded, and how. Pure.
import { AppError } from '../../shared/errors.ts';
import { FILE_FORMATS, type FileFormat } from '../../shared/formats.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media.ts';
import type { Span } from './choice.ts';
import type { Edit } from './edit.ts';
import { AUDIO_RATES, EDIT_TARGETS, type EditTarget, formatLike } from './edit-targets.ts';
import { fitRates } from './fit-size.ts';
import type { AudioEncoding, EncodeRecipe, Expectation, Plan, Recipe } from './plan.ts';
import { MOST_LINES } from './video-options.ts';

/** What is known about the file to edit. */
export type EditedFile = {
  readonly id: string;
  readonly container: FileFormat;
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number;
    readonly height: number;
    readonly fps: number | null;
  } | null;
  readonly sound: { readonly codec: AudioCodec } | null;
  readonly durationSeconds: number | null;
  readonly bytes: number;
};

/** A plan for an edit: `seconds` is the length of the file that it makes. */
export type EditPlan = Plan & { readonly seconds: number };

/** An end this far behind the end of the file is rounded, not wrong. */
const ROUNDED_SECONDS = 0.5;
/** The shortest file worth making. */
const MIN_SECONDS = 0.04;

/**
 * The plan. Throws AppError `no_picture`, `no_sound`, `too_small_to_fit`, `choice_unavailable` for what is no video and no audio,
 * and `invalid_request` with the field of a span that is not within the file.
 */
export function planEdit(file: EditedFile, edit: Edit): EditPlan {
  const { durationSeconds } = file;
  if (FILE_FORMATS[file.container].kind === 'image' || !(durationSeconds && durationSeconds > 0))
    throw new AppError('choice_unavailable', { detail: 'it has no duration' });
  const container = edit.container ?? formatLike(file.container, file.picture?.codec ?? null);
  const target = EDIT_TARGETS[container];
  if (!target) throw new AppError('choice_unavailable', { detail: `${container} is not written` });
  if (target.encodesPicture && !file.picture) throw new AppError('no_picture');
  if (!target.encodesPicture && !file.sound) throw new AppError('no_sound');
  const span = edit.span && within(edit.span, durationSeconds);
  const seconds = span ? span.endSeconds - span.startSeconds : durationSeconds;
  const recipe = recipeFor(file, { ...edit, container, span }, target, seconds);
  return {
    key: ['file', file.id, JSON.stringify(recipe)].join('/'),
    sources: [{ kind: 'file', fileId: file.id, role: file.picture ? 'both' : 'sound' }],
    recipe,
    expect: expectationOf(file, recipe, target, seconds),
    estimate: { bytes: Math.ceil((file.bytes * seconds) / durationSeconds), exact: false },
    alternatives: [],
    seconds,
  };
}

type ReadyEdit = Omit<Edit, 'container' | 'span'> & {
  readonly container: FileFormat;
  readonly span: Span | null;
};

function recipeFor(file: EditedFile, edit: ReadyEdit, target: EditTarget, seconds: number): Recipe {
  const { container, span } = edit;
  const copied = copiedWhole(file, edit, target, seconds);
  if (copied && span) return { kind: 'clip', container, span };
  if (copied) return { kind: 'copy', container };
  const fit = edit.maxBytes === null ? null : fitRates(file, target, { ...edit, seconds });
  // A stream can only be copied from a key frame on, so a part that is encoded is encoded completely.
  const mayCopy = span === null && fit === null;
  const recipe: EncodeRecipe = {
    kind: 'encode',
    container,
    picture: null,
    sound: null,
    span,
    fitBytes: edit.maxBytes,
  };
  return {
    ...recipe,
    picture:
      fit?.picture ??
      (target.encodesPicture && mayCopy && keepsPicture(file, edit, target)
        ? 'copy'
        : target.encodesPicture && {
            codec: target.encodesPicture,
            shortSide: scaledTo(file, MOST_LINES[edit.quality ?? 'high']),
            kilobitsPerSecond: null,
          }),
    sound:
      fit?.sound ??
      (file.sound &&
        (mayCopy && keepsSound(file, edit, target) ? 'copy' : encodedSound(edit, target))),
  };
}

/** Whether nothing has to be encoded. */
function copiedWhole(
  file: EditedFile,
  edit: ReadyEdit,
  target: EditTarget,
  seconds: number,
): boolean {
  if (edit.span && edit.cut === 'exact') return false;
  if (target.encodesPicture && !keepsPicture(file, edit, target)) return false;
  if (file.sound && !keepsSound(file, edit, target)) return false;
  // The sound alone is smaller than the file, and by how much is not known before.
  const bytes = (file.bytes * seconds) / (file.durationSeconds ?? seconds);
  return edit.maxBytes === null || bytes <= edit.maxBytes * 0.98;
}

function keepsPicture(file: EditedFile, { quality }: ReadyEdit, target: EditTarget): boolean {
  const { picture } = file;
  if (!picture || !target.pictures.includes(picture.codec)) return false;
  return scaledTo(file, MOST_LINES[quality ?? 'high']) === null;
}

function keepsSound({ sound }: EditedFile, edit: ReadyEdit, target: EditTarget): boolean {
  if (!sound || !target.sounds.includes(sound.codec)) return false;
  const isAudioFile = target.encodesPicture === null;
  return edit.kilobitsPerSecond === null && !(isAudioFile && edit.quality !== null);
}

function encodedSound(edit: ReadyEdit, { encodesSound }: EditTarget): AudioEncoding {
  const rate = edit.kilobitsPerSecond ?? AUDIO_RATES[encodesSound][edit.quality ?? 'high'];
  return { codec: encodesSound, kilobitsPerSecond: rate };
}

/** The shorter side to scale to; null for a picture that is small enough. */
function scaledTo({ picture }: EditedFile, mostLines: number): number | null {
  if (!picture) return null;
  return Math.min(picture.width, picture.height) > mostLines ? mostLines : null;
}

function within({ startSeconds, endSeconds }: Span, durationSeconds: number): Span {
  const end = Math.min(endSeconds, durationSeconds);
  if (!(startSeconds >= 0 && startSeconds < durationSeconds)) throw outside('start');
  if (!(endSeconds <= durationSeconds + ROUNDED_SECONDS && end - startSeconds >= MIN_SECONDS))
    throw outside('end');
  return { startSeconds, endSeconds: end };
}

function outside(field: 'start' | 'end'): AppError {
  return new AppError('invalid_request', { params: { field } });
}

const ENCODED_PICTURE = { h264: 'h264', vp9: 'vp9', mpeg4: 'mpeg4' } as const;

function expectationOf(
  file: EditedFile,
  recipe: Recipe,
  target: EditTarget,
  seconds: number,
): Expectation {
  const picture = recipe.kind === 'encode' ? recipe.picture : target.encodesPicture && 'copy';
  const sound = recipe.kind === 'encode' ? recipe.sound : file.sound && 'copy';
  return {
    picture: picture && file.picture && expectedPicture(file.picture, picture),
    sound: sound && file.sound && { codec: sound === 'copy' ? file.sound.codec : sound.codec },
    // Where a clip really begins is known only once it is cut.
    durationSeconds: recipe.kind === 'clip' ? null : seconds,
  };
}

function expectedPicture(
  { codec, width, height }: NonNullable<EditedFile['picture']>,
  made: Exclude<EncodeRecipe['picture'], null>,
): NonNullable<Expectation['picture']> {
  if (made === 'copy') return { codec, width, height };
  const scale = made.shortSide === null ? 1 : made.shortSide / Math.min(width, height);
  return {
    codec: ENCODED_PICTURE[made.codec],
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}
