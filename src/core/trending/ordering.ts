// Operators order the featured videos; concurrent changes are detected by the videos' versions.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { TrendingOrder } from './ports.ts';

/** Puts all featured videos in this order. Throws `invalid_request`, `changed_meanwhile`; then nothing has changed. */
export type Ordering = (
  admin: string,
  ids: readonly string[],
  versions: Readonly<Record<string, number>>,
) => Promise<void>;

/** Creates the service. */
export function createOrdering(needs: {
  readonly order: TrendingOrder;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): Ordering {
  return async (admin, ids, versions) => {
    const isEach = ids.every((id) => Object.hasOwn(versions, id));
    if (new Set(ids).size !== ids.length || !isEach || Object.keys(versions).length !== ids.length)
      throw new AppError('invalid_request', { params: { field: 'ids' } });
    await needs.order.put(ids, versions);
    await needs.audit.add({
      id: needs.newId(),
      at: needs.clock.now(),
      admin,
      action: 'trending_ordered',
      subject: null,
      details: { videos: ids.length },
    });
  };
}
