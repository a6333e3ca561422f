// Many links at once: the form that takes a list, what was left out of it and why, and the queue that downloads the rest.
import './batch.css';
import { FileText, ListPlus } from 'lucide-react';
import {
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { now } from '../../browser/clock.ts';
import { keepsCookies } from '../../browser/cookies.ts';
import { recallFromTab, storeInTab } from '../../browser/storage.ts';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { calls } from '../../download-client/calls.ts';
import { failureWithoutAnswer } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import type { PickedList } from '../../download-client/flow-state.ts';
import { takeLinks } from '../../download-client/hand-over.ts';
import { entryOf } from '../../download-client/history/entry.ts';
import { isRecording } from '../../download-client/history/recording.ts';
import { openProgressStream } from '../../download-client/progress-stream.ts';
import { type ListReading, MAX_LINKS, readList } from '../../download-client/read-list.ts';
import { readTextFile } from '../../download-client/read-text-file.ts';
import { laterPart } from '../../page/later-part.tsx';
import { useSessionStore } from '../../page/session-store.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { type Batch as BatchStore, createBatch } from './batch.ts';
import { batchMemory } from './batch-memory.ts';
import type { BatchRow, BatchState } from './batch-state.ts';
import { Queue } from './queue.tsx';
import { namesSites, sitesOn } from './sites-on.ts';

const CookiesOff = laterPart(() =>
  import('../../frame/cookies-off.tsx').then((it) => it.CookiesOff),
);

/** The form and the queue; requires the messages of `batch`. */
export function Batch() {
  const { t } = useWords();
  const { batch, state } = useBatch();
  const [reading, setReading] = useState<ListReading | null>(null);
  const [isNoText, setIsNoText] = useState(false);
  const add = useCallback(
    async (text: string, list: PickedList | null = null) => {
      setIsNoText(false);
      setReading(batch.add(text, namesSites(text) ? await sitesOn() : [], list));
    },
    [batch],
  );
  const addFile = async (file: File) => {
    const text = await readTextFile(file).catch(() => null);
    if (text !== null) return add(text);
    setReading(null);
    setIsNoText(true);
  };
  const isOver = useFileDrop((file) => void addFile(file));
  useEffect(() => {
    batch.restore();
    const left = takeLinks();
    const list = takePicked();
    if (left !== null) void add(left, list);
  }, [batch, add]);

  const [isRefusing, setIsRefusing] = useState(false);
  useEffect(() => setIsRefusing(!keepsCookies()), []);

  const hasRows = state.rows.length > 0;
  const area = useRef<HTMLTextAreaElement>(null);
  const hadRows = useRef(false);
  useEffect(() => {
    // The button that cleared the list is no more.
    if (hadRows.current && !hasRows && document.activeElement === document.body)
      area.current?.focus();
    hadRows.current = hasRows;
  }, [hasRows]);
  const form = (
    <ListForm
      area={area}
      onAdd={(text) => void add(text)}
      onFile={addFile}
      isOver={isOver}
      hasRows={hasRows}
    />
  );
  return (
    <>
      {isRefusing && (
        <Suspense>
          <CookiesOff />
        </Suspense>
      )}
      <Card as="section" aria-label={t('batch.formHeading')}>
        {hasRows ? <Disclosure summary={t('batch.addMore')}>{form}</Disclosure> : form}
        <div role="status">
          {reading && <LeftOut reading={reading} />}
          {isNoText && <p className="mt-4 text-bad">{t('batch.notText')}</p>}
        </div>
      </Card>
      {hasRows && <Queue batch={batch} state={state} />}
    </>
  );
}

/** Takes the list that links were picked of, once; null if there is none. Only this tab's own pages write it. */
function takePicked(): PickedList | null {
  const list = recallFromTab('batch-list');
  storeInTab('batch-list', null);
  return list as PickedList | null;
}

/** Returns the queue of this tab and its state. */
function useBatch(): { batch: BatchStore; state: BatchState } {
  const batch = useSessionStore('batch', () => {
    const made = createBatch({
      calls,
      openStream: openProgressStream,
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      now,
      memory: batchMemory,
      log: (what, error) => console.warn(what, error),
    });
    let { rows } = made.getState();
    made.subscribe(() => {
      const next = made.getState().rows;
      void recordRows(rows, next);
      rows = next;
    });
    return made;
  });
  const state = useSyncExternalStore(batch.subscribe, batch.getState, batch.getState);
  return { batch, state };
}

/** Adds the rows that have become ready since an earlier state. Those that were so before a reload are there already. */
async function recordRows(before: readonly BatchRow[], after: readonly BatchRow[]): Promise<void> {
  const entries = after.flatMap((row) => finished(before, row) ?? []);
  if (entries.length === 0 || !isRecording()) return;
  try {
    const { keepEntry } = await import('../../download-client/history/store.ts');
    for (const entry of entries) await keepEntry(entry);
  } catch (error) {
    console.warn('the history could not be written', error);
  }
}

function finished(before: readonly BatchRow[], { key, url, preview, state }: BatchRow) {
  if (state.kind !== 'ready') return null;
  const was = before.find((row) => row.key === key)?.state;
  const ranHere = was?.kind === 'starting' || (was?.kind === 'open' && was.progress !== null);
  if (!ranHere) return null;
  const { job, result } = state;
  const { title = '', author = null } = preview ?? {};
  return entryOf({ job, url, title, author, result, savedAt: now() });
}

/** The result of adding a list. */
function LeftOut({ reading }: { readonly reading: ListReading }) {
  const { t } = useWords();
  const { links, repeated, unusable, unusableCount, plainLines, beyond, isCut } = reading;
  const unnamed = unusableCount - unusable.length;
  return (
    <div className="mt-4 grid gap-2 text-sm">
      <p className="font-semibold">{t('batch.added', { count: links.length })}</p>
      {repeated.length > 0 && (
        <Named text={t('batch.repeated', { count: repeated.length })}>
          {repeated.map(({ url, count }) => (
            <li key={url}>
              <bdi dir="ltr">{url}</bdi>
              {count > 1 && <span className="text-soft"> × {count}</span>}
            </li>
          ))}
        </Named>
      )}
      {unusableCount > 0 && (
        <Named text={t('batch.unusable', { count: unusableCount })}>
          {unusable.map(({ url, code }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same text may come twice
            <li key={index}>
              <bdi dir="ltr">{url}</bdi>
              <span className="text-soft">
                {' — '}
                {failureWords(failureWithoutAnswer(code), null, t)}
              </span>
            </li>
          ))}
          {unnamed > 0 && <li className="text-soft">{t('batch.andMore', { count: unnamed })}</li>}
        </Named>
      )}
      {plainLines > 0 && (
        <p className="text-soft">{t('batch.plainLines', { count: plainLines })}</p>
      )}
      {beyond > 0 && <p>{t('batch.beyond', { count: beyond, most: MAX_LINKS })}</p>}
      {isCut && <p>{t('batch.cut')}</p>}
    </div>
  );
}

function Named({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-1 max-h-40 list-disc overflow-auto ps-5 [overflow-wrap:anywhere]">
        {children}
      </ul>
    </div>
  );
}

type ListFormProps = {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onAdd: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** Whether a file is being dragged over the page. */
  readonly isOver: boolean;
  readonly hasRows: boolean;
};

const TEXT_FILES = '.txt,.csv,.tsv,.md,text/plain,text/csv';

/** Takes a list: typed, pasted, or from a text file. One that is pasted into the empty field is added at once. */
function ListForm({ area, onAdd, onFile, isOver, hasRows }: ListFormProps) {
  const { t } = useWords();
  const add = (text: string) => {
    onAdd(text);
    if (area.current) area.current.value = '';
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (event.currentTarget.value !== '' || readList(pasted).links.length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = area.current?.value ?? '';
        if (text.trim() === '') area.current?.focus();
        else add(text);
      }}
    >
      {/* Not controlled: what was typed before React had taken over the page is not lost. */}
      <TextArea
        ref={area}
        label={isOver ? t('batch.dropHere') : t('batch.formLabel')}
        hint={t('batch.formHint')}
        rows={hasRows ? 3 : 6}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        onPaste={onPaste}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={hasRows ? 'secondary' : 'primary'}
          icon={ListPlus}
          className="max-sm:w-full"
        >
          {t('batch.add')}
        </Button>
        <FileButton
          accept={TEXT_FILES}
          icon={FileText}
          buttonClass="btn-secondary max-sm:w-full"
          onChoose={onFile}
        >
          {t('batch.openFile')}
        </FileButton>
      </div>
    </form>
  );
}
