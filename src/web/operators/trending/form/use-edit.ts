// Sends an edit, and fetches the other operator's version on a conflict.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminTrendingItem } from '../../../../shared/api/admin.ts';
import { useWords } from '../../../words/words.tsx';
import { editVideo, editWithFile, LIST, takeFrame } from '../calls.ts';
import { failureText, isConflict, isGone } from './failure-text.ts';
import { filmFormData } from './form-data.ts';
import { type Base, baseOf, editRequestOf, type TypedEdit } from './typed-edit.ts';
import { useUpload } from './use-upload.ts';

/** The outcome of an edit. */
export type EditOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'conflict'; readonly theirs: Base }
  | { readonly kind: 'failed'; readonly text: string };

/** A new file for the video; with `seconds` null the server chooses the thumbnail frame. */
export type NewFilm = { readonly file: File; readonly seconds: number | null };

/** Returns functions that edit a video. */
export function useEdit(id: string) {
  const { t } = useWords();
  const client = useQueryClient();
  const upload = useUpload();
  const [isAsking, setIsAsking] = useState(false);
  const edit = useMutation({
    mutationFn: (typed: TypedEdit) => editVideo(id, typed.base.version, editRequestOf(typed)),
  });
  const frame = useMutation({
    mutationFn: ({ version, seconds }: { version: number; seconds: number }) =>
      takeFrame(id, version, seconds),
  });

  /** Fetches the other version after a conflict. */
  const outcomeOf = async (error: unknown): Promise<EditOutcome> => {
    const gone: EditOutcome = { kind: 'failed', text: t('operators-trending.editGone') };
    if (isGone(error)) return gone;
    const failed: EditOutcome = {
      kind: 'failed',
      text: failureText(error, t('operators-trending.updateFailed'), t),
    };
    if (!isConflict(error)) return failed;
    setIsAsking(true);
    try {
      const list = await client.fetchQuery<AdminTrendingItem[]>({ queryKey: [LIST], staleTime: 0 });
      const theirs = list.find((video) => video.id === id);
      return theirs ? { kind: 'conflict', theirs: baseOf(theirs) } : gone;
    } catch (cause) {
      console.info('the other version could not be loaded', cause);
      return failed;
    } finally {
      setIsAsking(false);
    }
  };

  return {
    progress: upload.progress,
    cancel: upload.cancel,
    isBusy: edit.isPending || frame.isPending || isAsking || upload.progress !== null,
    async save(typed: TypedEdit, film: NewFilm | null): Promise<EditOutcome> {
      try {
        if (!film) await edit.mutateAsync(typed);
        else {
          const form = filmFormData({ ...typed, thumbnailSeconds: film.seconds }, film.file);
          const isSent = await upload.send({ ...editWithFile(id, typed.base.version), form });
          if (!isSent) return { kind: 'cancelled' };
        }
        return { kind: 'saved' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    /** Sets the thumbnail to a frame of the current file. */
    async takeFrame(
      version: number,
      seconds: number,
    ): Promise<EditOutcome | { readonly kind: 'taken'; readonly video: AdminTrendingItem }> {
      try {
        return { kind: 'taken', video: await frame.mutateAsync({ version, seconds }) };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}
