// What the results of a canary say. Pure.
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';

const ALARM_AFTER = 2;
/** Failures of this server: the platform was not asked. */
const INCONCLUSIVE: ReadonlySet<ErrorCode | 'ok'> = new Set([
  'server_busy',
  'engine_unavailable',
  'cancelled',
]);

/** One run: when it ended (epoch milliseconds), its outcome, its duration in milliseconds, and the egress that it used. */
export type CanaryResult = {
  readonly at: number;
  readonly code: ErrorCode | 'ok';
  readonly ms: number;
  readonly egress: string;
};

/** Those that say something about the platform. */
export function conclusive(results: readonly CanaryResult[]): CanaryResult[] {
  return results.filter(({ code }) => !INCONCLUSIVE.has(code));
}

/** Whether a link fails that worked before; where the reason is the link, by the first egress that finds it. */
export function isNews(results: readonly CanaryResult[], egress: string): boolean {
  const lastBy = (id: string, count: number) =>
    conclusive(results.filter((one) => one.egress === id)).slice(-count);
  const fails = (ends: readonly CanaryResult[]) =>
    ends.length === ALARM_AFTER && ends.every((one) => one.code !== 'ok');
  const [before, ...last] = lastBy(egress, ALARM_AFTER + 1);
  if (before?.code !== 'ok' || !fails(last)) return false;
  const code = last.at(-1)?.code;
  const others = new Set(results.map((one) => one.egress));
  others.delete(egress);
  const isItem = code !== undefined && code !== 'ok' && ERRORS[code].cause === 'item';
  return !(isItem && [...others].some((id) => fails(lastBy(id, ALARM_AFTER))));
}
