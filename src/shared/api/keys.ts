// The API schemas of keys for programs. The web imports only their types.
import { z } from 'zod';
import {
  isExtensionOrigin,
  KEY_KINDS,
  MAX_KEY_DAYS,
  MAX_KEY_LIMITS,
  MAX_KEY_NAME_LENGTH,
  MAX_KEY_ORIGINS,
  readKeyOrigin,
} from '../keys.ts';

const name = z
  .string()
  .max(2 * MAX_KEY_NAME_LENGTH)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && [...text].length <= MAX_KEY_NAME_LENGTH)
  .refine((text) => !/\p{Cc}/u.test(text))
  .meta({ description: `What the key is for, at most ${MAX_KEY_NAME_LENGTH} characters.` });
const origin = z
  .string()
  .max(300)
  .transform((text, context) => {
    const read = readKeyOrigin(text);
    if (read === null) context.addIssue({ code: 'custom', message: 'no origin' });
    return read ?? '';
  });
const extensionOrigin = origin
  .refine((text) => isExtensionOrigin(text))
  .meta({ description: 'The origin of the extension, such as chrome-extension://….' });
const upTo = (most: number) => z.number().int().min(1).max(most).nullable();

/** Body of `POST /api/keys`. */
export const extensionKeyRequest = z.strictObject({ name, origin: extensionOrigin.optional() });

/** Body of `POST /api/admin/keys`. */
export const programKeyRequest = z.strictObject({
  name,
  days: upTo(MAX_KEY_DAYS)
    .default(null)
    .meta({ description: 'Null for a key that does not expire.' }),
  origins: z.array(origin).max(MAX_KEY_ORIGINS).default([]).meta({
    description: 'The origins from which browsers may use the key. None: only programs may.',
  }),
  openJobs: upTo(MAX_KEY_LIMITS.openJobs).default(null),
  perHour: upTo(MAX_KEY_LIMITS.perHour).default(null),
  bytesPerDay: upTo(MAX_KEY_LIMITS.bytesPerDay).default(null),
});

const time = z.number().int();

/** The limits of a key; null means what a visitor's network may use. */
export const keyLimits = z.object({
  openJobs: z.number().int().nullable(),
  perHour: z.number().int().nullable(),
  bytesPerDay: z.number().int().nullable(),
});

/** A key of a visitor. Times are epoch milliseconds. */
export const ownKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  createdAt: time,
  expiresAt: time.nullable(),
});

const secret = z.string().meta({ description: 'The key itself. It is shown this once.' });

/** Answer of `POST /api/keys`. */
export const madeKeyAnswer = z.object({ success: z.literal(true), key: ownKey, secret });

/** Answer of `GET /api/keys`. */
export const ownKeysAnswer = z.object({ success: z.literal(true), keys: z.array(ownKey) });

/** Answer of `GET /api/key`: the key of the request. */
export const currentKeyAnswer = z.object({
  success: z.literal(true),
  apiVersion: z.number().int().meta({
    description: 'The version of the calls. It grows when an older extension cannot go on.',
  }),
  key: ownKey.extend({ limits: keyLimits }),
});

/** A key of a program as operators get it. */
export const adminKey = ownKey.extend({
  madeBy: z.string().nullable().meta({ description: 'Null for the command line.' }),
  revokedAt: time.nullable(),
  usedOn: time.nullable().meta({ description: 'The start of the UTC day of the last request.' }),
  usedBytes: z.number().int().meta({
    description: 'Bytes of files sent on that day; counted for keys with such a limit.',
  }),
  limits: keyLimits,
  origins: z.array(z.string()),
});

/** Answer of `POST /api/admin/keys`. */
export const madeAdminKeyAnswer = z.object({ key: adminKey, secret });

/** Answer of `GET /api/admin/keys`. */
export const adminKeysAnswer = z.object({
  keys: z.array(adminKey),
  extensionKeys: z.number().int().meta({ description: 'Keys that visitors made and that work.' }),
});

/** A key of a visitor. */
export type OwnKey = z.infer<typeof ownKey>;
/** A key of a program as operators get it. */
export type AdminKey = z.infer<typeof adminKey>;
/** Answer of `GET /api/admin/keys`. */
export type AdminKeysAnswer = z.infer<typeof adminKeysAnswer>;
/** Answer of `POST /api/admin/keys`. */
export type MadeAdminKey = z.infer<typeof madeAdminKeyAnswer>;
/** Body of `POST /api/admin/keys`, as it is sent. */
export type ProgramKeyRequest = z.input<typeof programKeyRequest>;
