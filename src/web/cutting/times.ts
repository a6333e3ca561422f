// Parses and formats times in whole milliseconds; formatted times can be parsed again.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Matches `1:02:03.5`, `2:03`, `83,45`: up to three numbers, the last with decimals after a point or comma. */
const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,5}):)?(\d{1,6})(?:[.,٫](\d{1,9}))?$/;
/** The code points of the Arabic and Persian digit zero. */
const FOREIGN_ZEROS = [0x0660, 0x06f0];

type Parts = {
  readonly hours: number;
  readonly minutes: string;
  readonly seconds: string;
  readonly rest: string;
};

/** Returns `0:05.000`, `1:02:03.450`: always with milliseconds. */
export function formatTime(timeMs: number): string {
  const { hours, minutes, seconds, rest } = partsOf(timeMs);
  return `${hours > 0 ? `${hours}:` : ''}${minutes}:${seconds}.${rest}`;
}

/** Parses a time to milliseconds; null if it is invalid. */
export function parseTime(text: string): number | null {
  const found = TIME.exec(toLatinDigits(text).trim());
  if (!found) return null;
  const [, hours = '0', minutes, seconds = '0', decimals = ''] = found;
  // Minutes and seconds are below 60 after a larger unit; alone they may exceed it ("83.45").
  if (minutes !== undefined && Number(seconds) >= 60) return null;
  if (found[1] !== undefined && Number(minutes) >= 60) return null;
  const restMs = Math.round(Number(`0.${decimals || '0'}`) * SECOND_MS);
  return (
    Number(hours) * HOUR_MS +
    Number(minutes ?? 0) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    restMs
  );
}

function partsOf(timeMs: number): Parts {
  const whole = Math.max(0, Math.round(timeMs));
  const hours = Math.floor(whole / HOUR_MS);
  const minutes = Math.floor(whole / MINUTE_MS) % 60;
  return {
    hours,
    minutes: hours > 0 ? padded(minutes, 2) : String(minutes),
    seconds: padded(Math.floor(whole / SECOND_MS) % 60, 2),
    rest: padded(whole % SECOND_MS, 3),
  };
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function toLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = FOREIGN_ZEROS.find((one) => code >= one && code <= one + 9) ?? code;
    return String(code - zero);
  });
}
