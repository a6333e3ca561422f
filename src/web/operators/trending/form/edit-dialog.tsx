// The dialog that edits a video. On a conflict with another operator both versions are shown to choose from.
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { AdminTrendingItem } from '../../../../shared/api/admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useWords } from '../../../words/words.tsx';
import { LIST } from '../calls.ts';
import { Conflict } from '../conflict.tsx';
import { EditForm } from './edit-form.tsx';
import { focusFirstProblem } from './focus-problem.ts';
import { FormNotes } from './form-notes.tsx';
import type { Problems } from './typed.ts';
import type { Base } from './typed-edit.ts';
import {
  baseOf,
  type ConflictField,
  conflictsOf,
  editOf,
  isEdited,
  problemsOfEdit,
  readEdit,
  type TypedEdit,
  takeOver,
  untouchedOf,
} from './typed-edit.ts';
import { useDraft } from './use-draft.ts';
import { type EditOutcome, type NewFilm, useEdit } from './use-edit.ts';

/** `onSaved` is called once the change is saved. */
export type EditDialogProps = {
  readonly video: AdminTrendingItem;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

type Dispute = {
  readonly theirs: Base;
  readonly fields: readonly ConflictField[];
  readonly picks: ReadonlySet<ConflictField>;
};

/** The dialog. */
export function EditDialog({ video, onClose, onSaved }: EditDialogProps) {
  const { t } = useWords();
  const formId = useId();
  const form = useEditForm(video, onSaved);
  const { typed, film, problems, dispute, setDispute, isBusy } = form;
  const back = () => {
    form.settle();
    setDispute(null);
  };
  const discard = () => {
    form.forget();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? () => undefined : onClose}
      title={t('operators-trending.editTitle')}
      footer={
        <>
          {dispute ? (
            <Button variant="quiet" disabled={isBusy} onClick={back}>
              {t('operators-trending.backToForm')}
            </Button>
          ) : (
            <Button variant="quiet" disabled={isBusy} onClick={discard}>
              {t('operators-trending.discard')}
            </Button>
          )}
          {form.progress && (
            <Button onClick={form.cancel}>{t('operators-trending.cancelUpload')}</Button>
          )}
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t(isBusy ? 'operators-trending.saving' : 'operators-trending.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.send}>
        <FormNotes
          {...form.says}
          progress={form.progress}
          kept={form.wasKept && !dispute ? t('operators-trending.keptDraft') : undefined}
        />
        {dispute ? (
          <Conflict
            typed={typed}
            {...dispute}
            fileName={film?.file.name ?? null}
            onPick={(picks) => setDispute({ ...dispute, picks })}
          />
        ) : (
          <EditForm
            typed={typed}
            film={film}
            problems={problems}
            disabled={isBusy}
            onFilm={form.setFilm}
            onChange={form.change}
            onFrame={(seconds) => void form.takeFrame(seconds)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Holds and sends the form, and resolves conflicts with another operator's edit. */
function useEditForm(video: AdminTrendingItem, onSaved: () => void) {
  const { t } = useWords();
  const client = useQueryClient();
  const draft = useDraft<TypedEdit>({
    name: `edit:${video.id}`,
    start: () => editOf(video),
    read: readEdit,
    isWorthKeeping: isEdited,
  });
  const { typed, change } = draft;
  const [film, setFilm] = useState<NewFilm | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [says, setSays] = useState<{ failure?: string; note?: string }>({});
  const [dispute, setDispute] = useState<Dispute | null>(null);
  const edit = useEdit(video.id);

  const take = (outcome: EditOutcome, sent: TypedEdit, sentFilm: NewFilm | null) => {
    setDispute(null);
    if (outcome.kind === 'saved') {
      draft.forget();
      onSaved();
    } else if (outcome.kind === 'cancelled')
      setSays({ note: t('operators-trending.uploadCancelled') });
    else if (outcome.kind === 'failed') setSays({ failure: outcome.text });
    else {
      const { theirs } = outcome;
      const fields = conflictsOf(sent, theirs, sentFilm !== null);
      setDispute({ theirs, fields, picks: new Set(untouchedOf(sent, fields)) });
    }
  };

  const save = async (typedEdit: TypedEdit, newFilm: NewFilm | null) => {
    setSays({});
    take(await edit.save(typedEdit, newFilm), typedEdit, newFilm);
  };

  /** Merges both versions; the edit is then based on the other one. */
  const settle = () => {
    if (!dispute) return { typed, film };
    const merged = takeOver(typed, dispute.theirs, dispute.picks);
    const mergedFilm = dispute.picks.has('video') ? null : film;
    change(merged);
    setFilm(mergedFilm);
    return { typed: merged, film: mergedFilm };
  };

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (edit.isBusy) return;
    const settled = settle();
    const found = problemsOfEdit(settled.typed);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      setDispute(null);
      return focusFirstProblem(event.currentTarget);
    }
    void save(settled.typed, settled.film);
  };

  const takeFrame = async (seconds: number) => {
    setSays({});
    const outcome = await edit.takeFrame(typed.base.version, seconds);
    if (outcome.kind !== 'taken') return take(outcome, typed, film);
    change((last) => ({ ...last, base: baseOf(outcome.video) }));
    void client.invalidateQueries({ queryKey: [LIST] });
    setSays({ note: t('operators-trending.frameSaved') });
  };

  return {
    typed,
    film,
    setFilm,
    problems,
    says,
    dispute,
    setDispute,
    settle,
    send,
    takeFrame,
    forget: draft.forget,
    wasKept: draft.wasKept,
    progress: edit.progress,
    cancel: edit.cancel,
    isBusy: edit.isBusy,
    change(fields: Partial<TypedEdit>) {
      setProblems({});
      change((last) => ({ ...last, ...fields }));
    },
  };
}
