// What the doctor says of the operator's egresses, with the lab in the internet's place.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { egressesOf } from '../compose/egress/egresses.ts';
import { readConfig } from '../config.ts';
import { egressFindings } from './doctor-egress.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ platforms: Object.values(LAB_PLATFORMS) });
});
afterAll(() => lab.close());

it('are tried one by one, each at a platform that it serves', async () => {
  const closed = lab.proxyUrl.replace(/:\d+$/, ':9');
  const EGRESSES = [
    `office=${lab.proxyUrl}; resolve=proxy`,
    `home=${closed.replace('http:', 'socks5h:')}; platforms=tiktok`,
  ].join('\n');
  const config = readConfig({ EGRESSES });
  expect(await egressFindings(config, egressesOf(config))).toEqual([
    {
      state: 'ok',
      name: 'egress office',
      message: 'through an HTTP proxy, which resolves names itself; YouTube can be reached',
    },
    {
      state: 'degraded',
      name: 'egress home',
      message: expect.stringMatching(
        /^through a SOCKS 5 proxy, which resolves names itself; TikTok cannot be reached \(origin_unreachable/,
      ),
    },
  ]);
});
