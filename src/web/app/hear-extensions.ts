// Notices that a browser extension is there: pings it, and loads what answers it once it says anything.
import { FROM_EXTENSION, FROM_PAGE } from '../../shared/extension.ts';

/** Listens from now on. */
export function hearExtensions(): void {
  const hear = (event: MessageEvent) => {
    if (event.source !== window || event.data?.source !== FROM_EXTENSION) return;
    removeEventListener('message', hear);
    import('../features/extension/index.tsx').then(
      ({ answerExtensions }) => answerExtensions(event),
      console.warn,
    );
  };
  addEventListener('message', hear);
  postMessage({ source: FROM_PAGE, action: 'ping' }, location.origin);
}
