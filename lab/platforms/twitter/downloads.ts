// The expected downloads of the lab's posts on X, item by item.
import type { Variant } from '../../media/media.ts';
import type { ExpectedDownload } from '../../platform.ts';
import {
  asking,
  buttons,
  joined,
  mp3,
  onlyFile,
  refused,
  soundAsIs,
  whole,
} from '../expected-downloads.ts';
import { ATTACHMENTS, type Attachment } from './videos.ts';

/** The whole files of an attachment by the shorter side of their video. */
function filesOf({ files }: Attachment) {
  return (lines: number) => {
    const found = files.find(
      ({ picture }) => picture && Math.min(picture.width, picture.height) === lines,
    );
    if (found === undefined) throw new TypeError(`There is no file of ${lines} lines.`);
    return found;
  };
}

const { launch, upright, first, second, quoted, fallback, gif, marked, recorded, mute } =
  ATTACHMENTS;

/** The downloads of each item by the id of its post. */
export const TWITTER_DOWNLOADS: Readonly<Record<string, readonly (readonly ExpectedDownload[])[]>> =
  {
    // Of one video, the whole file is taken and not the playlist.
    '1931111111111111101': [
      [
        ...buttons(
          whole(filesOf(launch)(1080)),
          whole(filesOf(launch)(720)),
          whole(filesOf(launch)(360)),
        ),
        mp3(launch.voice),
        soundAsIs(launch.voice),
        asking(
          'instead',
          whole(launch.files[0]),
          ...launch.ladder.map((shown) => joined(shown, launch.voice)),
        ),
      ],
    ],
    '1931111111111111201': [buttonsOf(upright, 720, 720, 320)],
    '1931111111111111301': [buttonsOf(first, 720, 720, 360), buttonsOf(second, 720, 720, 360)],
    '1931111111111111401': [[...onlyFile(quoted.files[0]), mp3(quoted.files[0])]],
    '1931111111111111501': [
      [...buttonsOf(fallback, 720, 720, 360), asking('row', whole(fallback.ladder[0]))],
    ],
    '1931111111111111601': [[...onlyFile(gif.files[0]), refused('mp3', 'choice_unavailable')]],
    '1931111111111111121': [
      [
        ...buttons(
          joined(marked.ladder[1], marked.voice),
          joined(marked.ladder[1], marked.voice),
          joined(marked.ladder[0], marked.voice),
        ),
        mp3(marked.voice),
      ],
    ],
    '1931111111111111131': [
      [
        ...buttons(
          joined(wholeRun(recorded.ladder[1]), wholeRun(recorded.voice)),
          joined(wholeRun(recorded.ladder[1]), wholeRun(recorded.voice)),
          joined(wholeRun(recorded.ladder[0]), wholeRun(recorded.voice)),
        ),
        mp3(wholeRun(recorded.voice)),
      ],
    ],
    // What is heard in the smaller file is more than the larger one has.
    '1931111111111111141': [
      [...onlyFile(mute.files[0]), mp3(mute.files[0]), asking('instead', whole(mute.files[1]))],
    ],
  };

/** What the runs make together. */
function wholeRun(variant: Variant): Variant {
  return { ...variant, seconds: variant.seconds * recorded.runs };
}

/** Of whole files with the same audio the smallest is enough for MP3, and every other one is correct too. */
function buttonsOf(
  attachment: Attachment,
  high: number,
  medium: number,
  low: number,
): ExpectedDownload[] {
  const file = filesOf(attachment);
  return [
    ...buttons(whole(file(high)), whole(file(medium)), whole(file(low))),
    mp3(file(low), file(high)),
  ];
}
