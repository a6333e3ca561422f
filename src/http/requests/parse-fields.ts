// Validates the fields of a body that a route reads itself.
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { paramsOf } from './named-field.ts';

/** Returns the fields as the schema types them. Throws AppError `invalid_request`, which names the field. */
export function parseFields<T>(schema: z.ZodType<T>, fields: unknown): T {
  const { data, error, success } = schema.safeParse(fields);
  if (success) return data;
  const params = paramsOf(error.issues[0] ?? { path: [] });
  throw new AppError('invalid_request', { cause: error, params });
}
