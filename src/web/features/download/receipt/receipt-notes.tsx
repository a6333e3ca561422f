// What is unusual about a finished file, one plain line each: a chunk of its own, loaded only where there is something to say.
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { isolatedRange } from '../../../cutting/part.ts';
import { formatLength } from '../../../words/figures.ts';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { useWords, type Words } from '../../../words/words.tsx';
import { codecName } from '../codec-names.ts';
import { loudnessLine } from './loudness-line.ts';

type Receipt = DownloadResult['receipt'];

/** The lines. */
export function ReceiptNotes({ receipt }: { readonly receipt: Receipt }) {
  const words = useWords();
  return (
    <ul className="mt-3 space-y-1 text-sm">
      {linesOf(receipt, words).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Where a file plays that hides what is before its part. */
export function LeadNote() {
  const { t } = useWords();
  return t('receipt.hidesLead');
}

function linesOf(receipt: Receipt, words: Words): readonly string[] {
  const { t, language } = words;
  const { announced = {}, apartSeconds: apart = 0, empty = [], picture, durationSeconds } = receipt;
  const { lines, codec, durationSeconds: length } = announced;
  const found = picture && {
    lines: Math.min(picture.width, picture.height),
    codec: codecName(picture.codec),
  };
  const name = codec && codecName(codec);
  const missing = receipt.missingSubtitles?.map((tag) => nameOfLanguage(tag, words));
  const seconds = Math.abs(apart).toLocaleString(language, { maximumFractionDigits: 1 });
  const { span } = receipt;
  return [
    span &&
      t('receipt.part', {
        range: isolatedRange({
          startMs: span.startSeconds * 1000,
          endMs: span.endSeconds * 1000,
        }),
      }),
    receipt.leftOutSeconds &&
      t('receipt.leftOut', { length: `\u2066${formatLength(receipt.leftOutSeconds)}\u2069` }),
    receipt.loudness && loudnessLine(receipt.loudness, words),
    receipt.fetchedWhole && t('receipt.fetchedWhole'),
    receipt.instead === 'refused' && t('receipt.refused'),
    receipt.instead === 'damaged' && t('receipt.damaged'),
    lines && found && t('receipt.lines', { announced: lines, found: found.lines }),
    name && found?.codec && t('receipt.codec', { announced: name, found: found.codec }),
    length &&
      durationSeconds !== null &&
      t('receipt.length', {
        announced: formatLength(length),
        found: formatLength(durationSeconds),
      }),
    announced.sound && t('receipt.noSound'),
    empty.includes('sound') && t('receipt.silent'),
    empty.includes('picture') && t('receipt.black'),
    apart !== 0 && t(apart > 0 ? 'receipt.soundEarlier' : 'receipt.soundLater', { seconds }),
    missing &&
      t('receipt.missingSubtitles', { languages: new Intl.ListFormat(language).format(missing) }),
  ].filter((line) => typeof line === 'string');
}
