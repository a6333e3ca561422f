// What an operator typed for a new key: checked, and as the server expects it. Pure.
import type { ProgramKeyRequest } from '../../../shared/api/keys.ts';
import {
  MAX_KEY_DAYS,
  MAX_KEY_LIMITS,
  MAX_KEY_ORIGINS,
  readKeyOrigin,
} from '../../../shared/keys.ts';

const GIGABYTE = 1e9;

/** The figures of the form, and the highest of each. */
export const FIGURES = {
  days: MAX_KEY_DAYS,
  openJobs: MAX_KEY_LIMITS.openJobs,
  perHour: MAX_KEY_LIMITS.perHour,
  gigabytes: MAX_KEY_LIMITS.bytesPerDay / GIGABYTE,
} as const;

/** The name of a figure. */
export type Figure = keyof typeof FIGURES;

/** The texts of the form. `origins` has one on each line. */
export type KeyForm = Readonly<Record<Figure, string>> & {
  readonly name: string;
  readonly origins: string;
};

/** An empty form. */
export const EMPTY_FORM: KeyForm = {
  name: '',
  origins: '',
  days: '',
  openJobs: '',
  perHour: '',
  gigabytes: '',
};

/** Why a form cannot be sent: figures that are none, the first line that is no origin, or too many of them. */
export type KeyProblems = {
  readonly figures: readonly Figure[];
  readonly origin: string | null;
  readonly hasTooManyOrigins: boolean;
};

/** The figures that cannot be sent, and the first line that is no origin. */
export function problemsOf(form: KeyForm): KeyProblems {
  const figures = (Object.keys(FIGURES) as Figure[]).filter(
    (name) => figureOf(form, name) === undefined,
  );
  const lines = linesOf(form);
  const origin = lines.find((line) => readKeyOrigin(line) === null) ?? null;
  return { figures, origin, hasTooManyOrigins: lines.length > MAX_KEY_ORIGINS };
}

/** The request of a form without problems. */
export function requestOf(form: KeyForm): ProgramKeyRequest {
  const gigabytes = figureOf(form, 'gigabytes');
  return {
    name: form.name.trim(),
    origins: linesOf(form),
    days: figureOf(form, 'days') ?? null,
    openJobs: figureOf(form, 'openJobs') ?? null,
    perHour: figureOf(form, 'perHour') ?? null,
    bytesPerDay: gigabytes ? gigabytes * GIGABYTE : null,
  };
}

/** Null for an empty field, undefined for a text that is no whole number within bounds. */
function figureOf(form: KeyForm, name: Figure): number | null | undefined {
  const text = form[name].trim();
  if (text === '') return null;
  const figure = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return figure >= 1 && figure <= FIGURES[name] ? figure : undefined;
}

function linesOf({ origins }: KeyForm): string[] {
  return origins.split(/\s+/).filter((line) => line !== '');
}
