// The figures of the attacks as lines for the screen.
import { median } from '../processes.ts';
import type { Waited } from './bystanders.ts';
import type { AttackFigures, TogetherFigures } from './measure-attacks.ts';

/** A line for each attack, then what was left after all of them together. */
export function printAttacks(figures: {
  readonly alone: readonly AttackFigures[];
  readonly together: TogetherFigures;
}): void {
  for (const one of [...figures.alone, figures.together]) printAttack(one);
  const { minutes, memoryMb, made, gone, before, after } = figures.together;
  const tenth = Math.ceil(memoryMb.length / 10);
  const parts = Array.from({ length: 10 }, (_, part) =>
    memoryMb.slice(part * tenth, (part + 1) * tenth),
  );
  const shown = parts.map((part) => (part.length > 0 ? Math.round(median(part)) : '–'));
  console.log(
    `${minutes} minutes of all: memory by tenths ${shown.join(', ')} MB; ${gone} of ${made} files of others gone too early; strangers before ${waits(before)}, after ${waits(after)}`,
  );
}

function printAttack(attack: AttackFigures): void {
  const { name, healthMedianMs, healthWorstMs, waited, refused, answers, aimMs } = attack;
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(
    `${name}: /healthz ${healthMedianMs.toFixed(1)} ms, worst ${healthWorstMs.toFixed(0)} (aim ${aimMs}); ${waited.length} strangers: ${waits(waited)}; ${refused.length} refused; answered ${counts.join(', ') || 'nothing'}`,
  );
  for (const reason of new Set(refused)) console.log(`  refused: ${reason.slice(0, 200)}`);
}

/** Median and longest, in seconds. */
function waits(waited: readonly Waited[]): string {
  if (waited.length === 0) return 'no file';
  return (['download', 'trim', 'exactTrim'] as const)
    .map((kind) => {
      const all = waited.flatMap((one) => (one[kind] === null ? [] : one[kind] / 1000));
      return all.length === 0
        ? `${kind} –`
        : `${kind} ${median(all).toFixed(2)} (${Math.max(...all).toFixed(2)})`;
    })
    .join(', ');
}
