// The keyboard commands of the trimmer.

/** One keyboard command. */
export type Command =
  | { readonly kind: 'play' }
  | { readonly kind: 'step'; readonly byMs: number }
  | { readonly kind: 'frame'; readonly by: 1 | -1 }
  | { readonly kind: 'mark'; readonly which: 'start' | 'end' }
  | { readonly kind: 'edge'; readonly which: 'start' | 'end' };

/** The used properties of a keyboard event. */
export type Press = {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

const STEP_MS = 1000;
const BIG_STEP_MS = 10_000;

/** Returns the command of a key, or null. The timeline and the arrow keys are left to right in every language. */
export function commandOf(press: Press): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const stepMs = press.shiftKey ? BIG_STEP_MS : STEP_MS;
  switch (letterOf(press)) {
    case ' ':
      return { kind: 'play' };
    case 'ArrowLeft':
      return { kind: 'step', byMs: -stepMs };
    case 'ArrowRight':
      return { kind: 'step', byMs: stepMs };
    case ',':
      return { kind: 'frame', by: -1 };
    case '.':
      return { kind: 'frame', by: 1 };
    case 'i':
      return { kind: 'mark', which: 'start' };
    case 'o':
      return { kind: 'mark', which: 'end' };
    case 'Home':
      return { kind: 'edge', which: 'start' };
    case 'End':
      return { kind: 'edge', which: 'end' };
    default:
      return null;
  }
}

/** Returns the Latin letter of a key; by its position on keyboards of other scripts. */
function letterOf({ key, code }: Press): string {
  if (/^[ -~]$/.test(key)) return key.toLowerCase();
  const places: Readonly<Record<string, string>> = {
    KeyI: 'i',
    KeyO: 'o',
    Comma: ',',
    Period: '.',
  };
  return places[code] ?? key;
}
