// Tells the server that a film of this site was really seen, or saved; it counts once a day for each visitor.
import type { TrendingViewRequest } from '../../../shared/counts-api.ts';
import { request } from '../../browser/request.ts';

/** Sends the view. Failures are not shown. */
export async function tellView(id: string, kind: TrendingViewRequest['kind']): Promise<void> {
  try {
    const body: TrendingViewRequest = { kind };
    await request(`/api/trending/${encodeURIComponent(id)}/views`, { method: 'POST', body });
  } catch (error) {
    console.info('the view was not counted', error);
  }
}
