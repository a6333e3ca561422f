// What each command of the keyboard does, and to which handle.
import { expect, it } from 'vitest';
import type { Command } from './timeline/keys.ts';
import { act, type KeyTargets } from './use-trim-keys.ts';

/** What a command calls, as text. */
function called(command: Command, focused: string | null = null): string[] {
  const calls: string[] = [];
  const spy = (name: string) =>
    new Proxy({} as Record<string, unknown>, {
      get:
        (_target, key) =>
        (...all: unknown[]) =>
          calls.push([name + String(key), JSON.stringify(all)].join(' ')),
    });
  const values = {
    control: { selected: { id: 7, startMs: 1000, endMs: 9000 } },
    player: { positionMs: 5000 },
    view: {},
  };
  const on = { durationMs: 60_000, frameMs: 40 } as Record<string, unknown>;
  for (const [name, known] of Object.entries(values))
    on[name] = new Proxy(known, {
      get: (target, key) => Reflect.get(target, key) ?? spy(`${name}.`)[String(key)],
    });
  for (const name of ['moveTo', 'mark', 'snapshot', 'help']) on[name] = spy('')[name];
  act(command, focused, on as unknown as KeyTargets);
  return calls;
}

it.each<[Command, string | null, string]>([
  [{ kind: 'play' }, null, 'player.toggle []'],
  [{ kind: 'step', byMs: -1000 }, null, 'moveTo ["position",4000]'],
  [{ kind: 'step', byMs: 10_000 }, 'start', 'moveTo ["start",11000]'],
  [{ kind: 'step', byMs: -1000 }, 'end', 'moveTo ["end",8000]'],
  [{ kind: 'step', byMs: 1000 }, 'position', 'moveTo ["position",6000]'],
  [{ kind: 'step', byMs: 1000 }, 'something', 'moveTo ["position",6000]'],
  [{ kind: 'frame', by: 1 }, null, 'moveTo ["position",5040]'],
  [{ kind: 'frame', by: -1 }, 'end', 'moveTo ["end",8960]'],
  [{ kind: 'edge', which: 'start' }, null, 'moveTo ["position",0]'],
  [{ kind: 'edge', which: 'end' }, 'end', 'moveTo ["end",60000]'],
  [{ kind: 'mark', which: 'start' }, null, 'mark ["start"]'],
  [{ kind: 'mark', which: 'end' }, 'start', 'mark ["end"]'],
  [{ kind: 'zoom', which: 'in' }, null, 'view.zoom ["in",5000]'],
  [{ kind: 'toggle' }, null, 'control.change [{"kind":"toggle","id":7}]'],
  [{ kind: 'delete' }, null, 'control.change [{"kind":"delete"}]'],
  [{ kind: 'split' }, 'start', 'control.change [{"kind":"split","atMs":5000}]'],
  [{ kind: 'add' }, null, 'control.change [{"kind":"add","atMs":5000}]'],
  [{ kind: 'undo' }, null, 'control.undo []'],
  [{ kind: 'redo' }, null, 'control.redo []'],
  [{ kind: 'loop' }, null, 'player.toggleLoop []'],
  [{ kind: 'snapshot' }, null, 'snapshot []'],
  [{ kind: 'help' }, null, 'help []'],
])('%j with the focus on %s does %s', (command, focused, does) => {
  expect(called(command, focused)).toEqual([does]);
});
