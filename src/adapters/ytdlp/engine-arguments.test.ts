// What an operator may set of yt-dlp's extractors, and how everything else is refused by name.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { readEngineArguments } from './engine-arguments.ts';

describe('the arguments of yt-dlp', () => {
  it('are read per platform, line by line', () => {
    const text = `
      # after the block of May
      youtube: player_client=default,web_safari,-tv; player_skip = configs ; lang=pt-PT
      tiktok: api_hostname=api22-normal-c-useast2a.tiktokv.com; app_info=7355728856979392262/trill/34.1.2/2023401020/1180; impersonate=chrome-131:macos-14

      twitter: api=syndication;`;
    expect(readEngineArguments(text)).toEqual({
      youtube: {
        player_client: ['default', 'web_safari', '-tv'],
        player_skip: ['configs'],
        lang: ['pt-PT'],
      },
      tiktok: {
        api_hostname: ['api22-normal-c-useast2a.tiktokv.com'],
        app_info: ['7355728856979392262/trill/34.1.2/2023401020/1180'],
        impersonate: ['chrome-131:macos-14'],
      },
      twitter: { api: ['syndication'] },
    });
  });

  it.each([
    ['vimeo: lang=en', '"vimeo" is no platform'],
    ['lang=en', '"lang=en" is no platform'],
    ['youtube: lang=en\nyoutube: lang=de', 'youtube has two lines'],
    ['youtube: lang=en; lang=de', 'lang is there twice'],
    ['youtube: cookies=x', 'cookies is not allowed; allowed are player_client'],
    ['youtube: __proto__=x', '__proto__ is not allowed'],
    ['youtube: innertube_host=evil.test', 'innertube_host is not allowed'],
    ['youtube: po_token=web.gvs+x', 'po_token is not allowed'],
    ['youtube: formats=incomplete', 'formats cannot be "incomplete"'],
    ['youtube: player_client=', 'player_client cannot be ""'],
    ['youtube: player_client=web web_safari', 'player_client cannot be'],
    ['youtube: lang=en,de', 'lang has more than 1 values'],
    ['tiktok: api_hostname=evil.test', 'api_hostname cannot be "evil.test"'],
    ['tiktok: api_hostname=tiktokv.com.evil.test', 'api_hostname cannot be'],
    ['tiktok: api_hostname=x@evil.test/.tiktokv.com', 'api_hostname cannot be'],
    ['facebook: lang=en', 'lang is not allowed; allowed are impersonate'],
    ['facebook: impersonate=netscape', 'impersonate cannot be "netscape"'],
  ])('refuses %j at the start, and says which', (text, named) => {
    const read = () => readConfig({ ENGINE_ARGS: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`ENGINE_ARGS: `);
    expect(read).toThrow(named);
  });
});
