// What a visitor chooses from: the qualities, and the bit rates of audio. Apart from the table of formats, so that pages load
// only this.
/** The three qualities of the form, best first. */
export const QUALITIES = ['high', 'medium', 'low'] as const;

/** One of {@link QUALITIES}. */
export type Quality = (typeof QUALITIES)[number];

/** The bit rate of an MP3 by quality, in kilobits per second. */
export const MP3_RATES = { high: 320, medium: 192, low: 128 } as const satisfies Record<
  Quality,
  number
>;

/** One of {@link MP3_RATES}. */
export type Mp3Rate = (typeof MP3_RATES)[Quality];

/** The bit rates to which audio can be converted, in kilobits per second. */
export const AUDIO_KILOBITS = [32, 48, 64, 96, 128, 160, 192, 256, 320] as const;

/** The id of the offer of an MP3 at a rate. */
export function mp3OfferId(rate: Mp3Rate): string {
  return `mp3-${rate}`;
}
