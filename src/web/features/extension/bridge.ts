// The bridge: hears the messages of extensions on the window of this page, and opens a link to each that registers, with a channel
// of its own.
import { BRIDGE_ERRORS, FROM_EXTENSION, FROM_PAGE } from '../../../shared/extension.ts';
import { KEY_FORM } from '../../../shared/keys.ts';
import { RequestError } from '../../browser/request.ts';
import { type Allowance, createAllowance, createTurns } from './allowance.ts';
import { type BridgeCalls, calls as serverCalls } from './calls.ts';
import {
  type ExtensionName,
  type Message,
  readMessage,
  readName,
  readOrigin,
  readTask,
} from './read-message.ts';
import { capabilities, download, inspect } from './tasks.ts';

/** A question to the visitor: may this extension connect? */
export type Question = {
  readonly link: ExtensionLink;
  readonly origin: string | undefined;
  readonly settle: (given: Grant | null) => void;
};

/** What is shown: the links, and the question that waits for an answer. */
export type BridgeState = {
  readonly links: readonly ExtensionLink[];
  readonly question: Question | null;
};

/** The bridge of this page. */
export type Bridge = {
  readonly hear: (event: MessageEvent) => void;
  readonly state: () => BridgeState;
  readonly subscribe: (changed: () => void) => () => void;
  /** Closes every link that works with this key. */
  readonly drop: (keyId: string) => void;
};

/** What it needs. */
export type BridgeNeeds = {
  readonly page: Pick<Window, 'postMessage'> & { readonly location: { readonly origin: string } };
  readonly nonce: string;
  readonly now: () => number;
  readonly calls?: BridgeCalls;
};

const MAX_LINKS = 8;
/** On the window, where every script of the page may write. */
const ON_WINDOW = { atOnce: 20, everyMs: 250 } as const;
const ON_LINK = { atOnce: 30, everyMs: 250 } as const;

/** Creates the bridge, and pings with the nonce that every other message must carry. */
export function createBridge(needs: BridgeNeeds): Bridge {
  const { page, nonce, now, calls = serverCalls } = needs;
  const allowance = createAllowance(ON_WINDOW, now);
  const listeners = new Set<() => void>();
  let state: BridgeState = { links: [], question: null };
  let hasDeclined = false;

  const change = (changed: Partial<BridgeState>) => {
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  };
  const say = (message: object) =>
    page.postMessage({ source: FROM_PAGE, ...message }, page.location.origin);
  const ping = () => say({ action: 'ping', nonce });

  /** One question at a time. After a no, no extension asks again until the page is loaded anew. */
  const consent = (link: ExtensionLink, origin: string | undefined) => {
    if (hasDeclined || state.question) return Promise.resolve(null);
    return new Promise<Grant | null>((resolve) => {
      const settle = (given: Grant | null) => {
        hasDeclined ||= given === null;
        change({ question: null });
        resolve(given);
      };
      change({ question: { link, origin, settle } });
    });
  };
  const register = ({ nonce: sent, requestId, fields, action }: Message, port?: MessagePort) => {
    // What knows no nonce hears that it is heard, and nothing more.
    if (!port) return say({ action, requestId, success: true });
    if (sent !== nonce || state.links.length >= MAX_LINKS) return port.close();
    const link = openLink(port, readName(fields), {
      nonce,
      calls,
      allowance: createAllowance(ON_LINK, now),
      consent,
      changed() {
        if (state.question?.link === link && link.isClosed()) state.question.settle(null);
        change({ links: state.links.filter((one) => !one.isClosed()) });
      },
    });
    change({ links: [...state.links, link] });
    port.postMessage({ source: FROM_PAGE, action, requestId, success: true, nonce });
  };
  const refuse = ({ action, requestId }: Message, error: string) =>
    say({ action, requestId, success: false, error });

  ping();
  return {
    hear({ source, origin, data, ports }) {
      if (source !== page || origin !== page.location.origin) return;
      const message = data?.source === FROM_EXTENSION ? readMessage(data) : null;
      if (!message || !allowance.take()) return;
      const { action, requestId } = message;
      if (action === 'registerExtension') return register(message, ports[0]);
      if (action === 'ping') return data.success === true ? ping() : undefined;
      if (action === 'checkDownloadCapabilities') {
        capabilities(calls).then(
          (known) => say({ action, requestId, success: true, ...known }),
          () => refuse(message, BRIDGE_ERRORS.failed),
        );
        return;
      }
      const isKnown = ['connect', 'performAsyncTask', 'performSyncTask'].includes(action);
      // Without a channel of its own, nothing vouches for the sender.
      refuse(message, isKnown ? BRIDGE_ERRORS.noExtension : BRIDGE_ERRORS.unhandled);
    },
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    drop(keyId) {
      for (const link of state.links) if (link.grant()?.id === keyId) link.close();
    },
  };
}

/** What a link needs. `consent` asks the visitor; null is a no. */
type LinkNeeds = {
  readonly nonce: string;
  readonly calls: BridgeCalls;
  readonly allowance: Allowance;
  readonly consent: (link: ExtensionLink, origin: string | undefined) => Promise<Grant | null>;
  readonly changed: () => void;
};

/** A key that the server knows: its id, and itself. */
type Grant = { readonly id: string; readonly secret: string };

/** A link. `grant` is null until the visitor has agreed. */
type ExtensionLink = ExtensionName & {
  readonly grant: () => Grant | null;
  readonly isClosed: () => boolean;
  /** Ends its work and its channel. */
  readonly close: () => void;
};

const AT_A_TIME = { running: 2, waiting: 8 } as const;

/**
 * Opens the link on a port that only this extension has the other end of. Everything that starts work waits for the visitor's
 * consent.
 */
function openLink(port: MessagePort, named: ExtensionName, needs: LinkNeeds): ExtensionLink {
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
