// Reads subtitles as a text: with times, a search, and a button that copies all of it.
import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { failureOf } from '../../../download-client/failure.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { useFetched } from '../../../page/use-fetched.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';

/** Cues that are shown at once: a film may have thousands. */
const STEP = 300;

type TranscriptProps = {
  /** Where the cues are, as JSON. */
  readonly address: string;
  /** BCP 47. */
  readonly language: string;
};

/** The reader. */
export function Transcript({ address, language }: TranscriptProps) {
  const { t } = useWords();
  const { data, phase, error, load } = useFetched<{ cues: readonly Cue[] }>(address, {
    staysFresh: true,
  });
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(STEP);
  const wanted = useDeferredValue(query);
  const cues = data?.cues ?? [];
  const shown = useMemo(() => findCues(data?.cues ?? [], wanted), [data, wanted]);
  if (phase === 'failed' && !data)
    return (
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
        <p>{t('advanced.transcriptFailed')}</p>
        <AgainButton waitSeconds={nextStepOf(failureOf(error)).waitSeconds} onAgain={load} />
      </div>
    );
  if (!data) return <Skeleton className="mt-4 h-64 w-full rounded-md" />;
  return (
    <div className="mt-4 rounded-md border border-line bg-sunk p-4">
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          className="min-w-52 flex-1"
          label={t('advanced.searchText')}
          type="search"
          leading={<Icon of={Search} size="small" />}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setMost(STEP);
          }}
        />
        <CopyButton text={cues.map(({ text }) => text).join('\n')} label={t('advanced.copyText')} />
      </div>
      <p className="mt-3 text-soft text-sm" role="status">
        {t('advanced.lineCount', { count: shown.length })}
      </p>
      <ol className="transcript" lang={language} dir="auto">
        {shown.slice(0, most).map((cue) => (
          <Line key={`${cue.startMs} ${cue.text}`} cue={cue} />
        ))}
      </ol>
      {shown.length > most && (
        <Button variant="quiet" onClick={() => setMost(most + STEP)}>
          {t('advanced.moreLines')}
        </Button>
      )}
    </div>
  );
}

function Line({ cue }: { readonly cue: ShownCue }) {
  let at = 0;
  return (
    <li>
      <time className="text-soft tabular-nums" dir="ltr">
        {formatLength(Math.floor(cue.startMs / 1000))}
      </time>
      <span dir="auto">
        {piecesOf(cue).map((piece, index) => {
          const key = at;
          at += piece.length;
          return index % 2 === 1 ? <mark key={`mark ${key}`}>{piece}</mark> : piece;
        })}
      </span>
    </li>
  );
}

/** One cue; times in milliseconds. */
type Cue = { readonly startMs: number; readonly endMs: number; readonly text: string };

/** A cue as shown; `marks` are the ranges of its text that were searched for, [start, end). */
type ShownCue = Cue & { readonly marks: readonly (readonly [number, number])[] };

/** The cues that contain a text, whatever its case; all of them for an empty one. */
function findCues(cues: readonly Cue[], query: string): readonly ShownCue[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return cues.map((cue) => ({ ...cue, marks: [] }));
  return cues.flatMap((cue) => {
    const marks = marksIn(cue.text, wanted);
    return marks.length > 0 ? [{ ...cue, marks }] : [];
  });
}

function marksIn(text: string, wanted: string): [number, number][] {
  const lower = text.toLocaleLowerCase();
  // Of a different length, such as that of İ, positions would be wrong.
  if (lower.length !== text.length) return lower.includes(wanted) ? [[0, text.length]] : [];
  const marks: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    marks.push([at, at + wanted.length]);
  return marks;
}

/** A text cut at its marks: every second piece is marked. */
function piecesOf({ text, marks }: Pick<ShownCue, 'text' | 'marks'>): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    pieces.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}
