// Offers to have a made file that not every device plays encoded on the server; then the way to what it made.
import { ArrowDownToLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../words/figures.ts';
import type { CutFile } from '../media/make-cut.ts';
import { SendOffer } from '../sending/send-offer.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';

/** The offer; nothing is sent before it is accepted. */
export function EverywhereOffer({ cut }: { readonly cut: CutFile }) {
  const [result, setResult] = useState<DownloadResult | null>(null);
  const [file] = useState(() => new File([cut.file], cut.name, { type: cut.file.type }));
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
