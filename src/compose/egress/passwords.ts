// The passwords of proxies within texts of operators: hides them, and puts them back. Pure.

/** What is shown in place of a password. */
export const HIDDEN = '***';

const KIND = /(?:https?|socks5h?)$/i;

type Found = {
  /** Before and behind the address. */
  readonly name: string;
  readonly rest: string;
  readonly user: string;
  readonly password: string;
  readonly host: string;
};

/** Hides the passwords of proxies, in lines that are wrong and in comments as well. */
export function masked(text: string): string {
  return eachPassword(text, () => HIDDEN);
}

/** Puts the passwords of `known` where they are hidden, for the same kind, user and host of a proxy, as far as there is one. */
export function unmasked(text: string, known: string): string {
  const passwords = new Map<string, string>();
  eachPassword(known, (found) => {
    const before = passwords.get(keyOf(found)) ?? found.password;
    passwords.set(keyOf(found), before === found.password ? before : HIDDEN);
    return HIDDEN;
  });
  return eachPassword(text, (found) =>
    found.password === HIDDEN ? (passwords.get(keyOf(found)) ?? HIDDEN) : found.password,
  );
}

const keyOf = ({ user, host }: Found) => `${user} ${host}`;

function eachPassword(text: string, instead: (found: Found) => string): string {
  return text.replace(/\S+/g, (word) => {
    const found = findPassword(word);
    if (!found) return word;
    return found.name + found.user + instead(found) + found.host + found.rest;
  });
}

/** A password may hold any character: it ends at the last `@`. */
function findPassword(word: string): Found | null {
  const at = word.lastIndexOf('@');
  const before = word.slice(0, beginOf(word.slice(0, Math.max(0, at))));
  if (before === '') return null;
  const [name] = /^(?:[^:=]*=)?/.exec(before) ?? [''];
  const [host = ''] = word.slice(at).split(';', 1);
  return {
    name,
    rest: word.slice(at + host.length),
    user: before.slice(name.length),
    password: word.slice(before.length, at),
    host,
  };
}

/** Where a password begins: behind `http://user:`, or behind `http:` as URL reads it, too; 0 for none. */
function beginOf(text: string): number {
  const kindEnd = text.indexOf(':') + 1;
  let at = kindEnd;
  while (text[at] === '/' || text[at] === '\\') at += 1;
  if (at > kindEnd) return text.indexOf(':', at) + 1;
  return KIND.test(text.slice(0, Math.max(0, kindEnd - 1))) ? kindEnd : 0;
}
