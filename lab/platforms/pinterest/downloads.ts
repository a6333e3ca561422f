// The expected downloads of the lab's pins.
import type { Variant } from '../../media/media.ts';
import type { ExpectedDownload, LabLink } from '../../platform.ts';
import { asking, buttons, mp3, onlyFile, photo, whole } from '../expected-downloads.ts';
import type { Pin } from './pins.ts';

const DECLARED: Readonly<Record<string, (pin: Pin) => ExpectedDownload[]>> = {
  // Of one video, the whole file is taken and not the playlist.
  '664281013778109217': (pin) => {
    const file = (key: string) => given(pin.films[0]?.find((each) => each.key === key)?.variant);
    const large = whole(file('V_720P'));
    const sounds = pin.ladder ?? [];
    return [
      ...buttons(large, large, whole(file('V_360P'))),
      mp3(file('V_360P'), file('V_480P'), file('V_720P'), ...sounds),
      asking('instead', whole(file('V_480P')), ...sounds.map(whole)),
    ];
  },
  '2885187256207927': single,
  // The first page is what the pin shows.
  '1084663891475263837': single,
  '440156563590132871': ({ ladder }) => {
    const [small, large] = [given(ladder?.[0]), given(ladder?.[1])];
    return [...buttons(whole(large), whole(large), whole(small)), mp3(small, large)];
  },
  '440156563590132999': single,
  '703756187523921': ({ colour }) => [photo(colour, 736, 736)],
};

/** The expected downloads of the only item of a pin, for its link. */
export function pinterestDownloads(pin: Pin): Pick<LabLink, 'downloads'> {
  const declared = DECLARED[pin.id];
  return declared === undefined ? {} : { downloads: [declared(pin)] };
}

function single({ films }: Pin): ExpectedDownload[] {
  const file = given(films[0]?.[0]?.variant);
  return [...onlyFile(file), mp3(file)];
}

function given(variant: Variant | undefined): Variant {
  if (variant === undefined) throw new TypeError('The pin has no such film.');
  return variant;
}
