// A download as work whose end is worth a notification.

import type { Work } from '../../../notifications/watch-end.ts';
import type { Words } from '../../../words/words.tsx';
import type { Flow } from './flow.ts';

/** Follows the download of the flow; requires the messages of `mobile`. */
export function downloadWork({ subscribe, getState }: Flow, { t }: Words): Work {
  let [title, job] = ['', ''];
  return {
    subscribe,
    read() {
      const { download } = getState();
      if (download.kind === 'running' || download.kind === 'ready') {
        title = download.title ?? '';
        job = download.job ?? '';
      }
      if (download.kind === 'running') return 'running';
      if (download.kind !== 'ready' && download.kind !== 'failed') return null;
      const text = t(download.kind === 'ready' ? 'mobile.notifyReady' : 'mobile.notifyFailed');
      return { title: title || text, text: title ? text : '', tag: `download ${job}` };
    },
  };
}
