// The schemas of what a download says of music: the tags of a file, and its loudness.
import { z } from 'zod';
import { MAX_TRACK_NUMBER } from '../limits.ts';
import { LOUDNESS } from '../media/loudness.ts';

/** Tags that replace those of the post. */
export const chosenTags = z
  .strictObject({
    title: z.string().max(200).optional(),
    artist: z.string().max(200).optional(),
    cover: z.boolean().optional(),
    album: z.string().max(200).optional(),
    track: z.int().min(1).max(MAX_TRACK_NUMBER).optional(),
  })
  .meta({ description: 'Tags of the file. What is left out is taken from the post.' });

/** What is done about loudness. */
export const chosenLoudness = z.enum(LOUDNESS).meta({
  description:
    'Of audio: tags adds ReplayGain; level re-encodes at −14 LUFS, or as near as peaks allow.',
});
