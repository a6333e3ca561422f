// The engine rehearses a look at every platform before it forks workers: all of them succeed, and nothing of them remains.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { settingsLine } from '../../../src/adapters/ytdlp/engine-settings.ts';
import { MAIN_PLATFORM_IDS } from '../../../src/shared/platforms/platform.ts';
import { engineEnvironment, enginePython } from '../../support/engine/engine-python.ts';

const PROGRAM = `
import json, socket, sys
sys.path.insert(0, 'engine')
settings = json.loads(sys.argv[1])
import extract, rehearsal
engine = extract.Engine(settings)
# From here on there is no way to any network.
def connect(*_):
    raise AssertionError('a connection')
socket.socket.connect = socket.socket.connect_ex = connect
seen = []
inspect = engine.inspect
def noted(url, platform, max_items):
    seen.append(platform)
    return inspect(url, platform, max_items)
engine.inspect = noted
failed = rehearsal.rehearse(engine)
ydl = engine.ydl
tokens = [ydl.get_info_extractor(key).kept_token[0] for key in ('Twitter', 'Instagram')]
players = [getattr(ydl.get_info_extractor('Youtube'), name) for name in ('_code_cache', '_player_cache')]
print(json.dumps({
    'seen': seen, 'failed': failed, 'tokens': tokens, 'players': players, 'cookies': len(ydl.cookiejar),
    'replaced': 'urlopen' in vars(ydl), 'warned': len(ydl._printed_messages)}))
`;

it('every platform’s extractor understands its recorded answers, and keeps nothing of them', () => {
  const settings = settingsLine(
    { python: enginePython, enginePath: null, pluginDirs: ['engine'], jsRuntime: null },
    null,
  );
  const output = execFileSync(enginePython, ['-B', '-c', PROGRAM, settings], {
    encoding: 'utf8',
    env: engineEnvironment,
    cwd: new URL('../../..', import.meta.url),
  });
  const { seen, ...rest } = JSON.parse(output);
  expect(seen.toSorted()).toEqual(MAIN_PLATFORM_IDS.toSorted());
  expect(rest).toEqual({
    failed: [],
    tokens: [null, null],
    players: [{}, {}],
    cookies: 0,
    replaced: false,
    warned: 0,
  });
});
