// Signals between the processes that share a Redis. Within this process they are those of adapters/memory, also while
// Redis is unavailable; whatever this process keeps is published again when Redis is available.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import { forgetExpired } from '../../core/async/forget-expired.ts';
import type { Signals } from '../../core/async/signals.ts';

/** The longest expiry, so that what a crashed process has kept does not stay. */
const MOST_KEPT_MS = 24 * 3_600_000;
/** How often the connection is checked. */
const PING_MS = 5000;

/** Encrypts what is published: `place` is the topic. `open` returns null for what it did not seal. */
type Sealing = {
  readonly seal: (text: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string | null;
};

/** What the signals need. `subscriber` is a connection of its own. `hide` makes opaque names. */
export type RedisSignalsNeeds = {
  readonly client: Redis;
  readonly subscriber: Redis;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The signals within this process. */
  readonly own: Signals;
  readonly sealing: Sealing;
  readonly hide: (topic: string) => string;
  readonly warn: (message: string, cause: unknown) => void;
};

type Listener = (value: unknown) => void;
/** A value that this process keeps, and until when by the clock. `stamp` is unique. */
type Kept = { readonly value: unknown; readonly untilMs: number; readonly stamp: string };
/**
 * The listeners of a topic, and the stamp of the last remote value. It is behind if messages may have been lost: the kept value has
 * to be read.
 */
type Channel = {
  readonly topic: string;
  readonly listeners: Set<Listener>;
  /** Fulfilled when the subscription is in force. */
  readonly subscribed: Promise<unknown>;
  last: string;
  isBehind: boolean;
};
type Message = { readonly stamp: string; readonly value: unknown };

type State = RedisSignalsNeeds & {
  /** Prefix of the stamps of this process, whose listeners have received its values already. */
  readonly id: string;
  readonly kept: Map<string, Kept>;
  readonly forget: (nowMs: number) => void;
  readonly channels: Map<string, Channel>;
  sent: number;
};

/** The port; `close` disconnects the subscriber. */
export type RedisSignals = Signals & { readonly close: () => void };

/** Creates the port. Messages that are published while Redis is unavailable reach this process only. */
export function createRedisSignals(needs: RedisSignalsNeeds): RedisSignals {
  const id = randomBytes(9).toString('base64url');
  const kept = new Map<string, Kept>();
  const forget = forgetExpired(kept);
  const state: State = { ...needs, id, kept, forget, channels: new Map(), sent: 0 };
  const { client, subscriber, own } = needs;
  subscriber.on('message', (name: string, text: string) => receive(state, name, text));
  client.on('ready', () => publishAgain(state));
  for (const connection of [client, subscriber]) {
    connection.on('close', () => {
      for (const channel of state.channels.values()) channel.isBehind = true;
    });
    connection.on('ready', () => readAgain(state));
  }
  const pinging = setInterval(() => void subscriber.ping().catch(ignore), PING_MS).unref();
  return {
    publish: (topic, value, keepMs) => publish(state, topic, value, keepMs),
    subscribe: (topic, listener) => subscribe(state, topic, listener as Listener),
    latest: async (topic) =>
      ((await own.latest(topic)) ??
        (await read(state, topic).catch(ignore))?.value ??
        null) as never,
    close() {
      clearInterval(pinging);
      subscriber.disconnect();
    },
  };
}

function publish(state: State, topic: string, value: unknown, keepMs: number): void {
  const { kept, own, id } = state;
  const nowMs = state.clock.monotonic();
  state.sent += 1;
  const message = { value, untilMs: nowMs + keepMs, stamp: `${id}.${state.sent}` };
  if (keepMs > 0) kept.set(topic, message);
  else kept.delete(topic);
  state.forget(nowMs);
  send(state, topic, message, keepMs);
  own.publish(topic, value, keepMs);
}

function send(
  { client, sealing, hide }: State,
  topic: string,
  { value, stamp }: Message,
  keepMs: number,
): void {
  const text = `${stamp} ${sealing.seal(JSON.stringify(value), topic)}`;
  const name = nameOf(hide(topic));
  const commands = client.pipeline();
  if (keepMs > 0) commands.set(keptIn(name), text, 'PX', Math.ceil(Math.min(keepMs, MOST_KEPT_MS)));
  else commands.del(keptIn(name));
  void commands.publish(name, text).exec().catch(ignore);
}

/** A Redis that was unavailable may have lost everything. */
function publishAgain(state: State): void {
  const nowMs = state.clock.monotonic();
  for (const [topic, message] of state.kept) {
    if (message.untilMs > nowMs) send(state, topic, message, message.untilMs - nowMs);
    else state.kept.delete(topic);
  }
}

/** After the reply to a ping the subscriptions are in force: what is published later arrives by itself. */
function readAgain(state: State): void {
  const readAll = () => {
    for (const channel of state.channels.values())
      if (channel.isBehind)
        void readKept(state, channel).then(
          (message) => message && deliver(state, channel, message),
        );
  };
  void state.subscriber.ping().then(readAll, ignore);
}

function subscribe(state: State, topic: string, listener: Listener): () => void {
  const { subscriber, channels, own, hide } = state;
  const name = nameOf(hide(topic));
  const channel = channels.get(name) ?? {
    topic,
    listeners: new Set(),
    subscribed: subscriber.subscribe(name).catch(ignore),
    last: '',
    isBehind: false,
  };
  const { listeners } = channel;
  let isCurrent = false;
  const onValue = (value: unknown) => {
    isCurrent = true;
    listener(value);
  };
  listeners.add(onValue);
  channels.set(name, channel);
  const stopOwn = own.subscribe(topic, onValue);
  // What is published once the subscription is in force arrives by itself; what was kept before is read then.
  void channel.subscribed
    .then(() => (isCurrent ? null : readKept(state, channel)))
    .then((message) => {
      if (!message || isCurrent || !listeners.has(onValue)) return;
      channel.last = message.stamp;
      notify(state, onValue, message.value);
    });
  return () => {
    stopOwn();
    if (!listeners.delete(onValue) || listeners.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    void subscriber.unsubscribe(name).catch(ignore);
  };
}

function receive(state: State, name: string, text: string): void {
  const channel = state.channels.get(name);
  const message = channel && opened(state, channel.topic, text);
  if (message) deliver(state, channel, message);
}

function deliver(state: State, channel: Channel, { stamp, value }: Message): void {
  if (stamp.startsWith(`${state.id}.`) || !isLater(stamp, channel.last)) return;
  channel.last = stamp;
  for (const listener of [...channel.listeners]) notify(state, listener, value);
}

/** A kept value may be read before or after the messages around it arrive: those of one process are delivered in their order. */
function isLater(stamp: string, last: string): boolean {
  const [[id, sent], [lastId, lastSent]] = [stamp.split('.'), last.split('.')];
  return id !== lastId || Number(sent) > Number(lastSent);
}

/** A remote value must not end this process. */
function notify({ warn }: State, listener: Listener, value: unknown): void {
  try {
    listener(value);
  } catch (cause) {
    warn('a message from another server could not be used', cause);
  }
}

async function readKept(state: State, channel: Channel): Promise<Message | null> {
  channel.isBehind = false;
  return read(state, channel.topic).catch(() => {
    channel.isBehind = true;
    return null;
  });
}

async function read(state: State, topic: string): Promise<Message | null> {
  const text = await state.client.get(keptIn(nameOf(state.hide(topic))));
  return text === null ? null : opened(state, topic, text);
}

/** Null for what no process with this secret has published. */
function opened({ sealing }: State, topic: string, text: string): Message | null {
  const [stamp = '', sealed = ''] = text.split(' ', 2);
  const json = sealing.open(sealed, topic);
  return json === null ? null : { stamp, value: JSON.parse(json) };
}

const nameOf = (hidden: string) => `keepreel:signal:${hidden}`;
const keptIn = (name: string) => `${name}:kept`;

/** An unavailable Redis is logged elsewhere; every caller has another way to learn what it missed. */
const ignore = () => undefined;
