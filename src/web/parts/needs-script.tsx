// The noscript message of pages whose tool needs JavaScript.
import { routeOf } from '../../shared/routes.ts';
import type { DrawnKey } from '../words/keys.ts';
import type { Drawing, Subject } from './drawing.ts';

/** The message; nothing on pages that work without scripts. */
export function NeedsScript({ drawing }: { readonly drawing: Drawing }) {
  const key = sentenceOf(drawing.subject);
  if (!key) return null;
  const sentence = <p className="needs-script">{drawing.t(key)}</p>;
  // The prerendered content of this page is in a noscript already, and those cannot be nested.
  if (drawing.subject.route === 'operators') return sentence;
  return <noscript>{sentence}</noscript>;
}

function sentenceOf({ route }: Subject): DrawnKey | null {
  switch (route) {
    case 'trending':
    case 'status':
    case 'trimmer':
    case 'operators':
    case 'history':
    case 'search':
      return `needs-script.${route}`;
    case 'transparency':
      return 'needs-script.status';
    case 'article':
      return null;
    default: {
      const hasBox = ['home', 'advanced', 'batch'].includes(route) || routeOf(route).platform;
      return hasBox ? 'needs-script.download' : null;
    }
  }
}
