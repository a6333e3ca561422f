// `node lab/record-rehearsal.ts`: records what the lab answers to one look at each platform, in engine/rehearsal.json.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/adapters/clock/system.ts';
import { probeSandboxes } from '../src/adapters/process/probe-sandboxes.ts';
import { composeEngine } from '../src/compose/engine.ts';
import { readConfig } from '../src/config.ts';
import { goodLinks } from './good-links.ts';
import { startLab } from './lab.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';
import { labSettings } from './settings.ts';

const answers: string[] = [];
const lab = await startLab({
  platforms: Object.values(LAB_PLATFORMS).map((platform) => ({
    ...platform,
    async answer(request, media) {
      const answer = await platform.answer(request, media);
      // yt-dlp sees what a redirect leads to.
      if (answer && 'body' in answer && (answer.status ?? 200) === 200)
        answers.push(String(answer.body));
      return answer;
    },
  })),
});
const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-rehearsal-'));
const settings = { ...labSettings(lab), DATA_DIR: dataDir };
const room = await composeEngine(readConfig(settings), await probeSandboxes(), systemClock);
const looks: { platform: string; url: string; answers: string[] }[] = [];
for (const { platform, link } of goodLinks()) {
  await room.engine.inspect(link, new AbortController().signal);
  looks.push({ platform, url: link.address, answers: answers.splice(0) });
}
await room.close();
await lab.close();
await rm(dataDir, { recursive: true });
const file = path.resolve(import.meta.dirname, '../engine/rehearsal.json');
await writeFile(file, `${JSON.stringify(looks, null, 2)}\n`);
