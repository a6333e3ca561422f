// Compares the texts of setups, and finds the ones that are to be in use. Pure.
import { SETUP_PARTS, type SetupPart, type SetupSource } from '../../../shared/engine.ts';
import type { Setups, SetupTexts } from '../ports.ts';
import type { ChangeEntry, SetupMemory } from './setup-memory.ts';

/** The texts to use, and where each of them is from. */
export type WantedTexts = {
  readonly texts: SetupTexts;
  readonly sources: Readonly<Record<SetupPart, SetupSource>>;
};

/**
 * What operators set; else the environment's, unless it was refused, and then what was last in use. Without a `vault` the
 * environment's.
 */
export function wantedTexts(
  configured: SetupTexts,
  { chosen, live, refused }: SetupMemory,
  vault: Setups['vault'],
): WantedTexts {
  const set = (chosen === null ? null : vault?.open(chosen)) ?? {};
  const last = (live === null ? null : vault?.open(live)) ?? {};
  const wanted = (part: SetupPart): readonly [string, SetupSource] => {
    const [own, before, text] = [set[part], last[part], configured[part]];
    if (own !== undefined) return [own, 'operators'];
    const isRefused = vault !== null && refused.includes(vault.mark(part, text));
    return isRefused && before !== undefined ? [before, 'last_live'] : [text, 'environment'];
  };
  const [egresses, args, provider] = [wanted('egresses'), wanted('arguments'), wanted('provider')];
  return {
    texts: { egresses: egresses[0], arguments: args[0], provider: provider[0] },
    sources: { egresses: egresses[1], arguments: args[1], provider: provider[1] },
  };
}

/** The parts that differ. */
export function changedParts(one: SetupTexts, other: SetupTexts): readonly SetupPart[] {
  return SETUP_PARTS.filter((part) => one[part] !== other[part]);
}

/** The parts that differ, and the lines that only one of two setups has, for operators. */
export function changedLines(
  from: SetupTexts,
  to: SetupTexts,
  masked: Setups['masked'],
): Pick<ChangeEntry, 'parts' | 'from' | 'to'> {
  const linesOf = (texts: SetupTexts) =>
    SETUP_PARTS.flatMap((part) => texts[part].split('\n')).map((line) => line.trim());
  const [before, after] = [linesOf(from), linesOf(to)];
  const only = (lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => line !== '' && !others.includes(line)).map(masked);
  return {
    parts: changedParts(from, to),
    from: only(before, after),
    to: only(after, before),
  };
}
