// Fetches a picture through the egress proxy.
import { AppError } from '../../shared/errors.ts';
import type { Door, Lane } from '../door/door.ts';
import { openRequest } from '../door/request.ts';
import { withLane } from '../door/with-lane.ts';
import type { FetchPicture } from './thumbnails.ts';

/** Fetches the bytes of a picture. Throws AppError `not_found` for any status but 200. */
export function fetchPicture(door: Door): FetchPicture {
  return ({ address, headers, platform, via }, maxBytes, signal) => {
    const fetchBy = async (lane: Lane) => {
      const answer = await openRequest(lane, { address, headers, maxBytes, signal });
      if (answer.status !== 200) {
        answer.discard();
        throw new AppError('not_found', { detail: `the picture answered ${answer.status}` });
      }
      return Buffer.concat(await Array.fromAsync(answer.body));
    };
    return withLane(door, platform, fetchBy, via);
  };
}
