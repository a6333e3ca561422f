// The active fault rules: which fault, if any, applies to a connection or a request.

import { matchesHost } from '../proxy/hosts.ts';
import type { ConnectionFault, FaultRule, RequestFault } from './faults.ts';

/** A fault that applies; `met` counts earlier matches of its rule, `isOver` is true once the rule is removed. */
export type Met = {
  readonly fault: RequestFault;
  readonly met: number;
  readonly isOver: () => boolean;
};

/** The rules of one lab. */
export type Faults = {
  /** Adds a rule before all others; the returned function removes it. */
  readonly add: (rule: FaultRule) => () => void;
  readonly clear: () => void;
  readonly meetConnection: (host: string) => ConnectionFault | undefined;
  readonly meetRequest: (host: string, path: string) => Met | undefined;
};

/** Creates an empty list of rules. */
export function createFaults(): Faults {
  let rules: { readonly rule: FaultRule; met: number }[] = [];

  const find = (host: string, path: string, ofConnection: boolean) => {
    const entry = rules.find(({ rule, met }) => {
      if (isConnectionFault(rule.fault) !== ofConnection) return false;
      if (!matchesHost(host, rule.host) || !path.startsWith(rule.pathPrefix)) return false;
      const times = 'times' in rule.fault ? rule.fault.times : undefined;
      return times === undefined || met < times;
    });
    if (entry === undefined) return undefined;
    const { met } = entry;
    entry.met += 1;
    return { fault: entry.rule.fault, met, isOver: () => !rules.includes(entry) };
  };

  return {
    add: (rule) => {
      const entry = { rule, met: 0 };
      rules = [entry, ...rules];
      return () => {
        rules = rules.filter((each) => each !== entry);
      };
    },
    clear: () => {
      rules = [];
    },
    meetConnection: (host) => {
      const found = find(host, '/', true)?.fault;
      return found !== undefined && isConnectionFault(found) ? found : undefined;
    },
    meetRequest: (host, path) => {
      const found = find(host, path, false);
      if (found === undefined || isConnectionFault(found.fault)) return undefined;
      return { ...found, fault: found.fault };
    },
  };
}

const CONNECTION_KINDS: Readonly<Record<ConnectionFault['kind'], true>> = {
  refuse: true,
  dnsNx: true,
  blackhole: true,
  tlsExpired: true,
  tlsStall: true,
};

function isConnectionFault(fault: FaultRule['fault']): fault is ConnectionFault {
  return Object.hasOwn(CONNECTION_KINDS, fault.kind);
}
