// What can be done about how loud a file is: tags for players that even out loudness, or an encoding at one level.

/** `tags`: ReplayGain, and the sound stays as it is. `level`: encoded at {@link LEVEL_LUFS}. */
export const LOUDNESS = ['tags', 'level'] as const;

/** One of {@link LOUDNESS}. */
export type Loudness = (typeof LOUDNESS)[number];

/** The loudness that streaming services play at. */
export const LEVEL_LUFS = -14;
