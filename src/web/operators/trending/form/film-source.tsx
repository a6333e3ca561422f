// The fields for an uploaded video: the file, and the thumbnail frame.

import { FileVideo, FolderOpen } from 'lucide-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { fileProblemOf } from './check-video-file.ts';
import { FrameChooser } from './frame-chooser.tsx';

/** With `seconds` null the server chooses the frame. */
export type FilmSourceProps = {
  readonly file: File | null;
  readonly seconds: number | null;
  readonly error: string | null;
  readonly isRequired: boolean;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
  readonly onSeconds: (seconds: number) => void;
};

/** The fields. */
export function FilmSource(props: FilmSourceProps) {
  const { file, seconds, error, isRequired, disabled, onFile, onSeconds } = props;
  const source = useObjectUrl(file);
  return (
    <>
      <FileField
        file={file}
        error={error}
        isRequired={isRequired}
        disabled={disabled}
        onChange={onFile}
      />
      {source && (
        <FrameChooser
          key={source}
          source={source}
          seconds={seconds}
          disabled={disabled}
          onChange={onSeconds}
        />
      )}
    </>
  );
}

/** Returns the URL, revoked on unmount or change; null without a file. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** `error` is the form's message for the field; calls `onChange` with acceptable files only. */
export type FileFieldProps = {
  readonly file: File | null;
  readonly error: string | null;
  readonly isRequired: boolean;
  readonly disabled: boolean;
  readonly onChange: (file: File) => void;
};

/** The field: a native input behind a large target. */
function FileField({ file, error, isRequired, disabled, onChange }: FileFieldProps) {
  const { t, language } = useWords();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (chosen: File | undefined) => {
    setIsOver(false);
    if (!chosen || disabled) return;
    const problem = fileProblemOf(chosen);
    const size = formatBytes(chosen.size, language);
    setRefused(problem && t(`operators-trending.${problem}`, { size }));
    if (!problem) onChange(chosen);
  };
  const over = (event: DragEvent) => {
    // Without this the browser would open the file in place of the page.
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  const message = refused ?? error;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input inside
    <div
      className="file-field"
      data-over={isOver || undefined}
      data-invalid={message ? '' : undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <Icon of={FileVideo} size="large" className="text-signal-ink" />
      <div className="min-w-0">
        {file && (
          <p className="file-field-name">
            <bdi>{file.name}</bdi> <span>{formatBytes(file.size, language)}</span>
          </p>
        )}
        <label className="btn btn-secondary file-field-button">
          <input
            type="file"
            accept="video/*"
            className="sr-only"
            aria-label={t('operators-trending.file')}
            aria-describedby={id}
            aria-invalid={message ? true : undefined}
            required={isRequired}
            disabled={disabled}
            onChange={(event) => {
              take(event.target.files?.[0]);
              // So that the same file can be chosen again.
              event.target.value = '';
            }}
          />
          <Icon of={FolderOpen} />
          <span>
            {t(file ? 'operators-trending.chooseOther' : 'operators-trending.chooseFile')}
          </span>
        </label>{' '}
        <span className="text-sm text-soft max-sm:hidden">{t('operators-trending.dropHere')}</span>
        <p
          id={id}
          aria-live="polite"
          className={message ? 'text-sm text-bad' : 'text-sm text-soft'}
        >
          {message ?? t('operators-trending.fileHint')}
        </p>
      </div>
    </div>
  );
}
