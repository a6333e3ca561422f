// What a row can be made into instead of what is chosen for all.
import type { BatchChoice } from './batch-state.ts';

/** The options of a row's field; null is the choice for all. */
export const ROW_CHOICES = [
  { value: 'all', choice: null },
  { value: 'mp4-high', choice: { format: 'mp4', quality: 'high' } },
  { value: 'mp4-medium', choice: { format: 'mp4', quality: 'medium' } },
  { value: 'mp4-low', choice: { format: 'mp4', quality: 'low' } },
  { value: 'mp3', choice: { format: 'mp3', quality: 'high' } },
] as const satisfies readonly { readonly value: string; readonly choice: BatchChoice | null }[];

/** The option of a choice. */
export function rowChoiceOf(choice: BatchChoice | null): (typeof ROW_CHOICES)[number]['value'] {
  if (!choice) return 'all';
  return choice.format === 'mp3' ? 'mp3' : `mp4-${choice.quality}`;
}
