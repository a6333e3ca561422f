// The choice between instant and exact, with the actual start of the file.
import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { formatSpan } from './figures.ts';
import type { OpenMedia } from './media/open-media.ts';
import type { Way } from './media/plan-cut.ts';
import { formatTime } from './timeline/times.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';

/** Smaller differences are imperceptible. */
const SAME_MS = 50;

type WayChoiceProps = {
  readonly media: OpenMedia;
  readonly way: Way;
  readonly onChange: (way: Way) => void;
  readonly startMs: number;
  /** Null while it is being read. */
  readonly trueStartMs: number | null;
};

/** The two cards, and below them the sentence about the actual start. */
export function WayChoice({ media, way, onChange, startMs, trueStartMs }: WayChoiceProps) {
  const { t, language } = useTrimmerWords();
  const planId = useId();
  const { exact, video } = media;
  const lacks = exact.kind === 'none' ? exact.lacks : null;
  const exactDetail = video ? t('trimmer.wayExactDetail') : t('trimmer.wayExactSound');
  const missing =
    lacks === 'decoder' ? t('trimmer.exactCannotDecode') : t('trimmer.exactCannotEncode');
  const isRead = trueStartMs !== null;
  const earlierMs = startMs - (trueStartMs ?? startMs);
  const isEarlier = way === 'instant' && isRead && earlierMs >= SAME_MS;
  const sentence = () => {
    if (way === 'exact') return t('trimmer.planExact', { time: formatTime(startMs) });
    if (!isRead) return t('trimmer.planReading');
    const time = formatTime(trueStartMs);
    if (isEarlier) return t('trimmer.planEarlier', { span: formatSpan(earlierMs, language), time });
    return earlierMs <= -SAME_MS
      ? t('trimmer.planExact', { time })
      : t('trimmer.planOnTime', { time });
  };
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
            detail: video ? t('trimmer.wayInstantDetail') : t('trimmer.wayInstantSound'),
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
          <bdi>{sentence()}</bdi>
        </Badge>
        {isEarlier && (
          <p className="mt-1 text-soft">
            {t(lacks || !video ? 'trimmer.planEarlierWhyOnly' : 'trimmer.planEarlierWhy')}
          </p>
        )}
      </div>
    </div>
  );
}
