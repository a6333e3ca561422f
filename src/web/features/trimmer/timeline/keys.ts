// The keyboard commands of the trimmer.

/** One keyboard command. */
export type Command =
  | { readonly kind: 'play' }
  | { readonly kind: 'step'; readonly byMs: number }
  | { readonly kind: 'frame'; readonly by: 1 | -1 }
  | { readonly kind: 'mark'; readonly which: 'start' | 'end' }
  | { readonly kind: 'edge'; readonly which: 'start' | 'end' }
  | { readonly kind: 'zoom'; readonly which: 'in' | 'out' | 'fit' }
  | { readonly kind: Plain };

/** The commands without a parameter. */
type Plain = 'split' | 'add' | 'toggle' | 'delete' | 'undo' | 'redo' | 'loop' | 'snapshot' | 'help';

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
  if (press.altKey) return null;
  const letter = letterOf(press);
  if (press.ctrlKey || press.metaKey) {
    if (letter === 'z') return { kind: press.shiftKey ? 'redo' : 'undo' };
    return letter === 'y' ? { kind: 'redo' } : null;
  }
  const plain = PLAIN[letter];
  if (plain) return { kind: plain };
  const stepMs = press.shiftKey ? BIG_STEP_MS : STEP_MS;
  switch (letter) {
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
    case '+':
    case '=':
      return { kind: 'zoom', which: 'in' };
    case '-':
      return { kind: 'zoom', which: 'out' };
    case 'z':
      return { kind: 'zoom', which: 'fit' };
    default:
      return null;
  }
}

const PLAIN: Readonly<Record<string, Plain>> = {
  b: 'split',
  n: 'add',
  x: 'toggle',
  l: 'loop',
  c: 'snapshot',
  '?': 'help',
  Delete: 'delete',
  Backspace: 'delete',
};

/** Returns the Latin letter of a key; by its position on keyboards of other scripts. */
function letterOf({ key, code }: Press): string {
  if (/^[ -~]$/.test(key)) return key.toLowerCase();
  const places: Readonly<Record<string, string>> = {
    KeyB: 'b',
    KeyC: 'c',
    KeyI: 'i',
    KeyL: 'l',
    KeyN: 'n',
    KeyO: 'o',
    KeyX: 'x',
    KeyY: 'y',
    KeyZ: 'z',
    Comma: ',',
    Period: '.',
  };
  return places[code] ?? key;
}
