// The receipt: what the check found in the finished file.
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { formatBytes, formatLength } from '../../../words/figures.ts';
import { useWords, type Words } from '../../../words/words.tsx';
import { codecName } from '../codec-names.ts';
import { caveatsOf } from '../describe-offer.ts';
import { PlaysOn } from '../plays-on.tsx';

const loadLeadNote = () => import('./receipt-notes.tsx').then((it) => it.LeadNote);
const loadNotes = () => import('./receipt-notes.tsx').then((it) => it.ReceiptNotes);
type ReceiptListProps = {
  readonly result: DownloadResult;
  /** Null where it is not known. */
  readonly platformName: string | null;
};

/** The list, with the SHA-256 collapsed. */
export function ReceiptList({ result, platformName }: ReceiptListProps) {
  const words = useWords();
  const { t, language } = words;
  const { receipt, format } = result;
  const platform = platformName ?? t('download.thePlatform');
  const caveats = caveatsOf({ caveats: receipt.caveats ?? [], voice: null }, platform, words);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('download.format'), [format.toUpperCase(), ...caveats].join(' · ')],
    [t('download.receiptPicture'), pictureFact(receipt.picture, words)],
    [t('download.receiptSound'), soundFact(receipt.sound, words)],
    [
      t('download.receiptLength'),
      receipt.durationSeconds === null ? null : formatLength(receipt.durationSeconds),
    ],
    [t('download.receiptSize'), formatBytes(receipt.bytes, language)],
  ];
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="good" icon={BadgeCheck}>
          {t('download.checked')}
        </Badge>
        <span className="text-soft text-sm">{t('download.checkedText')}</span>
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-soft">{name}</dt>
                <dd className="tabular-nums">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
        <div className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-soft">{t('download.receiptPlays')}</dt>
          <dd>
            {receipt.hidesLead ? (
              <LazySection group="receipt" load={loadLeadNote} props={{}} />
            ) : (
              <PlaysOn places={receipt.playsOn} />
            )}
          </dd>
        </div>
      </dl>
      {(receipt.announced ||
        receipt.apartSeconds ||
        receipt.empty ||
        receipt.instead ||
        receipt.span ||
        receipt.leftOutSeconds ||
        receipt.loudness ||
        receipt.missingSubtitles) && (
        <LazySection group="receipt" load={loadNotes} props={{ receipt }} />
      )}
      <Disclosure summary={t('download.fingerprint')} className="mt-2 text-sm">
        <p className="font-mono text-xs [overflow-wrap:anywhere]" dir="ltr">
          {receipt.sha256 ?? t('download.fingerprintComing')}
        </p>
      </Disclosure>
    </>
  );
}

type Receipt = DownloadResult['receipt'];

function pictureFact(picture: Receipt['picture'], { t }: Words): string | null {
  if (!picture) return null;
  const size = `${picture.width} × ${picture.height}`;
  const codec = codecName(picture.codec);
  if (codec === null) return size;
  return picture.fps === null
    ? t('download.pictureFact', { size, codec })
    : t('download.pictureFactFps', { size, codec, fps: Math.round(picture.fps * 100) / 100 });
}

function soundFact(sound: Receipt['sound'], { t }: Words): string | null {
  if (!sound) return null;
  const fact = {
    codec: codecName(sound.codec) ?? t('download.unknownCodec'),
    kilohertz: sound.sampleRateHz / 1000,
    channels: sound.channels,
  };
  return sound.kilobitsPerSecond === null
    ? t('download.soundFact', fact)
    : t('download.soundFactRate', { ...fact, rate: sound.kilobitsPerSecond });
}
