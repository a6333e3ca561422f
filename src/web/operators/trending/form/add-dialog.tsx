// Adds a video: from a file, or by its address. What is typed stays until it was sent or thrown away.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { PreviewAnswer } from '../../../../shared/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useWords } from '../../../words/words.tsx';
import { addVideo, UPLOAD } from '../calls.ts';
import { addDraftName } from '../modal.ts';
import { failureText } from './failure-text.ts';
import { FilmSource } from './film-source.tsx';
import { focusFirstProblem } from './focus-problem.ts';
import { filmFormData } from './form-data.ts';
import { FormNotes } from './form-notes.tsx';
import { SourceTabs } from './source-tabs.tsx';
import { TextFields } from './text-fields.tsx';
import {
  type Field,
  isWorthKeeping,
  NOTHING_TYPED,
  type Problems,
  problemsOfNew,
  readTyped,
  type TypedVideo,
} from './typed.ts';
import { PlatformField, UrlSource } from './url-source.tsx';
import { useDraft } from './use-draft.ts';
import { useUpload } from './use-upload.ts';

/** `link` is one to begin with. `onAdded` is told once the server has the video. */
export type AddDialogProps = {
  readonly link: string | null;
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

const FIELDS: readonly Field[] = ['title', 'description', 'platform', 'thumbnailUrl'];

/** Fills in what nobody has touched. */
function fillIn(typed: TypedVideo, found: PreviewAnswer): TypedVideo {
  const is = (field: Field) => !typed.touched.includes(field);
  return {
    ...typed,
    ...(is('title') && { title: found.title }),
    ...(is('description') && { description: found.description ?? '' }),
    ...(is('platform') && { platform: found.platform }),
    ...(is('thumbnailUrl') && { thumbnailUrl: found.thumbnailUrl ?? '' }),
  };
}

/** The dialog. */
export function AddDialog({ link, onClose, onAdded }: AddDialogProps) {
  const { t } = useWords();
  const formId = useId();
  const draft = useDraft<TypedVideo>({
    name: addDraftName(link),
    start: () => (link === null ? NOTHING_TYPED : { ...NOTHING_TYPED, tab: 'url', videoUrl: link }),
    read: readTyped,
    isWorthKeeping,
  });
  const { typed, change } = draft;
  const [file, setFile] = useState<File | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [says, setSays] = useState<{ failure?: string; note?: string }>({});
  const upload = useUpload();
  const add = useMutation({ mutationFn: addVideo });
  const isBusy = add.isPending || upload.progress !== null;

  const edit = (fields: Partial<TypedVideo>) => {
    setProblems({});
    const touched = FIELDS.filter((field) => field in fields || typed.touched.includes(field));
    change((last) => ({ ...last, ...fields, touched }));
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = problemsOfNew(typed, file !== null);
    setProblems(found);
    setSays({});
    if (Object.keys(found).length > 0) return focusFirstProblem(event.currentTarget);
    const isFile = typed.tab === 'file';
    try {
      if (isFile && file) {
        const form = filmFormData({ ...typed, thumbnailSeconds: seconds }, file);
        if (!(await upload.send({ path: UPLOAD, form })))
          return setSays({ note: t('curating.uploadCancelled') });
      } else await add.mutateAsync(typed);
      draft.forget();
      onAdded();
    } catch (error) {
      const tried = t(isFile ? 'curating.uploadFailed' : 'curating.addFailed');
      setSays({ failure: failureText(error, tried, t) });
    }
  };

  const isFileGone = typed.tab === 'file' && file === null;
  const keptNote =
    link === null && draft.wasKept
      ? `${t('curating.keptDraft')} ${isFileGone ? t('curating.fileGone') : ''}`
      : undefined;

  const discard = () => {
    draft.forget();
    onClose();
  };

  return (
    <Dialog
      open
      onClose={isBusy ? () => undefined : onClose}
      title={t('curating.addTitle')}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={discard}>
            {t('curating.discard')}
          </Button>
          {upload.progress && <Button onClick={upload.cancel}>{t('curating.cancelUpload')}</Button>}
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t(
              isBusy
                ? 'curating.saving'
                : typed.tab === 'file'
                  ? 'curating.saveUpload'
                  : 'curating.saveAdd',
            )}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void send(event)}>
        <FormNotes {...says} progress={upload.progress} kept={keptNote} />
        <SourceTabs tab={typed.tab} disabled={isBusy} onChange={(tab) => edit({ tab })}>
          {typed.tab === 'file' ? (
            <FilmSource
              {...{ file, seconds, isRequired: true, disabled: isBusy }}
              error={problems.file ? t(problems.file) : null}
              onFile={(chosen) => {
                setFile(chosen);
                setSeconds(null);
                setProblems({});
              }}
              onSeconds={setSeconds}
            />
          ) : (
            <UrlSource
              {...{ typed, problems, disabled: isBusy, onChange: edit }}
              knownLink={draft.wasKept ? typed.videoUrl.trim() : null}
              onFound={(found) => change((last) => fillIn(last, found))}
            />
          )}
          <TextFields
            {...{ typed, disabled: isBusy, onChange: edit }}
            titleError={problems.title && t(problems.title)}
          />
          <PlatformField {...{ typed, disabled: isBusy, onChange: edit }} />
        </SourceTabs>
      </form>
    </Dialog>
  );
}
