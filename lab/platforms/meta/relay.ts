// The pages of Instagram, Facebook and Threads: script elements with Relay's prefetched responses.
import { inScript } from '../answers.ts';

/** One prefetched response: the name of its query and its `data`. */
export type Prefetched = { readonly key: string; readonly data: unknown };

/** The script element of one prefetched response, as the pages have it since 2023. */
export function relayScript({ key, data }: Prefetched): string {
  const result = { data, extensions: { is_final: true } };
  const stream = [
    'RelayPrefetchedStreamCache',
    'next',
    [],
    [key, { __bbox: { complete: true, result } }],
  ];
  return dataScript({
    require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [stream] } }]]],
  });
}

/** A script element of other data. */
export function dataScript(value: unknown): string {
  return `<script type="application/json" data-content-len="1" data-sjs>${inScript(value)}</script>`;
}

/** A whole page. Each script has a line of its own: extractors search line by line. */
export function relayPage(head: string, scripts: readonly string[]): string {
  return [
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${head}</head><body>`,
    '<script>requireLazy(["ServerJS"],function(){});</script>',
    ...scripts,
    '</body></html>',
  ].join('\n');
}

/** Escaped text for an attribute or an element. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The number behind a code in an address; private codes have 28 more characters, which do not count. */
export function mediaNumber(code: string): string {
  const short = code.length > 28 ? code.slice(0, -28) : code;
  let number = 0n;
  for (const letter of short) number = number * 64n + BigInt(ALPHABET.indexOf(letter));
  return String(number);
}
