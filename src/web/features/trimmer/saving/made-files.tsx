// Several new files: the state of each, a link that saves it, all of them as one ZIP, and another try for what is missing.
import { ArrowDownToLine, FolderArchive, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../browser/clock.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { FailureText } from '../failure-text.tsx';
import { zipName } from '../file-name.ts';
import { failureOf, type TrimError } from '../media/failure.ts';
import type { CutItem, MadeItem } from '../media/use-cut.ts';
import { type TrimmerKey, useTrimmerWords } from '../use-trimmer-words.ts';
import { EverywhereOffer, MadeFacts } from './made-alone.tsx';
import { zipOf } from './zip-files.ts';

type MadeFilesProps = {
  readonly items: readonly CutItem[];
  readonly original: string;
  /** Null where something was changed since. */
  readonly onAgain: (() => Promise<void>) | null;
};

const isMade = (item: CutItem): item is MadeItem => item.kind === 'made';

/** The card of the files. */
export function MadeFiles({ items, original, onAgain }: MadeFilesProps) {
  const { t } = useTrimmerWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const made = items.filter(isMade);
  const missing = items.length - made.length;
  return (
    <div className={`rounded-md border p-4 ${missing ? 'border-bad' : 'border-good'}`}>
      <h3 ref={heading} tabIndex={-1} className="text-lg focus:outline-none">
        {t('trimmer.filesReady', { count: made.length })}
      </h3>
      {missing > 0 && (
        <p className="mt-1 text-sm">{t('trimmer.filesMissing', { count: missing })}</p>
      )}
      <div className="my-4 flex flex-wrap gap-3 empty:hidden">
        {made.length > 1 && <AsZip made={made} original={original} isOld={onAgain === null} />}
        {missing > 0 && onAgain && (
          <Button icon={RotateCcw} className="max-sm:w-full" onClick={() => void onAgain()}>
            {t('trimmer.makeMissing', { count: missing })}
          </Button>
        )}
      </div>
      <MadeList items={items} />
    </div>
  );
}

const STATE_WORDS: Readonly<Record<Exclude<CutItem['kind'], 'made'>, TrimmerKey>> = {
  waiting: 'trimmer.fileWaiting',
  making: 'trimmer.makingHeading',
  checking: 'trimmer.checking',
  left: 'trimmer.fileLeft',
  failed: 'trimmer.fileFailed',
};

/** The files in their order; those that are there can be saved while others are being made. */
export function MadeList({ items }: { readonly items: readonly CutItem[] }) {
  const { t } = useTrimmerWords();
  return (
    <ol className="grid gap-4" aria-label={t('trimmer.files')}>
      {items.map((item) => (
        <li key={item.name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="font-semibold text-sm [overflow-wrap:anywhere]" dir="auto">
              {item.name}
            </p>
            {item.kind === 'made' ? (
              <p className="mt-1 text-soft text-sm">
                <MadeFacts item={item} />
              </p>
            ) : (
              <p className="mt-1">
                <Badge tone={item.kind === 'failed' ? 'bad' : 'neutral'}>
                  {t(STATE_WORDS[item.kind])}
                </Badge>
              </p>
            )}
            {item.kind === 'failed' && <FailureText error={item.error} />}
          </div>
          {item.kind === 'made' && (
            <div>
              <ButtonLink href={item.url} download={item.name} icon={ArrowDownToLine}>
                {t('trimmer.save')}
              </ButtonLink>
            </div>
          )}
          {item.kind === 'made' && !item.file.playsEverywhere && <EverywhereOffer item={item} />}
        </li>
      ))}
    </ol>
  );
}

type Packing =
  | { readonly kind: 'none' | 'packing' }
  | { readonly kind: 'packed'; readonly url: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly error: TrimError };

type AsZipProps = {
  readonly made: readonly MadeItem[];
  readonly original: string;
  readonly isOld: boolean;
};

/** The button, then the archive to save. */
function AsZip({ made, original, isOld }: AsZipProps) {
  const { t, language } = useTrimmerWords();
  const { packing, pack } = usePacking(made);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (packing.kind !== 'packed') return;
    link.current?.focus({ preventScroll: true });
    // Phones require a fresh tap.
    if (!matchMedia('(pointer: coarse)').matches) link.current?.click();
  }, [packing]);
  return (
    <>
      {packing.kind === 'packed' ? (
        <ButtonLink
          ref={link}
          href={packing.url}
          download={zipName(original)}
          variant={isOld ? 'secondary' : 'primary'}
          className="max-sm:w-full"
          icon={ArrowDownToLine}
        >
          {t('trimmer.zipSave', { size: formatBytes(packing.bytes, language) })}
        </ButtonLink>
      ) : (
        <Button
          variant={isOld ? 'secondary' : 'primary'}
          icon={FolderArchive}
          className="max-sm:w-full"
          busy={packing.kind === 'packing'}
          onClick={() => void pack()}
        >
          {t(packing.kind === 'packing' ? 'trimmer.zipPacking' : 'trimmer.zipAll')}
        </Button>
      )}
      {packing.kind === 'failed' && <FailureText error={packing.error} />}
    </>
  );
}

function usePacking(made: readonly MadeItem[]) {
  const [packing, setPacking] = useState<Packing>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const url = useRef<string | null>(null);
  // Other files make another archive.
  const names = made.map(({ url: own }) => own).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URLs of the files name them
  useEffect(() => {
    setPacking({ kind: 'none' });
    return () => {
      running.current?.abort();
      if (url.current) URL.revokeObjectURL(url.current);
      url.current = null;
    };
  }, [names]);
  const pack = async () => {
    const own = new AbortController();
    running.current = own;
    setPacking({ kind: 'packing' });
    try {
      const files = made.map(({ name, file }) => ({ name, file: file.file }));
      const zip = await zipOf(files, now(), own.signal);
      if (own.signal.aborted) return;
      url.current = URL.createObjectURL(zip);
      setPacking({ kind: 'packed', url: url.current, bytes: zip.size });
    } catch (error) {
      if (!own.signal.aborted) setPacking({ kind: 'failed', error: failureOf(error) });
    }
  };
  return { packing, pack };
}
