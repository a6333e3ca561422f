// The pictures of a post as a video: how long each is shown, and what comes of it.
import { Film } from 'lucide-react';
import { useState } from 'react';
import type { InspectAnswer } from '../../../../shared/api/inspect.ts';
import { SECONDS_PER_PICTURE } from '../../../../shared/media/slideshow.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { formatBytes, formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';

const { least, most, usual } = SECONDS_PER_PICTURE;
const SECONDS = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));

type AsVideoProps = {
  readonly flow: Pick<Flow, 'start'>;
  readonly slideshow: NonNullable<InspectAnswer['slideshow']>;
};

/** The choice and its button. */
export function AsVideo({ flow, slideshow }: AsVideoProps) {
  const { t, language } = useWords();
  const [seconds, setSeconds] = useState<number>(usual);
  const { pictures, hasSound, bytes } = slideshow;
  const fact = t('post.videoFact', {
    count: pictures,
    length: formatLength(pictures * seconds),
    size: formatBytes(bytes, language),
  });
  return (
    <div className="rounded-md border border-line p-4">
      <h3 className="font-semibold">
        {hasSound ? t('post.videoWithSound') : t('post.videoSilent')}
      </h3>
      <p className="mt-1 text-soft text-sm tabular-nums">{fact}</p>
      {!hasSound && <p className="mt-1 text-soft text-sm">{t('post.videoSilentHint')}</p>}
      <SegmentedControl
        className="mt-3"
        label={t('post.seconds')}
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
        options={SECONDS.map((value) => ({ value, label: value }))}
      />
      <Button
        icon={Film}
        className="mt-4 max-sm:w-full"
        onClick={() => void flow.start({ secondsPerPicture: seconds })}
      >
        {t('post.makeVideo')}
      </Button>
    </div>
  );
}
