// Reports that an uploaded video was watched or saved; the server counts it once per visitor and day.
import type { TrendingViewRequest } from '../../shared/api/counts.ts';
import { request } from '../browser/request.ts';

/** Sends the view. Failures are only logged. */
export async function sendView(id: string, kind: TrendingViewRequest['kind']): Promise<void> {
  try {
    const body: TrendingViewRequest = { kind };
    await request(`/api/trending/${encodeURIComponent(id)}/views`, { method: 'POST', body });
  } catch (error) {
    console.info('the view was not counted', error);
  }
}
