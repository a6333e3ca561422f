// The fields for a video by URL: the link, its preview, and its thumbnail.

import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { failureText } from './failure-text.ts';
import { PLATFORM_OPTIONS } from './platform-options.ts';
import { isOriginalOnly, type Problems, type TypedVideo } from './typed.ts';
import type { Preview } from './use-preview.ts';

/** The form's link, its preview, and how to change it. */
export type UrlSourceProps = {
  readonly typed: TypedVideo;
  readonly preview: Preview;
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<TypedVideo>) => void;
};

const ADDRESS = { type: 'url', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;

/** The fields. */
export function UrlSource(props: UrlSourceProps) {
  const { typed, preview, problems, disabled, onChange } = props;
  const { t } = useWords();
  const onlyOpens = isOriginalOnly(typed.videoUrl, location.origin);
  const textOf = (key: Problems[keyof Problems]) => key && t(key);
  return (
    <>
      <TextField
        label={t('operators-trending.videoUrl')}
        {...{ ...ADDRESS, name: 'videoUrl', required: true, disabled, inputMode: 'url' }}
        value={typed.videoUrl}
        hint={t('operators-trending.videoUrlHint')}
        error={textOf(problems.videoUrl)}
        onChange={(event) => onChange({ videoUrl: event.target.value })}
      />
      <PreviewNote {...preview} onlyOpens={onlyOpens} />
      <TextField
        label={t('operators-trending.thumbnailUrl')}
        {...{ ...ADDRESS, name: 'thumbnailUrl', disabled }}
        value={typed.thumbnailUrl}
        hint={t('operators-trending.thumbnailUrlHint')}
        error={textOf(problems.thumbnailUrl)}
        onChange={(event) => onChange({ thumbnailUrl: event.target.value })}
      />
    </>
  );
}

/** The platform field, shared by both ways of adding. */
export function PlatformField({
  typed,
  disabled,
  onChange,
}: Pick<UrlSourceProps, 'typed' | 'disabled' | 'onChange'>) {
  const { t } = useWords();
  return (
    <SelectField
      label={t('operators-trending.platform')}
      value={typed.platform}
      options={PLATFORM_OPTIONS}
      disabled={disabled}
      onChange={(platform) => onChange({ platform })}
    />
  );
}

type PreviewNoteProps = Preview & { readonly onlyOpens: boolean };

function PreviewNote({ isBusy, found, error, onlyOpens }: PreviewNoteProps) {
  const { t } = useWords();
  const reason = error ? failureText(error, t('operators-trending.previewFailedPlain'), t) : '';
  const seconds = found?.durationSeconds ?? null;
  const isEmpty = !isBusy && !found && !error && !onlyOpens;
  return (
    <div className="preview-note" data-empty={isEmpty ? '' : undefined}>
      {found?.thumbnailPath && (
        <img
          src={found.thumbnailPath}
          alt={t('operators-trending.previewPicture')}
          width={160}
          height={90}
        />
      )}
      <div role="status">
        {onlyOpens && <p className="text-ink">{t('operators-trending.originalOnly')}</p>}
        {isBusy && <p>{t('operators-trending.previewBusy')}</p>}
        {found && <p>{t('operators-trending.previewDone')}</p>}
        {found && seconds !== null && (
          <p>{t('operators-trending.length', { length: formatLength(seconds) })}</p>
        )}
        {!isBusy && error != null && <p>{t('operators-trending.previewFailed', { reason })}</p>}
      </div>
    </div>
  );
}
