// Which field of a request was not understood, so that an answer can name it.
import type { ErrorParams } from '../../shared/errors.ts';

/** What a schema says of one thing that is wrong. */
export type Issue = {
  readonly path: readonly PropertyKey[];
  /** Names that are not known. */
  readonly keys?: unknown;
};

/** The client chose these names: they are truncated to the maximum length of a name. */
const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** The params of `invalid_request`: the field, and the place in it from 0 where it is a list; none where none is meant. */
export function paramsOf({ path, keys }: Issue): ErrorParams {
  const [first, second] = path.map(String);
  const field = first ?? (Array.isArray(keys) ? String(keys[0] ?? '') : '');
  if (!NAME.test(field)) return {};
  return second !== undefined && /^\d{1,6}$/.test(second)
    ? { field, index: Number(second) }
    : { field };
}

/** The same of what Fastify's validation throws. */
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
