// The messages of a form: failure, progress, and the note about a restored draft.
import { CircleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes, formatPercent } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { SendProgress } from './send-form.ts';

/** `failure` is announced at once (assertive), `note` politely. */
export type FormNotesProps = {
  readonly failure?: string | undefined;
  readonly note?: string | undefined;
  readonly progress: SendProgress | null;
  /** The note about a draft restored from an earlier visit. */
  readonly kept?: string | undefined;
};

/** The messages; nothing if there are none. */
export function FormNotes({ failure, note, progress, kept }: FormNotesProps) {
  return (
    <div className="form-notes">
      <div role="alert">
        {failure && (
          <p className="form-failure">
            <Icon of={CircleAlert} size="small" className="mt-1" />
            <span>{failure}</span>
          </p>
        )}
      </div>
      <div role="status">
        {note && <p className="text-sm text-soft">{note}</p>}
        {kept && !note && <p className="text-sm text-soft">{kept}</p>}
      </div>
      {progress && <UploadProgress progress={progress} />}
    </div>
  );
}

/** The bar with its figures; once everything is sent, the server checks the file. */
function UploadProgress({ progress }: { readonly progress: SendProgress }) {
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
