// The tags of a file as two programs read them that are not ours: Mutagen and ExifTool.
import { runTool } from '../../../lab/media/run-tool.ts';

/** What both read, in the same words; left out where a file has no such tag. Pictures are width and height. */
export type ForeignTags = Readonly<
  Partial<
    Record<
      'title' | 'artist' | 'album' | 'albumArtist' | 'date' | 'track' | 'disc' | 'genre' | 'gain',
      string
    >
  >
>;

/** Packages of the system belong to this one. */
export const DEBIAN_PYTHON = '/usr/bin/python3';
const MUTAGEN = `
import json, sys, mutagen
from mutagen.id3 import ID3
from mutagen.mp4 import MP4
file = mutagen.File(sys.argv[1])
tags, out = file.tags, {}
def first(value):
    value = value[0] if isinstance(value, (list, tuple)) else value
    if isinstance(value, tuple):
        value = value[0]
    return value.decode() if isinstance(value, bytes) else str(value)
names = {
    'mp3': dict(title='TIT2', artist='TPE1', album='TALB', albumArtist='TPE2', date='TDRC', track='TRCK', disc='TPOS', genre='TCON',
                gain='TXXX:REPLAYGAIN_TRACK_GAIN'),
    'mp4': dict(title='\\xa9nam', artist='\\xa9ART', album='\\xa9alb', albumArtist='aART', date='\\xa9day', track='trkn', disc='disk', genre='\\xa9gen',
                gain='----:com.apple.iTunes:replaygain_track_gain'),
    'ogg': dict(title='title', artist='artist', album='album', albumArtist='albumartist', date='date', track='tracknumber', disc='discnumber', genre='genre',
                gain='r128_track_gain' if 'Opus' in type(file).__name__ else 'replaygain_track_gain'),
}['mp3' if isinstance(tags, ID3) else 'mp4' if isinstance(file, MP4) else 'ogg']
for name, key in names.items():
    if tags is not None and key in tags:
        value = tags[key]
        out[name] = first(value.text if hasattr(value, 'text') else value)
print(json.dumps(out))
`;

/** The words of ExifTool, the first that a file has. */
const EXIF: Readonly<Record<Exclude<keyof ForeignTags, 'gain'>, readonly string[]>> = {
  title: ['Title'],
  artist: ['Artist'],
  album: ['Album'],
  albumArtist: ['AlbumArtist', 'Band', 'Albumartist'],
  date: ['ContentCreateDate', 'Date', 'Year'],
  track: ['TrackNumber', 'Track'],
  disc: ['DiskNumber', 'PartOfSet', 'Discnumber', 'DiscNumber'],
  genre: ['Genre'],
};

/** Mutagen's reading. */
export async function mutagenTags(path: string): Promise<ForeignTags> {
  return JSON.parse(String(await runTool(DEBIAN_PYTHON, ['-c', MUTAGEN, path])));
}

/** All that ExifTool prints, tags that it has no name for and such that come again among it. */
export const exifText = async (path: string): Promise<string> =>
  String(await runTool('exiftool', ['-a', '-u', '-charset', 'utf8', path]));

/** ExifTool's reading, and the tags as it names them. */
export async function exifTags(
  path: string,
): Promise<{ readonly tags: ForeignTags; readonly all: Readonly<Record<string, unknown>> }> {
  const [all] = JSON.parse(String(await runTool('exiftool', ['-json', '-charset', 'utf8', path])));
  const tags = Object.entries(EXIF).flatMap(([name, words]) => {
    const word = words.find((one) => all[one] !== undefined);
    return word ? [[name, String(all[word])]] : [];
  });
  return { tags: Object.fromEntries(tags), all };
}
