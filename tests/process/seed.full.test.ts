import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { seed } from '../../src/commands/seed.ts';
import { SAMPLES } from '../../src/commands/seed-samples.ts';
import { readConfig } from '../../src/config.ts';
import { MAIN_PLATFORM_IDS } from '../../src/shared/platforms/platform.ts';

describe('the samples', () => {
  it('are one of each platform, two featured, one no longer there', () => {
    expect(SAMPLES.map(({ platform }) => platform).sort()).toEqual([...MAIN_PLATFORM_IDS].sort());
    expect(SAMPLES.filter(({ featured }) => featured)).toHaveLength(2);
    expect(SAMPLES.filter(({ isAvailable }) => !isAvailable)).toHaveLength(1);
  });

  it.each(SAMPLES)('$title is a link of the lab that behaves as described', (sample) => {
    const { videoUrl, isAvailable } = sample;
    const links = Object.values(LAB_PLATFORMS).flatMap((platform) => platform.links);
    const link = links.find(({ url }) => url === videoUrl);
    expect(link && 'title' in link.expect).toBe(isAvailable);
  });
});

describe('seeding', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-seed-'));
    return () => rm(dataDir, { recursive: true });
  });
  const configOf = (more = {}) => readConfig({ DATA_DIR: dataDir, ...more });
  const list = async () => {
    const database = await openDatabase({ url: null, dataDir });
    const videos = await createTrendingVideos(database.db).list(200);
    await database.close();
    return videos;
  };

  it('fills an empty list, with a picture each', async () => {
    expect((await seed(configOf(), false)).isDone).toBe(true);
    const videos = await list();
    const [featured, others] = [
      SAMPLES.filter((sample) => sample.featured),
      SAMPLES.filter((sample) => !sample.featured),
    ];
    expect(videos.map(({ title }) => title)).toEqual(
      [...featured, ...others].map(({ title }) => title),
    );
    for (const { thumbnail } of videos) {
      const picture = await readFile(path.join(dataDir, 'trending', thumbnail ?? ''));
      expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(sizeOfJpeg(picture)).toEqual({ width: 640, height: 360 });
    }
  });

  it('leaves a list alone that is not empty, unless forced', async () => {
    await seed(configOf(), false);
    const { isDone, message } = await seed(configOf(), false);
    expect([isDone, message]).toEqual([false, expect.stringContaining('--again')]);
    expect(await list()).toHaveLength(8);
    await seed(configOf(), true);
    expect(await list()).toHaveLength(16);
    expect(await readdir(path.join(dataDir, 'trending'))).toHaveLength(16);
  });

  it('adds nothing when no picture can be drawn', async () => {
    const config = configOf({ FFMPEG_PATH: '/bin/false' });
    await expect(seed(config, false)).rejects.toThrow(/^FFMPEG_PATH: no picture/);
    expect(await list()).toEqual([]);
  });
});

/** Width and height from the frame header. */
function sizeOfJpeg(picture: Buffer): { width: number; height: number } {
  const at = picture.indexOf(Buffer.from([0xff, 0xc0]));
  return { height: picture.readUInt16BE(at + 5), width: picture.readUInt16BE(at + 7) };
}
