// One upload at a time, with progress and cancellation.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type SendProgress, sendForm } from './send-form.ts';

/** A form to send. */
export type Upload = {
  readonly path: string;
  readonly form: FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The state of the upload; `progress` is null while none runs. */
export type RunningUpload = {
  readonly progress: SendProgress | null;
  /** Sends the form. Resolves to false if cancelled. Throws what {@link sendForm} throws. */
  readonly send: (upload: Upload) => Promise<boolean>;
  readonly cancel: () => void;
};

/** Returns the upload, which is cancelled on unmount. */
export function useUpload(): RunningUpload {
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const running = useRef<AbortController>(null);
  const { mutateAsync } = useMutation({
    mutationFn: ({ upload, signal }: { upload: Upload; signal: AbortSignal }) =>
      sendForm(upload.path, upload.form, {
        signal,
        onProgress: setProgress,
        ...(upload.headers && { headers: upload.headers }),
      }),
  });
  useEffect(() => () => running.current?.abort(), []);

  return {
    progress,
    async send(upload) {
      const controller = new AbortController();
      running.current = controller;
      setProgress({ sentBytes: 0, totalBytes: 0 });
      try {
        await mutateAsync({ upload, signal: controller.signal });
        return true;
      } catch (error) {
        if (controller.signal.aborted) return false;
        throw error;
      } finally {
        setProgress(null);
      }
    },
    cancel: () => running.current?.abort(),
  };
}
