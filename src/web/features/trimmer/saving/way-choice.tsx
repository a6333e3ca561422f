// The choice between instant and exact, with the actual start of the file.
import { useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { RadioCards } from '../../../ui/choices.tsx';
import { formatSpan } from '../figures.ts';
import type { Way } from '../media/plan-cut.ts';
import type { TrackOutput } from '../media/read-output.ts';
import type { CutPlan } from '../media/use-plan.ts';
import { SAME_MS } from '../parts/segment-list.tsx';
import { formatTime } from '../timeline/times.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';

type WayChoiceProps = {
  readonly output: TrackOutput;
  readonly way: Way;
  readonly onChange: (way: Way) => void;
  /** Null while it is being read. */
  readonly plan: CutPlan | null;
};

/** The two cards, and below them the sentence about the actual start. */
export function WayChoice({ output, way, onChange, plan }: WayChoiceProps) {
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
      <div id={planId} role="status" className="mt-3 min-h-12 text-sm">
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
