// The history of this browser: its switch, search, list, export and eraser.
import { Download, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';
import { type Entry, exported, matching } from '../../download-client/history/entry.ts';
import { isRecording, setRecording } from '../../download-client/history/recording.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { useHistory } from './use-history.ts';

const FILE_NAME = 'keepreel-history.json';
const REVOKE_AFTER_MS = 60_000;

/** The whole tool; requires the messages of `history`. */
export function History() {
  const { t } = useWords();
  const { entries, isMissing, erase, eraseAll } = useHistory();
  const [isOn, setIsOn] = useState(true);
  const [asked, setAsked] = useState<'all' | 'off' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setIsOn(isRecording()), []);
  const turn = (on: boolean) => {
    setRecording(on);
    setIsOn(isRecording());
    if (!on && entries?.length) setAsked('off');
  };
  // What had the focus is removed with the entry.
  const refocus = () => heading.current?.focus();
  return (
    <section
      className="history"
      aria-labelledby="history-heading"
      aria-busy={entries === null && !isMissing}
    >
      <h2 ref={heading} id="history-heading" className="sr-only" tabIndex={-1}>
        {t('history.heading')}
      </h2>
      <CheckField checked={isOn} onChange={turn}>
        {t('history.keep')}
      </CheckField>
      <p className="mb-6 text-soft text-sm">{t(isOn ? 'history.onHint' : 'history.offHint')}</p>
      {isMissing ? (
        <Missing />
      ) : entries === null ? (
        <Skeleton className="h-64 w-full rounded-lg" />
      ) : entries.length === 0 ? (
        <Empty />
      ) : (
        <EntryList
          entries={entries}
          onErase={(id) => void erase(id).then(refocus)}
          onEraseAll={() => setAsked('all')}
        />
      )}
      <EraseDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onErase={() => {
          setAsked(null);
          void eraseAll().then(refocus);
        }}
      />
    </section>
  );
}

type EntryListProps = {
  readonly entries: readonly Entry[];
  readonly onErase: (id: string) => void;
  readonly onEraseAll: () => void;
};

function EntryList({ entries, onErase, onEraseAll }: EntryListProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const shown = matching(entries, text);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('history.search')}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1 basis-64"
        />
        <Button icon={Download} onClick={() => saveFile(exported(entries))}>
          {t('history.export')}
        </Button>
        <Button variant="danger" icon={Trash2} onClick={onEraseAll}>
          {t('history.eraseAll')}
        </Button>
      </div>
      <p role="status" className="my-4 text-soft text-sm">
        {shown.length === 0 ? t('history.noMatch') : t('history.count', { count: shown.length })}
      </p>
      <ul className="history-list">
        {shown.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onErase={() => onErase(entry.id)} />
        ))}
      </ul>
    </>
  );
}

function Empty() {
  const { t, code } = useWords();
  return (
    <Note heading={t('history.emptyHeading')} text={t('history.emptyText')}>
      <ButtonLink href={inLanguage(languageOf(code).prefix, pathOf('home'))}>
        {t('history.emptyAction')}
      </ButtonLink>
    </Note>
  );
}

function Missing() {
  const { t } = useWords();
  return <Note heading={t('history.missingHeading')} text={t('history.missingText')} />;
}

type NoteProps = {
  readonly heading: string;
  readonly text: string;
  readonly children?: ReactNode;
};

function Note({ heading, text, children }: NoteProps) {
  return (
    <Card className="list-note" role="status">
      <h3>{heading}</h3>
      <p>{text}</p>
      {children}
    </Card>
  );
}

function saveFile(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

type EraseDialogProps = {
  readonly asked: 'all' | 'off' | null;
  readonly onClose: () => void;
  readonly onErase: () => void;
};

/** The dialog; open while something is asked. */
function EraseDialog({ asked, onClose, onErase }: EraseDialogProps) {
  const { t } = useWords();
  const isOff = asked === 'off';
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={t(isOff ? 'history.offAskHeading' : 'history.askHeading')}
      footer={
        <>
          <Button onClick={onClose}>{t(isOff ? 'history.keepThem' : 'history.cancel')}</Button>
          <Button variant="danger" onClick={onErase}>
            {t('history.eraseAll')}
          </Button>
        </>
      }
    >
      <p>{t(isOff ? 'history.offAskText' : 'history.askText')}</p>
    </Dialog>
  );
}

/** Digits only: `Intl` has no Latin months. */
const TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};

type EntryRowProps = { readonly entry: Entry; readonly onErase: () => void };

/** The row; it has no picture, since that would have to be asked for. */
function EntryRow({ entry, onErase }: EntryRowProps) {
  const { t, code, language } = useWords();
  const { title, author, platform, format, quality, bytes, savedAt, link } = entry;
  const name = title.trim() || link;
  const home = inLanguage(languageOf(code).prefix, pathOf('home'));
  const facts = [
    PLATFORMS[platform].label,
    author,
    format.toUpperCase(),
    quality,
    bytes === null ? null : formatBytes(bytes, language),
  ].filter((fact) => fact !== null);
  const time = new Intl.DateTimeFormat(language, TIME);
  return (
    <li className="history-row">
      <Mark of={platform} className="size-5" />
      <div className="min-w-0">
        <h3 className="text-base [overflow-wrap:anywhere]" dir="auto">
          {name}
        </h3>
        <p className="flex flex-wrap gap-x-3 text-soft text-sm">
          {[...new Set(facts)].map((fact) => (
            <bdi key={fact} className="min-w-0 [overflow-wrap:anywhere]">
              {fact}
            </bdi>
          ))}
          <time dateTime={new Date(savedAt).toISOString()}>{time.format(savedAt)}</time>
        </p>
      </div>
      <div className="history-row-tools">
        <ButtonLink
          icon={RotateCcw}
          href={`${home}?u=${encodeURIComponent(link)}`}
          aria-label={`${t('history.again')}: ${name}`}
        >
          {t('history.again')}
        </ButtonLink>
        <IconButton label={t('history.erase', { title: name })} icon={Trash2} onClick={onErase} />
      </div>
    </li>
  );
}
