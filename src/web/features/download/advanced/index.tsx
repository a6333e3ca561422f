// Everything that can be chosen of an item on the advanced page: its row, the format, the voice, subtitles, tags and the name of
// the file. A chunk of its own, loaded there only.

import { ImageDown } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import type { Choice, Details } from '../../../download-client/flow-state.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { MoreWords, useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import { containersFor, fitDetails, formatOf, holds } from './details.ts';
import { FormatTable } from './format-table.tsx';
import {
  containerLike,
  type Remembered,
  readRemembered,
  rowLike,
  writeRemembered,
} from './remembered.ts';
import { type Row, rowsOf } from './rows.ts';
import { SaveAs } from './save-as.tsx';
import { SubtitleList } from './subtitle-list.tsx';

/** The options for one item; start anew for another one. Suspend until their messages are loaded. */
export function Advanced(props: AdvancedOptionsProps) {
  return (
    <MoreWords group="advanced">
      <AdvancedOptions key={`${props.answer.id} ${props.item.id}`} {...props} />
    </MoreWords>
  );
}

/** The offer of the picture that the platform shows for a video. */
const THUMBNAIL = 'thumbnail';

/** `choice` is the flow's; every change goes to it at once. */
type AdvancedOptionsProps = {
  readonly flow: Pick<Flow, 'choose' | 'start'>;
  readonly answer: InspectAnswer;
  readonly item: InspectItem;
  readonly choice: Choice;
};

/** The options. A remembered choice is taken and started as soon as they appear. */
function AdvancedOptions({ flow, answer, item, choice }: AdvancedOptionsProps) {
  const { t } = useWords();
  const rows = useMemo(() => rowsOf(item), [item]);
  const [isRemembered, setIsRemembered] = useState(() => readRemembered() !== null);
  const row = rowOf(rows, choice);
  const details = choice.details ?? {};
  const change = (changed: Details, of: Row) => {
    const fitted = fitDetails(changed, of);
    flow.choose({ ...pickOf(of), details: fitted });
    if (isRemembered) writeRemembered(memoryOf(of, fitted, item));
  };
  const pick = (picked: Row) =>
    change({ ...details, container: firstContainer(picked, details), ...voiceOf(picked) }, picked);
  useFirstChoice({ flow, rows, item, choice, pick });
  if (!row) return <p className="text-soft">{t('advanced.nothing')}</p>;
  return (
    <div className="grid grid-cols-1 gap-8">
      <FormatTable rows={rows} platformName={answer.platformName} picked={row.key} onPick={pick} />
      <SaveAs
        row={row}
        item={item}
        title={answer.media.title}
        details={details}
        onChange={(changed) => change(changed, row)}
      />
      <SubtitleList
        inspection={answer.id}
        item={item}
        row={row}
        details={details}
        onChange={(subtitles) => change({ ...details, subtitles: [...subtitles] }, row)}
      />
      {item.offers.some(({ id }) => id === THUMBNAIL) && (
        <div>
          <Button
            icon={ImageDown}
            onClick={() => {
              flow.choose({ offerId: THUMBNAIL, details: {}, part: undefined });
              void flow.start();
            }}
          >
            {t('advanced.savePicture')}
          </Button>
        </div>
      )}
      <TagFields
        row={row}
        title={item.title || answer.media.title}
        artist={answer.media.author ?? ''}
        details={details}
        onChange={(changed) => change(changed, row)}
      />
      <CheckField
        checked={isRemembered}
        onChange={(checked) => {
          setIsRemembered(checked);
          writeRemembered(checked ? memoryOf(row, details, item) : null);
        }}
      >
        {t('advanced.remember')}
        <span className="block text-soft text-sm">{t('advanced.rememberHint')}</span>
      </CheckField>
    </div>
  );
}

/** Takes the remembered choice and starts it, or else the row that the page would take by itself. */
function useFirstChoice({
  flow,
  rows,
  item,
  choice,
  pick,
}: Pick<AdvancedOptionsProps, 'flow' | 'item' | 'choice'> & {
  readonly rows: readonly Row[];
  readonly pick: (row: Row) => void;
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item, for which this component starts anew
  useEffect(() => {
    const { withoutMarked = false, container } = choice.details ?? {};
    // Of what was chosen on another page, only this is a detail.
    if (choice.details && !(withoutMarked && !container)) return;
    const remembered = withoutMarked ? null : readRemembered();
    const like = remembered && rowLike(rows, remembered);
    if (remembered && like) {
      flow.choose({ ...pickOf(like), details: detailsLike(like, remembered, item) });
      void flow.start();
      return;
    }
    const row = rowOf(rows, choice);
    if (row) pick(row);
  }, []);
}

/** The row of a choice; without one the row that `high` or the first audio comes to. */
function rowOf(rows: readonly Row[], { offerId, format, details }: Choice): Row | null {
  const trackId = details?.sound && 'track' in details.sound ? details.sound.track : null;
  const picked =
    rows.find(
      (row) => row.offerId === offerId && row.trackId !== null && row.trackId === trackId,
    ) ?? rows.find((row) => row.offerId === offerId);
  if (picked) return picked;
  const own = rows.filter(({ kind }) => kind === (format === 'mp4' ? 'video' : 'audio'));
  return own.find(({ playsOn }) => playsOn.includes('everything')) ?? own[0] ?? rows[0] ?? null;
}

const pickOf = ({ kind, offerId }: Row) =>
  ({ format: kind === 'video' ? 'mp4' : 'mp3', offerId }) as const;

const voiceOf = ({ kind, trackId }: Row): Details =>
  kind === 'audio' && trackId !== null ? { sound: { track: trackId } } : {};

/** The format that was chosen before, if this row can become it. */
function firstContainer(row: Row, { container }: Details) {
  const containers = containersFor(row);
  const isOther = row.kind === 'audio' && container === 'original';
  return container && containers.includes(container) && !isOther
    ? container
    : row.kind === 'audio' && containers.includes('original')
      ? 'original'
      : (containers[0] ?? 'mp4');
}

function memoryOf(row: Row, details: Details, item: InspectItem): Remembered {
  const { container = 'mp4', kilobitsPerSecond = null, sound, subtitles = [], loudness } = details;
  const languages = item.subtitles
    .filter(({ id }) => subtitles.includes(id))
    .map(({ language }) => language);
  return {
    kind: row.kind,
    shortSide: row.shortSide,
    videoCodec: row.videoCodec,
    container,
    kilobitsPerSecond,
    ...(loudness && { loudness }),
    language: sound && 'language' in sound ? sound.language : null,
    subtitles: [...new Set(languages)],
  };
}

function detailsLike(row: Row, remembered: Remembered, item: InspectItem): Details {
  const { kilobitsPerSecond, language, subtitles, loudness } = remembered;
  const hasVoice = item.tracks.some(
    ({ sound }) => sound && sound !== 'unknown' && sound.language === language,
  );
  const wanted = item.subtitles.filter((one) => !one.automatic && subtitles.includes(one.language));
  const details: Details = {
    container: containerLike(row, remembered),
    ...voiceOf(row),
    ...(language !== null && hasVoice && { sound: { language } }),
    ...(kilobitsPerSecond && { kilobitsPerSecond }),
    ...(loudness && { loudness }),
    subtitles: wanted.map(({ id }) => id),
  };
  return fitDetails(details, row);
}

type TagFieldsProps = {
  readonly row: Row;
  /** What the post has. */
  readonly title: string;
  readonly artist: string;
  readonly details: Details;
  readonly onChange: (details: Details) => void;
};

/** Title, artist and cover of the file, folded away; a sentence for a format without tags. */
function TagFields({ row, title, artist, details, onChange }: TagFieldsProps) {
  const { t } = useWords();
  const format = formatOf(row, details.container ?? 'mp4');
  const tags = details.tags ?? {};
  const change = (changed: NonNullable<Details['tags']>) =>
    onChange({ ...details, tags: { ...tags, ...changed } });
  return (
    <Disclosure summary={t('advanced.tags')} className="disclosure-lined">
      {holds(format, 'tags') ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('advanced.tagTitle')}
            value={tags.title ?? title}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextField
            label={t('advanced.tagArtist')}
            value={tags.artist ?? artist}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => change({ artist: target.value })}
          />
          {holds(format, 'cover') && (
            <CheckField checked={tags.cover ?? true} onChange={(cover) => change({ cover })}>
              {t('advanced.cover')}
            </CheckField>
          )}
        </div>
      ) : (
        <p className="text-soft">{t('advanced.noTags')}</p>
      )}
    </Disclosure>
  );
}
