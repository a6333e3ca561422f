// Reads what extensions send: anything may come, and little of it is taken over.
import { UNNAMED_EXTENSION } from '../../../shared/extension.ts';
import { isExtensionOrigin, MAX_KEY_NAME_LENGTH } from '../../../shared/keys.ts';
import { MAX_LINK_LENGTH } from '../../../shared/limits.ts';
import { QUALITIES, type Quality } from '../../../shared/media/qualities.ts';
import type { Part } from '../../download-client/flow-state.ts';

/** A message with its action; `requestId` is returned with the answer. The other fields are still unread. */
export type Message = {
  readonly action: string;
  readonly requestId: string | number | null;
  readonly nonce: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What an extension calls itself. Nothing proves it. */
export type ExtensionName = { readonly name: string; readonly version: string };

/** What it wants made. */
export type Task = {
  readonly url: string;
  readonly format: 'mp4' | 'mp3';
  readonly quality: Quality;
} & Part;

const MAX_TEXT = 100;
const MAX_VERSION = 20;

/** Null if it is no message. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const fields = data as Readonly<Record<string, unknown>>;
  const { action, requestId } = fields;
  if (!isShort(action)) return null;
  const isId = isShort(requestId) || Number.isSafeInteger(requestId);
  return {
    action,
    requestId: isId ? (requestId as string | number) : null,
    nonce: isShort(fields['nonce']) ? fields['nonce'] : null,
    fields,
  };
}

/** The name and version, on one line each, and without what turns the direction of a text. */
export function readName({ name, version }: Message['fields']): ExtensionName {
  return {
    name: lineOf(name, MAX_KEY_NAME_LENGTH) || UNNAMED_EXTENSION.name,
    version: lineOf(version, MAX_VERSION) || UNNAMED_EXTENSION.version,
  };
}

/** The link, format, quality and part; null if one of them is none. The server reads the link itself. */
export function readTask(fields: Message['fields']): Task | null {
  const { url, format = 'mp4', quality: wanted = 'high' } = fields;
  const quality = QUALITIES.find((one) => one === wanted);
  if (typeof url !== 'string' || url === '' || url.length > MAX_LINK_LENGTH) return null;
  if ((format !== 'mp4' && format !== 'mp3') || !quality) return null;
  const part = readPart(fields);
  return part && { url, format, quality, ...part };
}

/** Empty without a part; null for times that are no numbers. */
function readPart({ from, to, chapter, cut }: Message['fields']): Part | null {
  const numbers = Object.entries({ from, to, chapter }).filter(([, value]) => value !== undefined);
  if (numbers.some(([, value]) => !Number.isFinite(value))) return null;
  if (cut !== undefined && cut !== 'instant' && cut !== 'exact') return null;
  return { ...Object.fromEntries(numbers), ...(cut && { cut }) };
}

/** The origin that the extension says it has; undefined if it is none of an extension. */
export function readOrigin({ origin }: Message['fields']): string | undefined {
  return typeof origin === 'string' && isExtensionOrigin(origin) ? origin : undefined;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}

function lineOf(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const plain = value
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, most).join('');
}
