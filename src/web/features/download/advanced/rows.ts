// The rows of the table: every video and every audio track of an item, what they are filtered by, and their order. Pure.
import type { InspectItem, Offer } from '../../../../shared/api/inspect.ts';

/** One row. `offerId` and `trackId` say how it is asked for; null figures are unknown. */
export type Row = {
  readonly key: string;
  readonly kind: 'video' | 'audio';
  readonly offerId: string;
  /** The audio track; null where the offer says it all. */
  readonly trackId: string | null;
  readonly shortSide: number | null;
  readonly fps: number | null;
  readonly isHdr: boolean;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly hasSound: Offer['hasSound'];
  readonly kilobitsPerSecond: number | null;
  /** The container in which the platform has it. */
  readonly container: string | null;
  readonly language: string | null;
  readonly role: string | null;
  readonly voice: Offer['voice'];
  readonly caveats: Offer['caveats'];
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  readonly playsOn: Offer['playsOn'];
};

/** What a row must have; null for anything. */
export type Filter = {
  readonly kind: Row['kind'];
  readonly codec: string | null;
  readonly playsOn: Offer['playsOn'][number] | null;
  readonly language: string | null;
};

/** The columns that sort. */
const SORT_KEYS = ['quality', 'fps', 'codec', 'container', 'size'] as const;
/** One of {@link SORT_KEYS}. */
export type SortKey = (typeof SORT_KEYS)[number];

/** An order of the rows. */
export type Order = { readonly by: SortKey; readonly isDescending: boolean };

type Track = InspectItem['tracks'][number];
const TRACK = 'track:';

/** The rows of an item, in the order of the server: best first. */
export function rowsOf({ offers, tracks }: InspectItem): readonly Row[] {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const videos = offers
    .filter(({ id }) => id.startsWith(TRACK))
    .map((offer) => videoRow(offer, byId.get(offer.id.slice(TRACK.length))));
  const sounds = tracks.filter(({ picture, sound }) => picture === null && sound !== null);
  const original = offers.find(({ id }) => id === 'original-sound');
  const audios =
    sounds.length > 0 && original
      ? sounds.flatMap((track) => audioRow(track, original))
      : offers.filter(isAudioOffer).slice(0, 1).map(offerRow);
  return [...videos, ...audios.toSorted(byVoice)];
}

const isAudioOffer = ({ id }: Offer) => id === 'original-sound' || id.startsWith('mp3-');

function offerRow(offer: Offer): Row {
  const { shortSide, fps, videoCodec, audioCodec, hasSound, kilobitsPerSecond } = offer;
  const { language, bytes, bytesExact, playsOn } = offer;
  return {
    key: offer.id,
    kind: videoCodec === null && shortSide === null ? 'audio' : 'video',
    offerId: offer.id,
    trackId: null,
    shortSide,
    fps,
    isHdr: offer.dynamicRange === 'hdr',
    videoCodec,
    audioCodec,
    hasSound,
    kilobitsPerSecond,
    container: offer.container,
    language,
    role: null,
    voice: offer.voice,
    caveats: offer.caveats,
    bytes,
    bytesExact,
    playsOn,
  };
}

function videoRow(offer: Offer, track: Track | undefined): Row {
  return { ...offerRow(offer), kind: 'video', container: track?.container ?? offer.container };
}

function audioRow(track: Track, original: Offer): Row[] {
  const { id, sound, bytes, bytesExact, container, caveats } = track;
  if (sound === null || sound === 'unknown') return [];
  const { codec, bitsPerSecond, language, role } = sound;
  return [
    {
      ...offerRow(original),
      key: id,
      trackId: id,
      audioCodec: codec,
      kilobitsPerSecond: bitsPerSecond === null ? null : Math.round(bitsPerSecond / 1000),
      container,
      language,
      role,
      voice: role,
      caveats,
      bytes,
      bytesExact,
      playsOn: codec === 'aac' || codec === 'mp3' ? ['everything'] : ['computers', 'recentPhones'],
    },
  ];
}

const VOICES: readonly (string | null)[] = ['original', 'unknown', null, 'dub', 'description'];

function byVoice(a: Row, b: Row): number {
  return (
    VOICES.indexOf(a.role) - VOICES.indexOf(b.role) ||
    a.caveats.length - b.caveats.length ||
    (b.kilobitsPerSecond ?? 0) - (a.kilobitsPerSecond ?? 0)
  );
}

/** The codec by which a row is filtered. */
export const codecOf = (row: Row) => (row.kind === 'video' ? row.videoCodec : row.audioCodec);

/** The rows that pass a filter. */
export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  return rows.filter(
    (row) =>
      row.kind === filter.kind &&
      (filter.codec === null || codecOf(row) === filter.codec) &&
      (filter.playsOn === null ||
        row.playsOn.includes(filter.playsOn) ||
        row.playsOn.includes('everything')) &&
      (filter.language === null || row.language === filter.language),
  );
}

/** The distinct values of a column, in the order of the rows; without unknown ones. */
export function valuesOf(rows: readonly Row[], of: (row: Row) => string | null): readonly string[] {
  return [...new Set(rows.map(of))].filter((value) => value !== null);
}

/** The rows in an order; unknown figures last, and equal rows as they were. */
export function sortRows(rows: readonly Row[], { by, isDescending }: Order): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [figureOf(a, by), figureOf(b, by)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (
      sign * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other))
    );
  });
}

function figureOf(row: Row, by: SortKey): number | string | null {
  switch (by) {
    case 'quality':
      return row.kind === 'video' ? row.shortSide : row.kilobitsPerSecond;
    case 'fps':
      return row.fps;
    case 'codec':
      return codecOf(row);
    case 'container':
      return row.container;
    case 'size':
      return row.bytes;
  }
}
