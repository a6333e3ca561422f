// The duration and estimated size of the part.
import { formatBytes } from '../../../words/figures.ts';
import { formatTime } from '../timeline/times.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';

type PartFactsProps = { readonly lengthMs: number; readonly bytes: number };

/** The two figures. */
export function PartFacts({ lengthMs, bytes }: PartFactsProps) {
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
