// The result of adding a list: how many links, and what was left out and why.
import type { ReactNode } from 'react';
import { failureWithoutAnswer } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { type ListReading, MAX_LINKS } from '../../download-client/read-list.ts';
import { useWords } from '../../words/words.tsx';

export function LeftOut({ reading }: { readonly reading: ListReading }) {
  const { t } = useWords();
  const { links, repeated, unusable, unusableCount, plainLines, beyond, isCut } = reading;
  const unnamed = unusableCount - unusable.length;
  return (
    <div className="mt-4 grid gap-2 text-sm">
      <p className="font-semibold">{t('batch.added', { count: links.length })}</p>
      {repeated.length > 0 && (
        <Named text={t('batch.repeated', { count: repeated.length })}>
          {repeated.map(({ url, count }) => (
            <li key={url}>
              <bdi dir="ltr">{url}</bdi>
              {count > 1 && <span className="text-soft"> × {count}</span>}
            </li>
          ))}
        </Named>
      )}
      {unusableCount > 0 && (
        <Named text={t('batch.unusable', { count: unusableCount })}>
          {unusable.map(({ url, code }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same text may come twice
            <li key={index}>
              <bdi dir="ltr">{url}</bdi>
              <span className="text-soft">
                {' — '}
                {failureWords(failureWithoutAnswer(code), null, t)}
              </span>
            </li>
          ))}
          {unnamed > 0 && <li className="text-soft">{t('batch.andMore', { count: unnamed })}</li>}
        </Named>
      )}
      {plainLines > 0 && (
        <p className="text-soft">{t('batch.plainLines', { count: plainLines })}</p>
      )}
      {beyond > 0 && <p>{t('batch.beyond', { count: beyond, most: MAX_LINKS })}</p>}
      {isCut && <p>{t('batch.cut')}</p>}
    </div>
  );
}

function Named({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-1 max-h-40 list-disc overflow-auto ps-5 [overflow-wrap:anywhere]">
        {children}
      </ul>
    </div>
  );
}
