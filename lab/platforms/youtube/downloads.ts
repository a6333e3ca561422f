// The expected downloads of the lab's YouTube videos: which itags make the right file for each choice.
import type { Variant } from '../../media/media.ts';
import type { ExpectedDownload } from '../../platform.ts';
import { asking, buttons, joined, mp3, rows, soundAsIs, whole } from '../expected-downloads.ts';
import { type FormatOptions, formatOf } from './itags.ts';
import { ALL_BUT_ONE_DUBBED } from './voices.ts';

const of =
  (seconds: number, options: FormatOptions = {}) =>
  (itag: number): Variant =>
    formatOf(itag, seconds, options).variant;

/** The downloads of one item by the id of its video; other videos have none declared. */
export const YOUTUBE_DOWNLOADS: Readonly<Record<string, readonly ExpectedDownload[]>> = {
  labMain_001: mainVideo(of(10)),
  labUhd__001: uhd(of(4)),
  // Everything exists in Spanish and German too; the original language is the default.
  labDubs_001: combinedAndApart(of(10)),
  labVoices_1: oneVoice(of(10)),
  labUpscale1: enlarged(of(10)),
  labDamaged1: damaged(of(10)),
  labLoudness: plainLoudness(of(10)),
  labShort001: upright(of(10, { upright: true })),
  labHls__001: combinedInPieces(of(10)),
  labDash_001: apart(of(10)),
  labEnded001: apart(of(10)),
  labSync_001: apart(of(10, { isMarked: true })),
  labSyncHls1: combinedInPieces(of(10, { isMarked: true })),
  labSyncDash: apart(of(10, { isMarked: true })),
};

function mainVideo(itag: (number: number) => Variant): ExpectedDownload[] {
  const aac = itag(140);
  return [
    ...buttons(joined(itag(299), aac), joined(itag(298), aac), whole(itag(18))),
    mp3(itag(251)),
    soundAsIs(itag(251)),
    // AV1 is in an .mp4 and VP9 in a .webm: both are labelled rows, and never the result of a button.
    ...rows(
      joined(itag(303), aac),
      joined(itag(399), aac),
      joined(itag(302), aac),
      whole(itag(18)),
    ),
    ...rows(joined(itag(135), aac), joined(itag(160), aac)),
    asking('instead', joined(itag(134), aac), joined(itag(133), aac), joined(itag(243), aac)),
  ];
}

function uhd(itag: (number: number) => Variant): ExpectedDownload[] {
  const aac = itag(140);
  const small = joined(itag(134), aac);
  return [
    // There is no H.264 between 1080p and 360p.
    ...buttons(joined(itag(299), aac), small, small),
    mp3(itag(251)),
    ...rows(joined(itag(315), aac), joined(itag(336), aac), joined(itag(400), aac)),
  ];
}

function combinedAndApart(itag: (number: number) => Variant): ExpectedDownload[] {
  const best = joined(itag(136), itag(140));
  return [
    ...buttons(best, best, whole(itag(18))),
    mp3(itag(251)),
    soundAsIs(itag(251)),
    asking('row', best),
    asking('instead', joined(itag(134), itag(140))),
  ];
}

function oneVoice(itag: (number: number) => Variant): ExpectedDownload[] {
  const english = ALL_BUT_ONE_DUBBED.find(({ language }) => language === 'en');
  const aac = formatOf(140, 10, english && { voice: english }).variant;
  const best = joined(itag(136), aac);
  return [...buttons(best, best, best), mp3(aac), soundAsIs(aac)];
}

function enlarged(itag: (number: number) => Variant): ExpectedDownload[] {
  const aac = itag(140);
  const real = joined(itag(135), aac);
  return [
    ...buttons(real, real, whole(itag(18))),
    mp3(itag(251)),
    ...rows(joined(itag(303), aac), joined(itag(399), aac), joined(itag(243), aac)),
  ];
}

function damaged(itag: (number: number) => Variant): ExpectedDownload[] {
  const best = joined(itag(136), itag(140));
  return buttons(best, best, best);
}

function plainLoudness(itag: (number: number) => Variant): ExpectedDownload[] {
  const best = joined(itag(134), itag(140));
  return [...buttons(best, best, best), mp3(itag(251)), soundAsIs(itag(251))];
}

function upright(itag: (number: number) => Variant): ExpectedDownload[] {
  const aac = itag(140);
  return [
    ...buttons(joined(itag(137), aac), joined(itag(136), aac), joined(itag(134), aac)),
    mp3(itag(251)),
    soundAsIs(itag(251)),
  ];
}

function combinedInPieces(itag: (number: number) => Variant): ExpectedDownload[] {
  const [large, small] = [whole(itag(95)), whole(itag(93))];
  // Both have audio; the platform does not say that one of them sounds better.
  return [...buttons(large, large, small), mp3(itag(93), itag(95))];
}

function apart(itag: (number: number) => Variant): ExpectedDownload[] {
  const aac = itag(140);
  const large = joined(itag(136), aac);
  return [...buttons(large, large, joined(itag(134), aac)), mp3(aac), soundAsIs(aac)];
}
