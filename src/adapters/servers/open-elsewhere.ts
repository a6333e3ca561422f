// Reads files that arrive at other servers of the fleet, whose addresses they announced themselves in sealed reports.
import { Agent } from 'undici';
import type { OpenElsewhere } from '../../core/files/early-files.ts';
import { AppError } from '../../shared/errors.ts';

const CONNECT_MS = 5000;
/** Bytes of an early file may take this long. */
const STALL_MS = 120_000;

/** Creates the port. `seal` makes the token for an id, which the other server opens. */
export function createOpenElsewhere(seal: (id: string) => string): OpenElsewhere {
  const agent = new Agent({
    connectTimeout: CONNECT_MS,
    headersTimeout: STALL_MS,
    bodyTimeout: STALL_MS,
  });
  return async ({ id, at = '', bytes }, range) => {
    const { start, end } = range ?? { start: 0, end: bytes - 1 };
    const response = await agent
      .request({
        origin: at,
        path: `/early/${id}`,
        method: 'GET',
        headers: { authorization: `Bearer ${seal(id)}`, range: `bytes=${start}-${end}` },
      })
      .catch((cause: unknown) => {
        throw new AppError('expired', { cause, detail: 'its server cannot be reached' });
      });
    if (response.statusCode === 206) return response.body;
    await response.body.dump();
    throw new AppError('expired', { detail: `its server answered ${response.statusCode}` });
  };
}
