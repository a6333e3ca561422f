// Reads and changes the bits of a unit of H.264, whose bytes are escaped (ITU-T H.264, 7.3.1 and 9.1). Pure.

/** A parameter that is not there, or a kind of picture that is not read here. */
export class Unreadable extends Error {}

export type Bits = ReturnType<typeof bitsOf>;

/** Reads a unit behind its header. Throws Unreadable at its end. */
export function bitsOf(unit: Uint8Array) {
  const bytes = unescaped(unit);
  let at = 8;
  const take = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left -= 1, at += 1) {
      const byte = bytes[at >> 3];
      if (byte === undefined) throw new Unreadable();
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  /** Exp-Golomb. */
  const unsigned = (): number => {
    let zeros = 0;
    while (take(1) === 0) zeros += 1;
    if (zeros > 31) throw new Unreadable();
    return 2 ** zeros - 1 + take(zeros);
  };
  return {
    at: () => at,
    take,
    flag: () => take(1) === 1,
    unsigned,
    signed(): number {
      const code = unsigned();
      return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
    },
    /** So many numbers of Exp-Golomb. */
    skip(count: number): void {
      for (let left = count; left > 0; left -= 1) unsigned();
    },
  };
}

/** Digits of Exp-Golomb. */
export function codeOf(value: number): string {
  const digits = (value + 1).toString(2);
  return digits.padStart(digits.length * 2 - 1, '0');
}

/** The unit with these bits at bit `at` of the unescaped one; null where other bytes would have to be escaped. */
export function withCode(unit: Uint8Array, at: number, code: string): Uint8Array | null {
  const plain = unescaped(unit);
  for (const [index, bit] of [...code].entries()) {
    const [byte, mask] = [(at + index) >> 3, 0x80 >> ((at + index) & 7)];
    plain[byte] = bit === '1' ? (plain[byte] ?? 0) | mask : (plain[byte] ?? 0) & ~mask;
  }
  const changed = escaped(plain);
  return changed.length === unit.length ? changed : null;
}

/** Without the bytes that keep start codes out of it. */
function unescaped(unit: Uint8Array): Uint8Array {
  return unit.filter(
    (byte, at) => !(byte === 3 && at > 1 && unit[at - 1] === 0 && unit[at - 2] === 0),
  );
}

function escaped(plain: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of plain) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}
