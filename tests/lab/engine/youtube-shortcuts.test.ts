// What the plugin for YouTube leaves out changes nothing that is kept: it is compared with yt-dlp's own extractor.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { engineEnvironment, enginePython } from '../../support/engine/engine-python.ts';

const PROGRAM = `
import copy, json, sys
import yt_dlp
from yt_dlp import extractor, globals as state, plugins
state.plugin_dirs.value = ['engine'] if sys.argv[1] == 'with' else []
plugins.load_all_plugins()
extractor.import_extractors()
from yt_dlp.extractor.youtube import _video
from yt_dlp.extractor.youtube._base import INNERTUBE_CLIENTS
ydl = yt_dlp.YoutubeDL({'quiet': True})
ie = ydl.get_info_extractor('Youtube')

def tracks(languages):
    spoken = [{'kind': 'asr', 'languageCode': code, 'vssId': f'a.{code}', 'baseUrl': f'https://x/?lang={code}'} for code in languages]
    return [*spoken, {'languageCode': 'fr', 'vssId': '.fr', 'baseUrl': 'https://x/?lang=fr', 'isTranslatable': True}]

def responses(languages):
    others = [{'languageCode': code, 'languageName': {'simpleText': code}} for code in ('en', 'de', 'pt-BR', 'fr')]
    renderer = {'captionTracks': tracks(languages), 'translationLanguages': [*others, None, {'languageCode': 7}]}
    return [{'captions': {'playerCaptionsTracklistRenderer': renderer}}, {'captions': None}, None], 'player'

kept = {}
base = _video.YoutubeIE
while getattr(base, '__wrapped__', None):
    base = base.__wrapped__
base._extract_player_responses = lambda self, languages: responses(languages)
for languages in ((), ('en',), ('en', 'pt-BR'), ('yue',)):
    found, player = ie._extract_player_responses(languages)
    renderer = found[0]['captions']['playerCaptionsTracklistRenderer']
    kept[','.join(languages)] = [one and one['languageCode'] for one in renderer['translationLanguages']]
    assert renderer['captionTracks'] == tracks(languages) and player == 'player' and found[1:] == [{'captions': None}, None]

alike = all(ie._get_default_ytcfg(name) == client for name, client in INNERTUBE_CLIENTS.items())
one = ie._get_default_ytcfg('web')
one['INNERTUBE_CONTEXT']['client']['hl'] = 'xx'
signed_in = []
for names in ((), ('SAPISID',), ('LOGIN_INFO',), ('LOGIN_INFO', 'SAPISID')):
    ydl.cookiejar.clear()
    for name in names:
        ie._set_cookie('.youtube.com', name, '1')
    signed_in.append(ie.is_authenticated)
print(json.dumps({'kept': kept, 'alike': alike, 'apart': ie._get_default_ytcfg('web') != one, 'signedIn': signed_in}))
`;

function results(plugins: 'with' | 'without') {
  const output = execFileSync(enginePython, ['-B', '-c', PROGRAM, plugins], {
    encoding: 'utf8',
    env: engineEnvironment,
    cwd: new URL('../../..', import.meta.url),
  });
  return JSON.parse(output);
}

it('only captions in spoken languages are listed, and all else is as yt-dlp has it', () => {
  const { kept, ...rest } = results('with');
  const { kept: all, ...usual } = results('without');
  const every = ['en', 'de', 'pt-BR', 'fr', null, 7];
  expect(all).toEqual({ '': every, en: every, 'en,pt-BR': every, yue: every });
  expect(kept).toEqual({ '': [], en: ['en'], 'en,pt-BR': ['en', 'pt-BR'], yue: [] });
  expect(rest).toEqual(usual);
  expect(rest).toEqual({ alike: true, apart: true, signedIn: [false, false, false, true] });
});
