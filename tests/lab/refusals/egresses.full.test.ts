// Several egresses through the whole product: which one a platform sees, what a visitor notices when it refuses one, and for how long.
import { afterEach, describe, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { botCheckFor, filesBoundTo, type Situation, withSwitch } from '../../../lab/switches.ts';
import { clientAt } from '../../support/product/job-client.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';
import { visit } from '../../support/product/visitor.ts';

let product: Product;
let seen: string[] = [];
/** Who asked for pictures and subtitles. */
let besides: string[] = [];
afterEach(() => product.close());

/** A product with the egresses `home` and `office`, and a YouTube that knows them apart. */
async function start(options = '') {
  seen = [];
  besides = [];
  const youtube = withSwitch(LAB_PLATFORMS.youtube);
  const watched = {
    ...youtube,
    answer: (...[request, media]: Parameters<typeof youtube.answer>) => {
      if (request.url.pathname === '/watch') seen.push(request.client);
      if (/^\/(vi|api\/timedtext)\b/.test(request.url.pathname)) besides.push(request.client);
      return youtube.answer(request, media);
    },
  };
  product = await startProduct(
    (proxyUrl) => {
      const through = (user: string) => proxyUrl.replace('http://', `http://${user}:x@`);
      const line = (name: string) => `${name}=${through(name)}; resolve=proxy`;
      return {
        EGRESSES: [`${line('home')}${options}`, line('office')].join('\n'),
        TRUSTED_PROXIES: '127.0.0.1',
      };
    },
    [watched],
  );
  return (situation: Situation) => youtube.turn(situation);
}

const LINKS = LAB_PLATFORMS.youtube.links
  .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
  .map(({ url }) => url);

async function inspect(url: string | undefined): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url },
    remoteAddress: freshAddress(),
  });
  return answer.statusCode === 200 ? 'ok' : answer.json().code;
}

async function download(url = ''): Promise<string> {
  const visitor = clientAt(await product.app.listen({ port: 0 }));
  const { job } = await visitor.start({ url });
  const { state, error } = await visitor.ended(job);
  return error?.code ?? state;
}

describe('an inspection', () => {
  it('goes by the first egress while nothing is wrong', async () => {
    await start();
    expect([await inspect(LINKS[0]), await inspect(LINKS[1])]).toEqual(['ok', 'ok']);
    expect(seen).toEqual(['home', 'home']);
  });

  it('costs no visitor a failure where one egress is refused, and no further request once that is known', async () => {
    const turn = await start();
    turn(botCheckFor(['home']));
    const codes: string[] = [];
    for (const url of LINKS.slice(0, 6)) codes.push(await inspect(url));
    expect(codes).toEqual(Array(6).fill('ok'));
    expect(seen.filter((client) => client === 'home')).toHaveLength(3);
    expect(seen.slice(-3)).toEqual(['office', 'office', 'office']);
  });

  it('is refused when both are, by one request each', async () => {
    const turn = await start();
    turn(botCheckFor(['home', 'office']));
    expect(await inspect(LINKS[0])).toBe('bot_check');
    expect(seen).toEqual(['home', 'office']);
  });

  it('goes by the next egress when the budget of the first is spent', async () => {
    await start('; per-hour=2');
    for (const url of LINKS.slice(0, 4)) expect(await inspect(url)).toBe('ok');
    expect(seen).toEqual(['home', 'home', 'office', 'office']);
  });
});

it('pictures and subtitles come by the egress of the inspection that named them', async () => {
  const turn = await start();
  turn(botCheckFor(['home']));
  const visitor = visit(await product.app.listen({ port: 0, host: '127.0.0.1' }));
  const answer = await visitor.inspect(LINKS[0] ?? '');
  if (!answer.success) throw new Error(answer.code);
  const [item] = answer.items;
  expect(seen).toEqual(['home', 'office']);
  const picture = await visitor.get(item?.thumbnailUrl ?? '');
  expect([picture.status, besides]).toEqual([200, ['office']]);
  const id = encodeURIComponent(item?.subtitles[0]?.id ?? '');
  const text = await visitor.get(`/api/inspections/${answer.id}/subtitles/${id}.vtt`);
  expect([text.status, besides]).toEqual([200, ['office', 'office']]);
});

describe('a download', () => {
  it('is fetched by the egress that inspected it, to whose address its files are bound', async () => {
    const turn = await start();
    turn(filesBoundTo());
    expect(await download(LINKS[0])).toBe('ready');
    expect(new Set(seen)).toEqual(new Set(['home']));
  });

  it('comes by the other egress where the platform refuses the files of one', async () => {
    const turn = await start();
    turn(filesBoundTo(['home']));
    expect(await download(LINKS[0])).toBe('ready');
    expect(seen.at(-1)).toBe('office');
  });
});
