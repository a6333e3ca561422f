// Adopts a setup: tries it beside what is in use, and switches over.
import { SETUP_PARTS, type SetupPart, type UpdateStep } from '../../../shared/engine.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Alarms } from '../../status/alarms.ts';
import { switchTo } from '../adopt-engine.ts';
import type { EngineSetup, SetupTexts } from '../ports.ts';
import type { StepNeeds, StepResult } from '../step.ts';
import { type EngineCanaries, type Refusal, tryBeside } from '../try-beside.ts';
import { type SetupMemory, withMarks } from './setup-memory.ts';
import { changedLines, changedParts } from './setup-texts.ts';

const DAY_MS = 24 * 3_600_000;
const NO_CANARIES: EngineCanaries = { links: () => [], runAll: async () => [] };

/** How a setup is adopted. */
export type SetupRequest = {
  /** An operator's e-mail address, or the settings whose files were read; null for another server. */
  readonly by: string | null;
  /** Whether someone waits for the answer. */
  readonly isAsked: boolean;
  /** The parts that operators have set from then on. */
  readonly chosen: Partial<SetupTexts>;
  /**
   * `tried`: only if a canary passes; `untried`: an operator said that none needs to. `followed`: another server has tried it, which is
   * not stored again.
   */
  readonly how: 'tried' | 'untried' | 'followed';
  readonly report: (step: UpdateStep) => void;
};

/** Tries and adopts it, or returns why not; what is in use serves meanwhile. Throws the signal's reason. */
export async function adoptSetup(
  state: StepNeeds,
  setup: EngineSetup,
  request: SetupRequest,
): Promise<StepResult> {
  const { host, outcomes, clock, signal, setups } = state;
  const before = host.setup();
  const { version } = host.current();
  const isFollowed = request.how === 'followed';
  const about = {
    what: 'setup' as const,
    version,
    ...changedLines(before.texts, setup.texts, setups?.masked ?? ((line) => line)),
  };
  const tried = await tryBeside(isFollowed ? { ...state, canaries: NO_CANARIES } : state, {
    engine: host.current(),
    setup,
    needsCanary: request.how === 'tried',
    report: request.report,
    signal,
  });
  if (tried.result === 'refused') await rememberRefused(state, setup.texts, request, tried);
  if (tried.result === 'no_canary_passes' && !request.isAsked) {
    const details = { reason: 'no_canary_passes', platforms: '', details: '' };
    state.alarms.raise({ kind: 'setup_refused', details });
  }
  if (tried.result !== 'passed') return { ...about, ...tried };
  const { trial, isTried } = tried;
  request.report('switching');
  const counts = await outcomes.countSince(clock.now() - DAY_MS);
  await switchTo(trial, async () => signal.throwIfAborted());
  if (!isFollowed) {
    const watchUntil = state.probation.begin(
      { runId: trial.runId, what: 'setup', version },
      counts,
    );
    await state.memory.remember((now) => ({
      ...now,
      watchUntil,
      watched: 'setup',
      setup: switched(state, now.setup, { from: before.texts, to: setup.texts }, request),
    }));
    state.alarms.raise({ kind: 'setup_switched', details: { to: about.to.join('; ') } });
  }
  return { ...about, result: 'switched', isTried, isAgain: isFollowed };
}

function switched(
  { setups, clock }: StepNeeds,
  before: SetupMemory,
  { from, to }: { readonly from: SetupTexts; readonly to: SetupTexts },
  { by, chosen }: SetupRequest,
): SetupMemory {
  const vault = setups?.vault;
  if (!vault) return before;
  const marks = marksOf(to, from, vault.mark);
  return {
    chosen: Object.keys(chosen).length === 0 ? null : vault.seal(chosen),
    live: vault.seal(to),
    before: { chosen: before.chosen, live: vault.seal(from) },
    by,
    at: clock.now(),
    refused: before.refused.filter((mark) => !marks.includes(mark)),
  };
}

async function rememberRefused(
  { memory, alarms, setups, host }: StepNeeds,
  texts: SetupTexts,
  { isAsked }: SetupRequest,
  { reason, platforms, details }: Refusal,
): Promise<void> {
  const vault = setups?.vault;
  if (vault && !isAsked) {
    const live = host.setup().texts;
    const marks = marksOf(texts, live, vault.mark);
    // The next start must not use that text, and so has to know what is in use.
    await memory.remember((now) => ({
      ...now,
      setup: withMarks({ ...now.setup, live: vault.seal(live) }, marks),
    }));
  }
  const named = { reason, platforms: platforms.join(', '), details };
  alarms.raise({ kind: 'setup_refused', details: named });
}

/** The refusal of a text that `Setups.read` throws for, with its alarm. Throws any other error. */
export function refuseUnreadable(error: unknown, alarms: Alarms): StepResult {
  const { field, sentence } = error instanceof AppError ? error.params : {};
  if (typeof sentence !== 'string') throw error;
  const details = { reason: 'unreadable', platforms: '', details: sentence };
  alarms.raise({ kind: 'setup_refused', details });
  const parts = SETUP_PARTS.filter((part) => part === field);
  const about = { what: 'setup', version: null, reason: 'unreadable', details: sentence } as const;
  return { ...about, result: 'refused', ...(parts.length > 0 && { parts }) };
}

function marksOf(
  texts: SetupTexts,
  others: SetupTexts,
  mark: (part: SetupPart, text: string) => string,
): readonly string[] {
  return changedParts(others, texts).map((part) => mark(part, texts[part]));
}
