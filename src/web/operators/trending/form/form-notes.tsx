// The messages of a form: failure, progress, and the note about a restored draft.
import { CircleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import type { SendProgress } from './send-form.ts';
import { UploadProgress } from './upload-progress.tsx';

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
