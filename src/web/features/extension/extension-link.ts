// The link to one extension: a channel of its own. Everything that starts work waits for the visitor's consent.
import { BRIDGE_ERRORS, FROM_PAGE } from '../../../shared/extension.ts';
import { KEY_FORM } from '../../../shared/keys.ts';
import { RequestError } from '../../browser/request.ts';
import { type Allowance, createTurns } from './allowance.ts';
import type { BridgeCalls } from './calls.ts';
import {
  type ExtensionName,
  type Message,
  readMessage,
  readOrigin,
  readTask,
} from './read-message.ts';
import { capabilities, download, inspect } from './tasks.ts';

/** What a link needs. `consent` asks the visitor; null is a no. */
export type LinkNeeds = {
  readonly nonce: string;
  readonly calls: BridgeCalls;
  readonly allowance: Allowance;
  readonly consent: (link: ExtensionLink, origin: string | undefined) => Promise<Grant | null>;
  readonly changed: () => void;
};

/** A key that the server knows: its id, and itself. */
export type Grant = { readonly id: string; readonly secret: string };

/** A link. `grant` is null until the visitor has agreed. */
export type ExtensionLink = ExtensionName & {
  readonly grant: () => Grant | null;
  readonly isClosed: () => boolean;
  /** Ends its work and its channel. */
  readonly close: () => void;
};

const AT_A_TIME = { running: 2, waiting: 8 } as const;

/** Opens the link on a port that only this extension has the other end of. */
export function openLink(port: MessagePort, named: ExtensionName, needs: LinkNeeds): ExtensionLink {
  const { calls, nonce } = needs;
  const turns = createTurns(AT_A_TIME);
  const end = new AbortController();
  let grant: Grant | null = null;
  let asking: Promise<Grant | null> | null = null;

  const link: ExtensionLink = {
    ...named,
    grant: () => grant,
    isClosed: () => end.signal.aborted,
    close() {
      end.abort(new Error(BRIDGE_ERRORS.notConnected));
      grant = null;
      port.close();
      needs.changed();
    },
  };
  /** Asks the visitor once, however often the extension asks. */
  const agree = (origin?: string) => {
    asking ??= needs.consent(link, origin).then((given) => {
      if (end.signal.aborted) return null;
      grant = given;
      needs.changed();
      return given;
    });
    return asking;
  };
  const granted = async (): Promise<Grant> => {
    const given = grant ?? (await agree());
    if (!given) throw new Error(BRIDGE_ERRORS.declined);
    return given;
  };

  const connect = async ({ fields }: Message): Promise<object> => {
    const { key } = fields;
    if (typeof key === 'string' && KEY_FORM.test(key)) {
      grant = { id: (await calls.keyOf(key)).id, secret: key };
      needs.changed();
      return {};
    }
    const given = await agree(readOrigin(fields));
    if (!given) throw new Error(BRIDGE_ERRORS.declined);
    return { key: given.secret };
  };
  const work = async ({ action, fields }: Message): Promise<object> => {
    const task = readTask(fields);
    if (!task) throw new Error(BRIDGE_ERRORS.badRequest);
    const { signal } = end;
    const run = turns.run(async () => {
      const { secret: key } = await granted();
      if (action === 'performAsyncTask') return download(calls, { key, task, signal });
      return inspect(calls, { key, task, signal });
    });
    if (!run) throw new Error(BRIDGE_ERRORS.tooMany);
    return { result: await run };
  };
  const answer = async (message: Message): Promise<object> => {
    if (!needs.allowance.take()) throw new Error(BRIDGE_ERRORS.tooMany);
    switch (message.action) {
      case 'connect':
        return connect(message);
      case 'checkDownloadCapabilities':
        return capabilities(calls);
      case 'performAsyncTask':
      case 'performSyncTask':
        return work(message);
      case 'registerExtension':
        return { nonce };
      default:
        throw new Error(BRIDGE_ERRORS.unhandled);
    }
  };

  port.onmessage = async ({ data }) => {
    const message = readMessage(data);
    if (!message || message.nonce !== nonce) return;
    const { action, requestId } = message;
    const reply = await answer(message).then(
      (given) => ({ success: true, ...given }),
      (error: unknown) => ({ success: false, ...failureOf(error) }),
    );
    port.postMessage({ source: FROM_PAGE, action, requestId, ...reply });
  };
  return link;
}

/** What an extension receives for a failure: the server's code and sentence, or our own. */
function failureOf(error: unknown): { readonly error: string; readonly code?: string } {
  if (error instanceof RequestError && error.answer)
    return { error: error.answer.message, code: error.answer.code };
  return { error: error instanceof Error ? error.message : BRIDGE_ERRORS.failed };
}
