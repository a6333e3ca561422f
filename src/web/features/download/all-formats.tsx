// The table of all offers of a post.
import type { Offer } from '../../../shared/api/inspect.ts';
import { QUALITIES } from '../../../shared/media/qualities.ts';
import type { Format } from '../../download-client/flow-state.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { codecsOf, nameOf, sizeOf } from './describe-offer.ts';
import { PlaysOn } from './plays-on.tsx';

type AllFormatsProps = {
  readonly offers: readonly Offer[];
  readonly platformName: string;
  /** The format whose rows are listed first. */
  readonly format: Format;
  readonly picked: string | null;
  readonly onPick: (offerId: string) => void;
};

/** The table, collapsed except on the advanced page. Omits the three simple qualities, which are among its rows. */
export function AllFormats({ offers, platformName, format, picked, onPick }: AllFormatsProps) {
  const words = useWords();
  const { t } = words;
  const { route } = usePage();
  const omitted: readonly string[] = [...QUALITIES, 'thumbnail'];
  const all = offers.filter((offer) => !omitted.includes(offer.id));
  const isOfFormat = (offer: Offer) => (offer.videoCodec !== null) === (format === 'mp4');
  const rows = [...all.filter(isOfFormat), ...all.filter((offer) => !isOfFormat(offer))];
  if (rows.length === 0) return null;
  const columns: readonly Column<Offer>[] = [
    {
      key: 'name',
      head: t('download.columnChoice'),
      isRowHead: true,
      cell: (offer) => (
        <>
          <span className="font-semibold">{nameOf(offer, platformName, words)}</span>
          <span className="formats-codec">{codecsOf(offer, words)}</span>
        </>
      ),
    },
    { key: 'codec', head: t('download.columnCodec'), cell: (offer) => codecsOf(offer, words) },
    {
      key: 'plays',
      head: t('download.receiptPlays'),
      cell: (offer) => <PlaysOn places={offer.playsOn} />,
    },
    {
      key: 'size',
      head: t('download.receiptSize'),
      align: 'end',
      cell: (offer) => sizeOf(offer, words) ?? t('download.sizeUnknown'),
    },
    {
      key: 'pick',
      head: t('download.pick'),
      plain: true,
      align: 'end',
      cell: (offer) => (
        <Button
          variant={offer.id === picked ? 'primary' : 'secondary'}
          aria-pressed={offer.id === picked}
          aria-label={t('download.pickRow', {
            row: `${nameOf(offer, platformName, words)} ${codecsOf(offer, words)}`,
          })}
          onClick={() => onPick(offer.id)}
        >
          {offer.id === picked ? t('download.picked') : t('download.pick')}
        </Button>
      ),
    },
  ];
  return (
    <Disclosure
      summary={t('download.allFormats')}
      open={route === 'advanced'}
      className="border-line border-y py-1"
    >
      <Table
        className="formats"
        caption={t('download.allFormatsCaption')}
        columns={columns}
        rows={rows}
        rowKey={(offer) => offer.id}
      />
    </Disclosure>
  );
}
