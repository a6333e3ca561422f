// The figures of what is made, and the choices: the kind of file, one or several, and the way of cutting.

import { useId } from 'react';
import { formatTime } from '../../../cutting/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RadioCards, SegmentedControl } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { formatSpan } from '../figures.ts';
import { GIF_SIZES } from '../gif/gif-sizes.ts';
import type { OpenMedia, SoundName } from '../media/open-media.ts';
import type { Way } from '../media/plan-cut.ts';
import { OUTPUTS, type TrackOutput } from '../media/read-output.ts';
import type { CutPlan } from '../media/use-plan.ts';
import { SAME_MS } from '../parts/segment-list.tsx';
import { totalOf } from '../parts/segments.ts';
import { type TrimmerWords, useTrimmerWords } from '../use-trimmer-words.ts';
import type { Saving } from './use-saving.ts';

type SaveChoicesProps = { readonly media: OpenMedia; readonly saving: Saving };

/** The part of the editor below the timeline. */
export function SaveChoices({ media, saving }: SaveChoicesProps) {
  const { tracks, way, plan, planned, bytes } = saving;
  return (
    <>
      <PartFacts lengthMs={totalOf(planned)} bytes={bytes} />
      <OutputChoice saving={saving} media={media} />
      {tracks && <WayChoice output={tracks} way={way} plan={plan} onChange={saving.chooseWay} />}
    </>
  );
}

type PartFactsProps = { readonly lengthMs: number; readonly bytes: number };

/** The two figures. */
function PartFacts({ lengthMs, bytes }: PartFactsProps) {
  const { t, language } = useTrimmerWords();
  const facts = [
    { name: t('trimmer.length'), value: formatTime(lengthMs) },
    { name: t('trimmer.size'), value: formatBytes(bytes, language) },
  ];
  return (
    <dl className="my-5 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-soft text-xs">{name}</dt>
          <dd className="font-semibold text-base tabular-nums">
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type OutputChoiceProps = { readonly saving: Saving; readonly media: OpenMedia };

/** The value of a list that stands for all sounds. */
const ALL = 'all';

/** The kind of file, its sounds, the size of a GIF, one file or several; fields without a choice are left out. */
function OutputChoice({ saving, media }: OutputChoiceProps) {
  const words = useTrimmerWords();
  const { t } = words;
  const { soundNames } = media;
  const { chosen, pieceCount, isSeparate, gifSize } = saving;
  // A file of sound alone has one.
  const keepsAll = chosen.kind !== 'sound';
  const labels = {
    same: t('trimmer.asIs', { format: media.same.extension.toUpperCase() }),
    mp4: 'MP4',
    webm: 'WebM',
    mov: 'MOV',
    sound: t('trimmer.soundOnly'),
    gif: t('trimmer.gif'),
  };
  return (
    <div className="mb-5 grid gap-x-4 gap-y-5 empty:hidden roomy:grid-cols-2">
      {chosen.kinds.length > 1 && (
        <SelectField
          label={t('trimmer.saveAs')}
          value={chosen.kind}
          onChange={(kind) => saving.chooseKind(OUTPUTS.find((one) => one === kind) ?? 'same')}
          options={chosen.kinds.map((value) => ({ value, label: labels[value] }))}
        />
      )}
      {soundNames.length > 1 && chosen.kind !== 'gif' && (
        <SelectField
          label={t('trimmer.sounds')}
          value={String(chosen.sound ?? (keepsAll ? ALL : 0))}
          onChange={(value) => saving.chooseSound(value === ALL ? null : Number(value))}
          options={[
            ...(keepsAll
              ? [{ value: ALL, label: t('trimmer.allSounds', { count: soundNames.length }) }]
              : []),
            ...soundNames.map((name, index) => ({
              value: String(index),
              label: labelOfSound(name, index + 1, words),
            })),
          ]}
        />
      )}
      {chosen.kind === 'gif' && (
        <SelectField
          label={t('trimmer.gifSize')}
          value={String(gifSize)}
          onChange={(size) =>
            saving.chooseGifSize(GIF_SIZES.find((one) => String(one) === size) ?? gifSize)
          }
          options={GIF_SIZES.map((size) => ({
            value: String(size),
            label: t('trimmer.pixelsWide', { pixels: size }),
          }))}
        />
      )}
      {pieceCount > 1 && (
        <SegmentedControl
          label={t('trimmer.files')}
          value={isSeparate ? 'separate' : 'joined'}
          onChange={(value) => saving.chooseSeparate(value === 'separate')}
          options={[
            { value: 'joined', label: t('trimmer.joined') },
            { value: 'separate', label: t('trimmer.separate', { count: pieceCount }) },
          ]}
        />
      )}
    </div>
  );
}

function labelOfSound(name: SoundName | null, number: number, words: TrimmerWords): string {
  if (!name) return words.t('trimmer.soundNumber', { number });
  const text = name.kind === 'name' ? name.text : nameOfLanguage(name.text, words);
  return `${number} · ${text}`;
}

type WayChoiceProps = {
  readonly output: TrackOutput;
  readonly way: Way;
  readonly onChange: (way: Way) => void;
  /** Null while it is being read. */
  readonly plan: CutPlan | null;
};

/** Instant or exact, and below it the sentence about the actual start. */
function WayChoice({ output, way, onChange, plan }: WayChoiceProps) {
  const { t } = useTrimmerWords();
  const planId = useId();
  const { exact, video, canCopy } = output;
  const lacks = exact.kind === 'none' ? exact.lacks : null;
  const exactDetail = video ? t('trimmer.wayExactDetail') : t('trimmer.wayExactSound');
  const missing =
    lacks === 'decoder' ? t('trimmer.exactCannotDecode') : t('trimmer.exactCannotEncode');
  const instantDetail = video ? t('trimmer.wayInstantDetail') : t('trimmer.wayInstantSound');
  const { text, isEarlier } = useSentence(way, plan);
  return (
    <div>
      <RadioCards
        label={t('trimmer.wayLabel')}
        value={way}
        onChange={onChange}
        options={[
          {
            value: 'instant',
            title: t('trimmer.wayInstant'),
            detail: canCopy ? instantDetail : t('trimmer.instantOtherKind'),
            disabled: !canCopy,
          },
          {
            value: 'exact',
            title: t('trimmer.wayExact'),
            detail: lacks ? missing : exactDetail,
            disabled: lacks !== null,
          },
        ]}
      />
      <div id={planId} role="status" className="mt-3 text-sm sm:min-h-12">
        <Badge tone={isEarlier ? 'warn' : 'neutral'} className="whitespace-normal">
          <bdi>{text}</bdi>
        </Badge>
        {isEarlier && (
          <p className="mt-1 text-soft">
            {t(lacks || !video ? 'trimmer.planEarlierWhyOnly' : 'trimmer.planEarlierWhy')}
          </p>
        )}
        {plan && plan.lostGaps > 0 && (
          <p className="mt-1 text-soft">{t('trimmer.lostGaps', { count: plan.lostGaps })}</p>
        )}
      </div>
    </div>
  );
}

/** Where the new file starts, or how many of its parts start earlier than asked. */
function useSentence(
  way: Way,
  plan: CutPlan | null,
): { readonly text: string; readonly isEarlier: boolean } {
  const { t, language } = useTrimmerWords();
  const [first] = plan?.parts ?? [];
  if (!plan || !first) return { text: t('trimmer.planReading'), isEarlier: false };
  const earlier = plan.parts.filter(({ startMs, trueStartMs }) => startMs - trueStartMs >= SAME_MS);
  const isEarlier = way === 'instant' && earlier.length > 0;
  if (plan.parts.length > 1) {
    const count = earlier.length;
    return isEarlier
      ? { text: t('trimmer.planPartsEarlier', { count }), isEarlier }
      : { text: t('trimmer.planParts', { count: plan.parts.length }), isEarlier };
  }
  const { startMs, trueStartMs } = first;
  const time = formatTime(trueStartMs);
  const span = formatSpan(startMs - trueStartMs, language);
  if (isEarlier) return { text: t('trimmer.planEarlier', { span, time }), isEarlier };
  const isLater = trueStartMs - startMs >= SAME_MS;
  const key = way === 'exact' || isLater ? 'trimmer.planExact' : 'trimmer.planOnTime';
  return { text: t(key, { time }), isEarlier };
}
