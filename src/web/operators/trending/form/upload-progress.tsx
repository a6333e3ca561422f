// The progress of an upload.

import { Progress } from '../../../ui/progress.tsx';
import { formatBytes, formatPercent } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { SendProgress } from './send-form.ts';

/** The bar with its figures; once everything is sent, the server checks the file. */
export function UploadProgress({ progress }: { readonly progress: SendProgress }) {
  const { t, language } = useWords();
  const { sentBytes, totalBytes } = progress;
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  const percent = totalBytes > 0 ? (100 * sentBytes) / totalBytes : 0;
  const sent = formatBytes(sentBytes, language);
  const total = formatBytes(totalBytes, language);
  const text = isSent
    ? t('operators-trending.checking')
    : t('operators-trending.sent', { sent, total });
  return (
    <div className="curating-progress">
      <Progress
        label={t('operators-trending.upload')}
        value={isSent ? null : percent}
        valueText={text}
      />
      <p className="tabular-nums">
        <span>{text}</span> {!isSent && <span>{formatPercent(Math.floor(percent), language)}</span>}
      </p>
      <p role="status" className="sr-only">
        {isSent && text}
      </p>
    </div>
  );
}
