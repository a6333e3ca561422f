// Makes a plan of an edit and the facts about a file: what is copied, what is encoded, and how. Pure.
import { AppError } from '../../../shared/errors.ts';
import { EDIT_TARGETS, type EditTarget, formatLike } from '../../../shared/media/edit-targets.ts';
import { FILE_FORMATS, type FileFormat, type PlaysOn } from '../../../shared/media/formats.ts';
import type { VideoCodec } from '../../../shared/media/media.ts';
import type { Span } from '../choice.ts';
import { encodeRecipe, expectationOf, keepsAll, type Streams } from '../make-recipe.ts';
import {
  type EncodeRecipe,
  encodedBytes,
  type Plan,
  type Recipe,
  type SeveralSounds,
} from '../plan.ts';
import type { Edit } from './edit.ts';
import { fitRates } from './fit-size.ts';

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
  readonly sound: Streams['sound'];
  readonly durationSeconds: number | null;
  readonly bytes: number;
  readonly sounds?: SeveralSounds;
  readonly playsOn: readonly PlaysOn[];
};

/** A plan for an edit: `seconds` is the length of the file that it makes. */
export type EditPlan = Plan & { readonly seconds: number };

/** An end this far behind the end of the file is rounded, not wrong. */
const ROUNDED_SECONDS = 0.5;
/** The picture that everything decodes. */
const [WIDTH_4K, LINES_4K, FPS_4K] = [3840, 2160, 60];
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
  const container = edit.container ?? containerLike(file);
  const target = edit.everywhere ? everywhere(file) : EDIT_TARGETS[container];
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
    estimate: {
      bytes: encodedBytes(recipe, seconds) ?? Math.ceil((file.bytes * seconds) / durationSeconds),
      exact: false,
    },
    alternatives: [],
    seconds,
    ...(file.sounds && recipeSounds(file.sounds, recipe)),
  };
}

function containerLike({ container, picture, sound }: EditedFile): keyof typeof EDIT_TARGETS {
  return formatLike(container, picture?.codec ?? null, sound?.codec ?? null);
}

/** What a recipe makes of several sounds: one that is copied is the first. */
function recipeSounds({ count }: SeveralSounds, recipe: Recipe): { sounds?: SeveralSounds } {
  const sound = recipe.kind === 'encode' ? recipe.sound : 'copy';
  if (sound === null) return {};
  return { sounds: { count, kept: sound !== 'copy' && sound.mixesAll ? 'all' : 'first' } };
}

type ReadyEdit = Omit<Edit, 'container' | 'span'> & {
  readonly container: FileFormat;
  readonly span: Span | null;
};

function recipeFor(file: EditedFile, edit: ReadyEdit, target: EditTarget, seconds: number): Recipe {
  const { container, span, maxBytes } = edit;
  // A part from a key frame on is copied, and what is copied is not mixed.
  const mixes = file.sounds?.kept === 'all' && !(span && edit.cut === 'keyframe');
  const copied = !mixes && copiedWhole(file, edit, target, seconds);
  if (copied && span) return { kind: 'clip', container, span };
  if (copied) return { kind: 'copy', container };
  const fit = maxBytes === null ? null : fitRates(file, target, { maxBytes, seconds });
  const { sound } = file;
  const streams = mixes && sound ? { ...file, sound: { ...sound, isMixed: true } } : file;
  const made = encodeRecipe(streams, { ...edit, fit }, target);
  const recipe = edit.everywhere ? { ...made, picture: within4k(file, made.picture) } : made;
  if (!mixes || recipe.sound === null || recipe.sound === 'copy') return recipe;
  return { ...recipe, sound: { ...recipe.sound, mixesAll: true } };
}

/** What plays everywhere: H.264 that promises to play somewhere is of 8 bits, 4:2:0 and not too large. */
function everywhere({ picture, playsOn }: EditedFile): EditTarget {
  const isPlain = picture?.codec === 'h264' && playsOn.length > 0;
  return { ...EDIT_TARGETS.mp4, pictures: isPlain ? ['h264'] : [], sounds: ['aac'] };
}

/** At most 4K60, which is what everything decodes. */
function within4k({ picture }: EditedFile, made: EncodeRecipe['picture']): EncodeRecipe['picture'] {
  if (!picture || made === null || made === 'copy') return made;
  const { width, height, fps } = picture;
  const [own, long] = [Math.min(width, height), Math.max(width, height)];
  const most = Math.min(LINES_4K, Math.floor((own * WIDTH_4K) / long));
  return {
    ...made,
    shortSide: made.shortSide ?? (own > most ? most : null),
    ...((fps ?? 0) > FPS_4K && { mostFps: FPS_4K }),
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
  if (!keepsAll(file, edit, target)) return false;
  // The sound alone is smaller than the file, and by how much is not known before.
  const bytes = (file.bytes * seconds) / (file.durationSeconds ?? seconds);
  return edit.maxBytes === null || bytes <= edit.maxBytes * 0.98;
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
