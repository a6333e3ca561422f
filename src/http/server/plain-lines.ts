// Turns the log's JSON lines into sentences for a person at a terminal.

const WARNING = 40;
const ERROR = 50;
/** What others wrote must not move the cursor. */
const CONTROLS = /[^\P{Cc}\n]/gu;

/** The sentence; null for a request, of which every page makes dozens. */
export function plainLine(line: string): string | null {
  const { level, time: _time, reqId: _id, msg, err, ...facts } = JSON.parse(line) as Line;
  if (msg === 'request') return null;
  const mark = level >= ERROR ? 'error: ' : level >= WARNING ? 'warning: ' : '';
  const named = Object.entries(facts)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name}=${value}`);
  const cause = err ? [`(${err.message || err.type})`] : [];
  const places = err && level >= ERROR ? `\n${err.stack}` : '';
  return `${mark}${[msg, ...named, ...cause].join(' ')}${places}\n`.replace(CONTROLS, '');
}

type Line = Readonly<Record<string, unknown>> & {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
};
