// The views of the operators' area: path, name, and group of words of each.
import type { ComponentType } from 'react';
import type { LaterGroup, WordKey } from '../../words/keys.ts';

/** A view. It renders inside `main`, below the tabs, and has the page's only `h1`. */
export type View = {
  readonly path: string;
  readonly name: WordKey;
  readonly group: LaterGroup;
  readonly load: () => Promise<ComponentType>;
};

/** In the order of the tabs. */
export const VIEWS: readonly View[] = [
  {
    path: '/admin/dashboard',
    name: 'operators.trending',
    group: 'operators-trending',
    load: () => import('../trending/index.tsx').then((it) => it.Curating),
  },
  {
    path: '/admin/takedowns',
    name: 'operators.takedowns',
    group: 'takedown-queue',
    load: () => import('../takedowns/index.tsx').then((it) => it.TakedownQueue),
  },
  {
    path: '/admin/cockpit',
    name: 'operators.cockpit',
    group: 'cockpit',
    load: () => import('../cockpit/index.tsx').then((it) => it.Cockpit),
  },
  {
    path: '/admin/keys',
    name: 'operators.keys',
    group: 'keys',
    load: () => import('../keys/index.tsx').then((it) => it.Keys),
  },
  {
    path: '/admin/log',
    name: 'operators.log',
    group: 'audit-log',
    load: () => import('../audit-log/index.tsx').then((it) => it.AuditLog),
  },
];
