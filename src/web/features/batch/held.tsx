// Says that a platform refuses this server and when it is asked again; for rows of a list and the items of a post.
import { useCountdown } from '../../browser/use-countdown.ts';
import { useWords } from '../../words/words.tsx';

type HeldProps = {
  readonly words: 'batch.held' | 'post.held';
  readonly platform: string;
  readonly waitSeconds: number;
};

/** The sentence, counting down. */
export function Held({ words, platform, waitSeconds }: HeldProps) {
  const { t } = useWords();
  const seconds = useCountdown(waitSeconds);
  return <p className="mt-1 text-soft text-sm tabular-nums">{t(words, { platform, seconds })}</p>;
}
