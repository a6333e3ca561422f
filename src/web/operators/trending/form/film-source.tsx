// The fields for an uploaded video: the file, and the thumbnail frame.

import { useEffect, useState } from 'react';
import { FileField } from './file-field.tsx';
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
