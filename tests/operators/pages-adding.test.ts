import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../support/operators/operators-desk.ts';
import { type OperatorsStage, startOperatorsStage } from '../support/operators/operators-stage.ts';
import { makeFilm } from '../support/pages/trimmer-stage.ts';

let stage: OperatorsStage;
let desk: Desk;
let film: string;
beforeAll(async () => {
  stage = await startOperatorsStage();
  film = await makeFilm(path.join(stage.folder, 'film.mp4'), { seconds: 2 });
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await desk?.context.close();
  stage.trouble.length = 0;
});

const LINK = 'https://www.youtube.com/watch?v=labMain_001';

describe('a video by its address', () => {
  const openForm = async () => {
    desk = await openDesk(stage);
    await desk.page.getByRole('button', { name: 'Add New Trending Video' }).click();
    await desk.dialog().getByRole('tab', { name: 'Video URL' }).click();
  };

  it('is looked at, fills in what nobody has touched, and is added', async () => {
    await openForm();
    await desk.save();
    for (const text of ['Title is required', 'Video URL is required'])
      await desk.dialog().getByText(text).waitFor();
    expect(await desk.page.evaluate('document.activeElement.name')).toBe('videoUrl');
    await desk.field('title').fill('My own title');
    await desk.field('videoUrl').fill(LINK);
    await desk.dialog().getByText('Filled in from the link. Change anything you like.').waitFor();
    expect(await desk.field('title').inputValue()).toBe('My own title');
    expect(await desk.field('description').inputValue()).toBe('Made for the lab.');
    expect(await desk.field('thumbnailUrl').inputValue()).toMatch(/^https:\/\/i\.ytimg\.com\//);
    expect(await desk.dialog().locator('.preview-note img').getAttribute('src')).toMatch(/^\//);
    await desk.save();
    await desk.toast('Video added successfully');
    await desk.row('My own title').waitFor();
    expect(await stage.byTitle('My own title')).toMatchObject({
      platformId: 'youtube',
      viewCount: 0,
      description: 'Made for the lab.',
    });
    expect(stage.trouble).toEqual([]);
  });

  it('that cannot be looked at is added all the same', async () => {
    await openForm();
    await desk.field('videoUrl').fill('https://www.youtube.com/watch?v=nothing_hre');
    await desk.dialog().getByText('You can fill in the rest yourself.').waitFor();
    await desk.field('title').fill('Unseen');
    await desk.save();
    await desk.row('Unseen').waitFor();
  });

  it.each(['https://films.example/watch/42', 'https://www.youtube.com/@lab'])(
    'that no download can be made of says so while it is typed, and is added: %s',
    async (link) => {
      await openForm();
      const asked: string[] = [];
      desk.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const note = desk.dialog().getByText('Visitors can open the original but not download it');
      await desk.field('videoUrl').fill(LINK);
      await desk.dialog().getByText('Filled in from the link.').waitFor();
      expect(await note.count()).toBe(0);
      asked.length = 0;
      await desk.field('videoUrl').fill(link);
      await note.waitFor();
      expect(await desk.dialog().getByText('We couldn’t read the link').count()).toBe(0);
      await desk.field('title').fill(`Seen at ${link}`);
      await desk.save();
      await desk.row(`Seen at ${link}`).waitFor();
      expect(asked).not.toContain('/api/admin/trending-preview');
      expect(await stage.byTitle(`Seen at ${link}`)).toMatchObject({ downloadable: false });
      expect(stage.trouble).toEqual([]);
    },
  );

  it('stays typed when the server refuses it, and when the page is loaded anew', async () => {
    await openForm();
    await desk.page.route('**/api/admin/trending-preview', (route) => route.abort());
    await desk.field('videoUrl').fill(LINK);
    await desk.field('title').fill('Kept');
    await desk.page.route('**/admin/trending', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, body: 'no' })
        : route.continue(),
    );
    await desk.save();
    await desk.failure('Failed to add trending video');
    expect(await desk.field('title').inputValue()).toBe('Kept');
    await desk.page.unrouteAll();
    await desk.page.reload();
    await desk.dialog().getByText('What you typed earlier is still here.').waitFor();
    expect(await desk.field('title').inputValue()).toBe('Kept');
    await desk.dialog().getByRole('button', { name: 'Discard' }).click();
    await desk.page.getByRole('button', { name: 'Add New Trending Video' }).click();
    expect(await desk.field('title').inputValue()).toBe('');
  });

  it('that many visitors downloaded is added with one press, or begun in the form', async () => {
    desk = await openDesk(stage);
    const popular = await stage.makePopular('twitter');
    // What five visitors had, and what was taken off its platform since.
    const gone = 'https://www.youtube.com/watch?v=nothing_hre';
    await desk.page.route('**/api/admin/worth-featuring', async (route) => {
      const response = await route.fetch();
      const lines = (await response.json()) as object[];
      const line = { platform: 'youtube', link: gone, downloads: 12, sinceDays: 0 };
      await route.fulfill({ response, json: [...lines, line] });
    });
    await desk.page.getByText('Worth featuring').click();
    await desk.page.getByText('Twitter / X · 5 downloads').waitFor();
    await desk.page.getByText('YouTube · 12 downloads').waitFor();
    await desk.page.getByRole('button', { name: `Add: ${popular.link}` }).click();
    await desk.toast('Video added successfully');
    await desk.row(popular.title).waitFor();
    await desk.page.getByRole('button', { name: `Add: ${gone}` }).click();
    expect(await desk.field('videoUrl').inputValue()).toBe(gone);
  });
});

describe('a video as a file', () => {
  const openForm = async () => {
    desk = await openDesk(stage);
    await desk.page.getByRole('button', { name: 'Add New Trending Video' }).click();
  };
  const choose = (file: string) => desk.dialog().locator('input[type=file]').setInputFiles(file);

  it('is refused here when the server would refuse it', async () => {
    await openForm();
    await desk.save();
    for (const text of ['Title is required', 'Please select a video file to upload'])
      await desk.dialog().getByText(text).waitFor();
    const large = path.join(stage.folder, 'large.mp4');
    await writeFile(large, '');
    await choose(large);
    await desk.dialog().getByText('This file is empty.').waitFor();
    await truncate(large, 52_428_801);
    await choose(large);
    await desk.dialog().getByText('This file is 52.4 MB. The maximum is 50MB.').waitFor();
    const text = path.join(stage.folder, 'text.txt');
    await writeFile(text, 'no video');
    await choose(text);
    await desk.dialog().getByText('This is not a video file.').waitFor();
  });

  it('is sent with the moment of its picture, and can have another later', async () => {
    await openForm();
    await choose(film);
    await desk.field('title').fill('My film');
    await desk.page.evaluate(`{
      const { set } = FormData.prototype;
      window.sent = {};
      FormData.prototype.set = function (name, value) { sent[name] = value; return set.call(this, name, value); };
    }`);
    await desk.dialog().locator('input[type=range]').fill('1.5');
    await desk.save();
    await desk.toast('Video added successfully');
    await desk.row('My film').waitFor();
    expect(await desk.page.evaluate('({ ...sent, file: sent.file.name })')).toEqual({
      title: 'My film',
      description: '',
      platform: 'youtube',
      featured: 'false',
      thumbnailSeconds: '1.500',
      file: 'film.mp4',
    });
    const added = await stage.byTitle('My film');
    expect(added?.videoUrl).toMatch(/^\/trending-files\/.+\.mp4$/);
    await desk.row('My film').getByRole('button', { name: 'Edit: My film' }).click();
    await desk.dialog().getByText('Picture for the list').click();
    await desk.dialog().locator('input[type=range]:enabled').fill('0.5');
    await desk.dialog().getByRole('button', { name: 'Use this picture' }).click();
    await desk.dialog().getByText('The picture was taken from the video').waitFor();
    expect((await stage.byTitle('My film'))?.thumbnailUrl).not.toBe(added?.thumbnailUrl);
    await desk.field('title').fill('My other film');
    await desk.save();
    await desk.toast('Video updated successfully');
    await desk.row('My other film').waitFor();
    expect(stage.trouble).toEqual([]);
  });

  it('shows how far it is, and is cancelled without a trace', async () => {
    await openForm();
    const slow = path.join(stage.folder, 'slow.mp4');
    await writeFile(slow, Buffer.alloc(20_000_000, 7));
    await choose(slow);
    await desk.field('title').fill('Cancelled');
    const cdp = await desk.context.newCDPSession(desk.page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2_000_000,
    });
    await desk.save();
    await expect
      .poll(() => desk.dialog().getByRole('progressbar').getAttribute('aria-valuenow'))
      .not.toBe('0');
    await desk
      .dialog()
      .getByText(/ of 20 MB uploaded/)
      .waitFor();
    expect(await desk.field('title').isDisabled()).toBe(true);
    await desk.dialog().getByRole('button', { name: 'Cancel upload' }).click();
    await desk.dialog().getByText('The upload was cancelled.').waitFor();
    expect(await desk.field('title').inputValue()).toBe('Cancelled');
    expect(await stage.byTitle('Cancelled')).toBeUndefined();
  });

  it('that is none says so after it was sent, and the form stays', async () => {
    await openForm();
    const fake = path.join(stage.folder, 'fake.mp4');
    await writeFile(fake, 'no film at all');
    await choose(fake);
    await desk.dialog().getByText('This browser can’t show the file.').waitFor();
    await desk.field('title').fill('Fake');
    await desk.save();
    await desk.failure(
      'This file is not a video that can be shown here. Choose an MP4 or WebM file.',
    );
    expect(await desk.field('title').inputValue()).toBe('Fake');
  });
});
