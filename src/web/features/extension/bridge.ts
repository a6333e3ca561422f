// The bridge: hears the messages of extensions on the window of this page, and opens a link to those that register.
import { BRIDGE_ERRORS, FROM_EXTENSION, FROM_PAGE } from '../../../shared/extension.ts';
import { createAllowance } from './allowance.ts';
import { type BridgeCalls, calls as serverCalls } from './calls.ts';
import { type ExtensionLink, type Grant, openLink } from './extension-link.ts';
import { type Message, readMessage, readName } from './read-message.ts';
import { capabilities } from './tasks.ts';

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
