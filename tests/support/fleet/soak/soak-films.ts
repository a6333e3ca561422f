// The films of the fleet's long run: many posts of a few kinds, which differ in colour and tone, so that one file in the place of
// another shows.
import { type Film, film } from '../../../fixtures/download/films.ts';

const KINDS = [
  { colour: '#2a7f62', toneHz: 440, seconds: 3 },
  { colour: '#b03a2e', toneHz: 660, seconds: 4 },
  { colour: '#2e4eb0', toneHz: 880, seconds: 5 },
  { colour: '#b0a02e', toneHz: 1100, seconds: 6 },
] as const;
const FIRST_ID = 5001;

/** So many posts; the id of one begins at 5001. */
export function soakFilms(count: number): Readonly<Record<string, Film>> {
  const kinds = KINDS.map(({ colour, toneHz, seconds }): Film => {
    const { title, variant } = film(`Soak ${toneHz}`, seconds);
    const { picture, sound } = variant;
    return {
      title,
      variant: {
        ...variant,
        ...(picture && { picture: { ...picture, colour } }),
        ...(sound && { sound: { ...sound, toneHz } }),
      },
    };
  });
  const entries = Array.from({ length: count }, (_, n) => [FIRST_ID + n, kinds[n % kinds.length]]);
  return Object.fromEntries(entries);
}
