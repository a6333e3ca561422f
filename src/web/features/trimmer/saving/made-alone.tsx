// The new file where there is one: what it is, the link that saves it, and what more can be made of it.
import { ArrowDownToLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { formatTime } from '../../../cutting/times.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../words/figures.ts';
import type { MadeItem } from '../media/use-cut.ts';
import { SendOffer } from '../sending/send-offer.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';

type MadeAloneProps = {
  readonly item: MadeItem;
  /** Whether something was changed since, so that another file may be wanted first. */
  readonly isOld: boolean;
};

/** The card of the file. */
export function MadeAlone({ item, isOld }: MadeAloneProps) {
  const { t } = useTrimmerWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="rounded-md border border-good p-4">
      <h3 className="text-lg">{t('trimmer.readyHeading')}</h3>
      <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
        {item.name}
      </p>
      <p className="mt-2 text-sm">
        <MadeFacts item={item} />
      </p>
      <ButtonLink
        ref={link}
        href={item.url}
        download={item.name}
        variant={isOld ? 'secondary' : 'primary'}
        size="large"
        wide
        className="mt-4"
        icon={ArrowDownToLine}
      >
        {t('trimmer.save')}
      </ButtonLink>
      {!item.file.playsEverywhere && <EverywhereOffer item={item} />}
    </div>
  );
}

/** Its length and size, and where in the original it starts. */
export function MadeFacts({ item: { file } }: { readonly item: MadeItem }) {
  const { t, language } = useTrimmerWords();
  return (
    <>
      {t('trimmer.readyChecked', {
        length: formatTime(file.durationMs),
        size: formatBytes(file.file.size, language),
      })}
      {' · '}
      {t('trimmer.readyStart', { time: formatTime(file.startMs) })}
    </>
  );
}

/** Offers to have a file that not every device plays encoded on the server; then the way to what it made. */
export function EverywhereOffer({ item }: { readonly item: MadeItem }) {
  const [result, setResult] = useState<DownloadResult | null>(null);
  const [file] = useState(() => fileOf(item));
  if (result) return <Ready result={result} />;
  return (
    <SendOffer
      file={file}
      as="everywhere"
      text="trimmer.everywhereText"
      action="trimmer.everywhere"
      onReady={setResult}
    />
  );
}

function Ready({ result }: { readonly result: DownloadResult }) {
  const { t, language } = useTrimmerWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="mt-4">
      <p role="status" className="font-semibold">
        {t('trimmer.everywhereReady')}
      </p>
      <p className="mt-1 text-soft text-sm tabular-nums">
        <bdi>{formatBytes(result.receipt.bytes, language)}</bdi>
      </p>
      <ButtonLink
        ref={link}
        href={result.downloadUrl}
        download={result.filename}
        variant="primary"
        className="mt-3"
        icon={ArrowDownToLine}
      >
        {t('trimmer.save')}
      </ButtonLink>
    </div>
  );
}

function fileOf({ name, file }: MadeItem): File {
  return new File([file.file], name, { type: file.file.type });
}
