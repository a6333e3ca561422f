// The list of trending videos with its actions.

import { useQueryClient } from '@tanstack/react-query';
import { ListOrdered, Plus, Undo2 } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { useCountdown } from '../../ui/again.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { keepDraft } from '../shell/drafts.ts';
import { arrange, NO_FILTER, type Sort } from './arrange.ts';
import { LIST } from './calls.ts';
import { EmptyNote, NothingFound } from './form/empty-notes.tsx';
import { KEYS_HELP_ID } from './keys-help.tsx';
import { draftedModal, MODAL_DRAFT, type Modal, NO_MODAL } from './modal.ts';
import { Modals } from './modals.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDeletion } from './use-deletion.ts';
import { VideoTable } from './video-table.tsx';
import { WorthFeaturing } from './worth-featuring.tsx';

const WRITTEN_IN = 'input, textarea, select, [contenteditable]';

/** Registers the shortcuts, which do nothing while a dialog is open. */
function usePageKeys(searchId: string): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
      if (!isPlain || !(target instanceof Element) || target.closest(WRITTEN_IN)) return;
      // Asked of the element: Esc closes it at once, and its owner hears of that a moment later.
      if (document.querySelector('dialog[open]')) return;
      if (key === '/') document.getElementById(searchId)?.focus();
      else if (key === '?') document.getElementById(KEYS_HELP_ID)?.togglePopover();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [searchId]);
}

/** `videos` is the whole list. */
export type DashboardProps = { readonly videos: readonly AdminTrendingItem[] };

/** The dashboard. */
export function Dashboard({ videos }: DashboardProps) {
  const { t, language } = useWords();
  const client = useQueryClient();
  const toasts = useToasts();
  const searchId = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [sort, setSort] = useState<Sort>(null);
  const [modal, setModal] = useState<Modal>(draftedModal);
  const deletion = useDeletion();
  useEffect(() => keepDraft(MODAL_DRAFT, modal.kind === 'none' ? null : modal), [modal]);
  usePageKeys(searchId);

  const shown = arrange(videos, filter, sort, language);
  const featured = videos.filter((video) => video.featured);
  const close = () => setModal(NO_MODAL);
  const done = (text: string) => {
    close();
    toasts.show({ description: text });
    void client.invalidateQueries({ queryKey: [LIST] });
  };
  return (
    <>
      <DashboardHead
        shown={shown.length}
        all={videos.length}
        onOrder={featured.length > 1 ? () => setModal({ kind: 'order' }) : null}
        onAdd={() => setModal({ kind: 'add', link: null })}
      />
      <WorthFeaturing
        onAdded={() => done(t('operators-trending.added'))}
        onForm={(link) => setModal({ kind: 'add', link })}
      />
      {videos.length > 0 && (
        <Toolbar
          searchId={searchId}
          filter={filter}
          sort={sort}
          onFilter={setFilter}
          onSort={setSort}
        />
      )}
      {videos.length === 0 && <EmptyNote />}
      {videos.length > 0 && shown.length === 0 && (
        <NothingFound onClear={() => setFilter(NO_FILTER)} />
      )}
      {shown.length > 0 && (
        <VideoTable
          sort={sort}
          videos={shown}
          onSort={setSort}
          onEdit={({ id }) => setModal({ kind: 'edit', id })}
          onDelete={({ id }) => setModal({ kind: 'delete', id })}
        />
      )}
      <div className="undo-bars">
        {deletion.undoable.map((video) => (
          <UndoBar
            key={video.id}
            video={video}
            isBusy={deletion.isRestoring}
            onUndo={() => deletion.restore(video, () => focusList(searchId))}
            onEnd={(hadFocus) => {
              deletion.forget(video.id);
              if (hadFocus) focusList(searchId);
            }}
          />
        ))}
      </div>
      <Modals
        modal={modal}
        videos={videos}
        featured={featured}
        deletion={deletion}
        onClose={close}
        onDone={done}
      />
    </>
  );
}

type DashboardHeadProps = {
  /** How many videos the filter shows, of how many. */
  readonly shown: number;
  readonly all: number;
  /** Null when there is nothing to order. */
  readonly onOrder: (() => void) | null;
  readonly onAdd: () => void;
};

function DashboardHead({ shown, all, onOrder, onAdd }: DashboardHeadProps) {
  const { t } = useWords();
  return (
    <div className="curating-head">
      <h1 id="curating-heading" tabIndex={-1}>
        {t('operators-trending.heading')}
      </h1>
      <p className="curating-count" role="status">
        {shown === all
          ? t('operators-trending.count', { count: shown })
          : t('operators-trending.countOf', { count: shown, all })}
      </p>
      <div className="curating-actions">
        {onOrder && (
          <Button icon={ListOrdered} onClick={onOrder}>
            {t('operators-trending.order')}
          </Button>
        )}
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {t('operators-trending.add')}
        </Button>
      </div>
    </div>
  );
}

/** Focuses the current row, else the search field, else the heading. */
function focusList(searchId: string): void {
  const row = document.querySelector<HTMLElement>('.video-table tr[tabindex="0"]');
  const target =
    row ?? document.getElementById(searchId) ?? document.getElementById('curating-heading');
  target?.focus();
}

/** How long a deletion can be undone; the server enforces it too. */
const UNDO_SECONDS = 10;

/** `onEnd` is called when the time is over, with whether the button was focused. */
export type UndoBarProps = {
  readonly video: AdminTrendingItem;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
  readonly onEnd: (hadFocus: boolean) => void;
};

/** The bar. Its button takes the focus of the removed row, so that Enter undoes the deletion. */
function UndoBar({ video, isBusy, onUndo, onEnd }: UndoBarProps) {
  const { t } = useWords();
  const left = useCountdown(UNDO_SECONDS);
  const bar = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => bar.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    if (left === 0 && !isBusy) end.current(bar.current?.contains(document.activeElement) ?? false);
  }, [left, isBusy]);
  return (
    <div ref={bar} className="undo-bar">
      <div className="min-w-0">
        <p role="status" className="font-semibold">
          {t('operators-trending.deleted')}
        </p>
        <p className="undo-title">
          <bdi>{video.title}</bdi>
        </p>
      </div>
      <Button
        icon={Undo2}
        busy={isBusy}
        aria-label={t('operators-trending.undoOf', { title: video.title })}
        onClick={onUndo}
      >
        {t('operators-trending.undo')}{' '}
        <span
          className="tabular-nums"
          aria-hidden="true"
          title={t('operators-trending.undoLeft', { count: left })}
        >
          {left}
        </span>
      </Button>
    </div>
  );
}
