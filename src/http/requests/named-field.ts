// Finds the invalid field of a request, so that the response can name it.
import type { ErrorParams } from '../../shared/errors.ts';

/** A validation issue, as zod reports it. */
export type Issue = {
  readonly path: readonly PropertyKey[];
  /** The unknown keys. */
  readonly keys?: unknown;
};

/** Names come from the client: only plain ones are repeated, and no longer than this. */
const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** Returns the params of `invalid_request`: the field and, for a list, the index from 0; empty if the issue names no field. */
export function paramsOf({ path, keys }: Issue): ErrorParams {
  const [first, second] = path.map(String);
  const field = first ?? (Array.isArray(keys) ? String(keys[0] ?? '') : '');
  if (!NAME.test(field)) return {};
  return second !== undefined && /^\d{1,6}$/.test(second)
    ? { field, index: Number(second) }
    : { field };
}

/** Does the same for an error of Fastify's validation. */
export function paramsOfValidation(error: unknown): ErrorParams {
  const { validation } = (error ?? {}) as { validation?: unknown };
  if (!Array.isArray(validation)) return {};
  const { instancePath, params } = (validation[0] ?? {}) as {
    instancePath?: unknown;
    params?: { keys?: unknown };
  };
  const path = String(instancePath ?? '')
    .split('/')
    .filter(Boolean);
  return paramsOf({ path, keys: params?.keys });
}
