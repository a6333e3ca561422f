// SHA-256 for proofs of work: many short texts with the same beginning. The browser's own needs https, which a server in a
// local network may not have, and each of its calls costs more than the whole sum here.

const BLOCK_BYTES = 64;
/** The one bit and the 64 bits of the length, at the end of the last block. */
const END_BYTES = 9;
const ROUNDS = 64;

/** Hashes that many beginnings have in common with one beginning. */
export type Hasher = {
  /** The first 32 bits of the SHA-256 of the beginning and these ASCII characters, as a signed whole number. */
  readonly firstBitsOf: (ending: string) => number;
};

/** Takes in the beginning once. `maxEndingLength` is the most characters that an ending has. */
export function createHasher(beginning: string, maxEndingLength: number): Hasher {
  const start = new TextEncoder().encode(beginning);
  const wholeBlocks = Math.floor(start.length / BLOCK_BYTES);
  const rest = start.subarray(wholeBlocks * BLOCK_BYTES);
  const roots = primeRoots();
  const words = new Int32Array(ROUNDS);
  const afterStart = Int32Array.from(roots.square);
  const view = new DataView(start.buffer, start.byteOffset);
  for (let block = 0; block < wholeBlocks; block += 1)
    mixIn(afterStart, view, block * BLOCK_BYTES, words, roots.cube);

  const longest = rest.length + maxEndingLength + END_BYTES;
  const tail = new Uint8Array(Math.ceil(longest / BLOCK_BYTES) * BLOCK_BYTES);
  tail.set(rest);
  const tailView = new DataView(tail.buffer);
  const state = new Int32Array(afterStart.length);
  return {
    firstBitsOf(ending) {
      let at = rest.length;
      for (let index = 0; index < ending.length; index += 1, at += 1)
        tail[at] = ending.charCodeAt(index);
      const endsAt = Math.ceil((at + END_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
      tail[at] = 0x80;
      tail.fill(0, at + 1, endsAt);
      tailView.setUint32(endsAt - 4, (wholeBlocks * BLOCK_BYTES + at) * 8);
      state.set(afterStart);
      for (let block = 0; block < endsAt; block += BLOCK_BYTES)
        mixIn(state, tailView, block, words, roots.cube);
      return state[0] as number;
    },
  };
}

/** The first 32 bits behind the point of the roots of the first primes, which the standard begins and mixes with. */
function primeRoots(): { readonly square: Int32Array; readonly cube: Int32Array } {
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const behindPoint = (root: number) => ((root % 1) * 2 ** 32) | 0;
  return {
    square: Int32Array.from(primes.slice(0, 8), (prime) => behindPoint(Math.sqrt(prime))),
    cube: Int32Array.from(primes, (prime) => behindPoint(Math.cbrt(prime))),
  };
}

/** One block of 64 bytes, as FIPS 180-4 section 6.2.2 has it. `words` is room to work in. */
function mixIn(
  state: Int32Array,
  bytes: DataView,
  offset: number,
  words: Int32Array,
  constants: Int32Array,
): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round < 16) {
      words[round] = bytes.getInt32(offset + round * 4);
      continue;
    }
    const early = words[round - 15] as number;
    const late = words[round - 2] as number;
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[round] = (words[round - 16] as number) + small + (words[round - 7] as number) + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = (e & f) ^ (~e & g);
    const added = (words[round] as number) + (constants[round] as number);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + added) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < mixed.length; index += 1)
    state[index] = (state[index] as number) + (mixed[index] as number);
}

type Eight = [number, number, number, number, number, number, number, number];

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
