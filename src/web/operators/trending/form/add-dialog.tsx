// The dialog that adds a video from a file or a URL. The draft is kept until it is sent or discarded.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PreviewAnswer } from '../../../../shared/api/admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useWords, type Words } from '../../../words/words.tsx';
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
  FIELDS,
  type Field,
  isOriginalOnly,
  isWorthKeeping,
  NOTHING_TYPED,
  type Problems,
  problemsOfNew,
  readTyped,
  type TypedVideo,
} from './typed.ts';
import { PlatformField, UrlSource } from './url-source.tsx';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';
import { useUpload } from './use-upload.ts';

/** `link` is the initial link. `onAdded` is called once the video is saved. */
export type AddDialogProps = {
  readonly link: string | null;
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

/** Fills in the fields that are not edited. */
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
  const form = useAddForm(link, onAdded);
  const { typed, edit, problems, isBusy, isWaiting } = form;
  const discard = () => {
    form.forget();
    onClose();
  };
  const saveKey =
    typed.tab === 'file' ? 'operators-trending.saveUpload' : 'operators-trending.saveAdd';
  return (
    <Dialog
      open
      onClose={isBusy ? () => undefined : onClose}
      title={t('operators-trending.addTitle')}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={discard}>
            {t(form.isEmpty ? 'operators-trending.cancel' : 'operators-trending.discard')}
          </Button>
          {form.progress && (
            <Button onClick={form.cancel}>{t('operators-trending.cancelUpload')}</Button>
          )}
          <Button type="submit" form={formId} variant="primary" busy={isBusy || isWaiting}>
            {t(isBusy ? 'operators-trending.saving' : saveKey)}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form.element} noValidate onSubmit={(event) => void form.send(event)}>
        <FormNotes
          {...form.says}
          progress={form.progress}
          kept={link === null && form.wasKept ? keptNote(form, t) : undefined}
        />
        <SourceTabs tab={typed.tab} disabled={isBusy} onChange={(tab) => edit({ tab })}>
          <Source {...form} />
          <TextFields
            typed={typed}
            disabled={isBusy}
            onChange={edit}
            titleError={problems.title && t(problems.title)}
          />
          <PlatformField typed={typed} disabled={isBusy} onChange={edit} />
        </SourceTabs>
      </form>
    </Dialog>
  );
}

type AddForm = ReturnType<typeof useAddForm>;

/** Holds and sends the form. */
function useAddForm(link: string | null, onAdded: () => void) {
  const { t } = useWords();
  const { typed, change, forget, wasKept } = useDraft<TypedVideo>({
    name: addDraftName(link),
    start: () => (link === null ? NOTHING_TYPED : { ...NOTHING_TYPED, tab: 'url', videoUrl: link }),
    read: readTyped,
    isWorthKeeping,
  });
  const [file, setFile] = useState<File | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [says, setSays] = useState<{ failure?: string; note?: string }>({});
  const { progress, cancel, send: upload } = useUpload();
  const add = useMutation({ mutationFn: addVideo });
  const isBusy = add.isPending || progress !== null;
  const element = useRef<HTMLFormElement>(null);
  // Links that visitors can only open have no preview.
  const isRead = typed.tab === 'url' && !isOriginalOnly(typed.videoUrl, location.origin);
  const preview = usePreview(
    isRead ? typed.videoUrl : '',
    wasKept ? typed.videoUrl.trim() : null,
    (found) => change((last) => fillIn(last, found)),
  );
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || preview.isBusy) return;
    setIsWaiting(false);
    element.current?.requestSubmit();
  }, [isWaiting, preview.isBusy]);

  const edit = (fields: Partial<TypedVideo>) => {
    setProblems({});
    const touched = FIELDS.filter((field) => field in fields || typed.touched.includes(field));
    change((last) => ({ ...last, ...fields, touched }));
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setSeconds(null);
    setProblems({});
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    // Add was pressed before the link was read, which brings the title.
    if (preview.isBusy && typed.title.trim() === '') return setIsWaiting(true);
    const found = problemsOfNew(typed, file !== null);
    setProblems(found);
    setSays({});
    if (Object.keys(found).length > 0) return focusFirstProblem(event.currentTarget);
    const isFile = typed.tab === 'file';
    try {
      if (isFile && file) {
        const form = filmFormData({ ...typed, thumbnailSeconds: seconds }, file);
        if (!(await upload({ path: UPLOAD, form })))
          return setSays({ note: t('operators-trending.uploadCancelled') });
      } else await add.mutateAsync(typed);
      forget();
      onAdded();
    } catch (error) {
      const tried = t(isFile ? 'operators-trending.uploadFailed' : 'operators-trending.addFailed');
      setSays({ failure: failureText(error, tried, t) });
    }
  };

  const isEmpty = file === null && !isWorthKeeping(typed);
  const sending = { says, progress, isBusy, isWaiting, send, cancel };
  return {
    typed,
    change,
    edit,
    forget,
    wasKept,
    isEmpty,
    element,
    preview,
    file,
    seconds,
    choose,
    setSeconds,
    problems,
    ...sending,
  };
}

/** The fields of the chosen tab. */
function Source({ typed, edit, preview, problems, isBusy, ...film }: AddForm) {
  const { t } = useWords();
  if (typed.tab === 'file')
    return (
      <FilmSource
        file={film.file}
        seconds={film.seconds}
        isRequired
        disabled={isBusy}
        error={problems.file ? t(problems.file) : null}
        onFile={film.choose}
        onSeconds={film.setSeconds}
      />
    );
  return (
    <UrlSource
      typed={typed}
      problems={problems}
      disabled={isBusy}
      preview={preview}
      onChange={edit}
    />
  );
}

/** Returns the note about a restored draft; chosen files are never restored. */
function keptNote({ typed, file }: AddForm, t: Words['t']): string {
  const isFileGone = typed.tab === 'file' && file === null;
  return `${t('operators-trending.keptDraft')} ${isFileGone ? t('operators-trending.fileGone') : ''}`;
}
