import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { type OperatorsTab, openOperatorsTab } from '../support/operators/operators-tab.ts';
import { makeFilm } from '../support/pages/trimmer-fixture.ts';

let fixture: OperatorsFixture;
let tab: OperatorsTab;
let film: string;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
  film = await makeFilm(path.join(fixture.folder, 'film.mp4'), { seconds: 2 });
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  await tab?.context.close();
  fixture.problems.length = 0;
});

const LINK = 'https://www.youtube.com/watch?v=labMain_001';

describe('a video by its address', () => {
  const openForm = async () => {
    tab = await openOperatorsTab(fixture);
    await tab.page.getByRole('button', { name: 'Add New Trending Video' }).click();
    await tab.dialog().getByRole('tab', { name: 'Video URL' }).click();
  };

  it('is inspected, fills in untouched fields, and is added', async () => {
    await openForm();
    await tab.save();
    for (const text of ['Title is required', 'Video URL is required'])
      await tab.dialog().getByText(text).waitFor();
    expect(await tab.page.evaluate('document.activeElement.name')).toBe('videoUrl');
    await tab.field('title').fill('My own title');
    await tab.field('videoUrl').fill(LINK);
    await tab.dialog().getByText('Filled in from the link. Change anything you like.').waitFor();
    expect(await tab.field('title').inputValue()).toBe('My own title');
    expect(await tab.field('description').inputValue()).toBe('Made for the lab.');
    expect(await tab.field('thumbnailUrl').inputValue()).toMatch(/^https:\/\/i\.ytimg\.com\//);
    expect(await tab.dialog().locator('.preview-note img').getAttribute('src')).toMatch(/^\//);
    await tab.save();
    await tab.toast('Video added successfully');
    await tab.row('My own title').waitFor();
    expect(await fixture.byTitle('My own title')).toMatchObject({
      platformId: 'youtube',
      viewCount: 0,
      description: 'Made for the lab.',
    });
    expect(fixture.problems).toEqual([]);
  });

  it('that cannot be inspected is added all the same', async () => {
    await openForm();
    await tab.field('videoUrl').fill('https://www.youtube.com/watch?v=nothing_hre');
    await tab.dialog().getByText('You can fill in the rest yourself.').waitFor();
    await tab.field('title').fill('Unseen');
    await tab.save();
    await tab.row('Unseen').waitFor();
  });

  it.each(['https://films.example/watch/42', 'https://www.youtube.com/@lab'])(
    'that cannot be downloaded says so while it is typed, and is added: %s',
    async (link) => {
      await openForm();
      const asked: string[] = [];
      tab.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const note = tab.dialog().getByText('Visitors can open the original but not download it');
      await tab.field('videoUrl').fill(LINK);
      await tab.dialog().getByText('Filled in from the link.').waitFor();
      expect(await note.count()).toBe(0);
      asked.length = 0;
      await tab.field('videoUrl').fill(link);
      await note.waitFor();
      expect(await tab.dialog().getByText('We couldn’t read the link').count()).toBe(0);
      await tab.field('title').fill(`Seen at ${link}`);
      await tab.save();
      await tab.row(`Seen at ${link}`).waitFor();
      expect(asked).not.toContain('/api/admin/trending-preview');
      expect(await fixture.byTitle(`Seen at ${link}`)).toMatchObject({ downloadable: false });
      expect(fixture.problems).toEqual([]);
    },
  );

  it('waits for its title when Add is pressed while the link is read', async () => {
    await openForm();
    const title = 'Read from the link';
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await tab.page.route('**/api/admin/trending-preview', async (route) => {
      asked.resolve();
      await answered.promise;
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), title } });
    });
    expect(await tab.dialog().getByRole('button', { name: 'Cancel' }).count()).toBe(1);
    await tab.field('videoUrl').fill(LINK);
    await tab.save();
    await asked.promise;
    expect(await tab.dialog().getByText('Title is required').count()).toBe(0);
    answered.resolve();
    await tab.toast('Video added successfully');
    await tab.row(title).waitFor();
  });

  it('stays in the form when the server refuses it, and when the page is reloaded', async () => {
    await openForm();
    await tab.page.route('**/api/admin/trending-preview', (route) => route.abort());
    await tab.field('videoUrl').fill(LINK);
    await tab.field('title').fill('Kept');
    await tab.page.route('**/admin/trending', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, body: 'no' })
        : route.continue(),
    );
    await tab.save();
    await tab.failure('Failed to add trending video');
    expect(await tab.field('title').inputValue()).toBe('Kept');
    await tab.page.unrouteAll();
    await tab.page.reload();
    await tab.dialog().getByText('What you typed earlier is still here.').waitFor();
    expect(await tab.field('title').inputValue()).toBe('Kept');
    await tab.dialog().getByRole('button', { name: 'Discard' }).click();
    await tab.page.getByRole('button', { name: 'Add New Trending Video' }).click();
    expect(await tab.field('title').inputValue()).toBe('');
  });

  it('that many visitors downloaded is added with one press, or opened in the form', async () => {
    tab = await openOperatorsTab(fixture);
    const popular = await fixture.makePopular('twitter');
    // What five visitors had, and what was taken off its platform since.
    const gone = 'https://www.youtube.com/watch?v=nothing_hre';
    await tab.page.route('**/api/admin/worth-featuring', async (route) => {
      const response = await route.fetch();
      const lines = (await response.json()) as object[];
      const line = { platform: 'youtube', link: gone, downloads: 12, sinceDays: 0 };
      await route.fulfill({ response, json: [...lines, line] });
    });
    await tab.page.getByText('Worth featuring').click();
    await tab.page.getByText('Twitter / X · 5 downloads').waitFor();
    await tab.page.getByText('YouTube · 12 downloads').waitFor();
    await tab.page.getByRole('button', { name: `Add: ${popular.link}` }).click();
    await tab.toast('Video added successfully');
    await tab.row(popular.title).waitFor();
    await tab.page.getByRole('button', { name: `Add: ${gone}` }).click();
    expect(await tab.field('videoUrl').inputValue()).toBe(gone);
  });
});

describe('a video as a file', () => {
  const openForm = async () => {
    tab = await openOperatorsTab(fixture);
    await tab.page.getByRole('button', { name: 'Add New Trending Video' }).click();
  };
  const choose = (file: string) => tab.dialog().locator('input[type=file]').setInputFiles(file);

  it('is refused in the browser when the server would refuse it', async () => {
    await openForm();
    await tab.save();
    for (const text of ['Title is required', 'Please select a video file to upload'])
      await tab.dialog().getByText(text).waitFor();
    const large = path.join(fixture.folder, 'large.mp4');
    await writeFile(large, '');
    await choose(large);
    await tab.dialog().getByText('This file is empty.').waitFor();
    await truncate(large, 52_428_801);
    await choose(large);
    await tab.dialog().getByText('This file is 52.4 MB. The maximum is 50MB.').waitFor();
    const text = path.join(fixture.folder, 'text.txt');
    await writeFile(text, 'no video');
    await choose(text);
    await tab.dialog().getByText('This is not a video file.').waitFor();
  });

  it('is sent with the time of its picture, and can have another later', async () => {
    await openForm();
    await choose(film);
    await tab.field('title').fill('My film');
    await tab.page.evaluate(`{
      const { set } = FormData.prototype;
      window.sent = {};
      FormData.prototype.set = function (name, value) { sent[name] = value; return set.call(this, name, value); };
    }`);
    await tab.dialog().locator('input[type=range]').fill('1.5');
    await tab.save();
    await tab.toast('Video added successfully');
    await tab.row('My film').waitFor();
    expect(await tab.page.evaluate('({ ...sent, file: sent.file.name })')).toEqual({
      title: 'My film',
      description: '',
      platform: 'youtube',
      featured: 'false',
      thumbnailSeconds: '1.500',
      file: 'film.mp4',
    });
    const added = await fixture.byTitle('My film');
    expect(added?.videoUrl).toMatch(/^\/trending-files\/.+\.mp4$/);
    await tab.row('My film').getByRole('button', { name: 'Edit: My film' }).click();
    await tab.dialog().getByText('Picture for the list').click();
    await tab.dialog().locator('input[type=range]:enabled').fill('0.5');
    await tab.dialog().getByRole('button', { name: 'Use this picture' }).click();
    await tab.dialog().getByText('The picture was taken from the video').waitFor();
    expect((await fixture.byTitle('My film'))?.thumbnailUrl).not.toBe(added?.thumbnailUrl);
    await tab.field('title').fill('My other film');
    await tab.save();
    await tab.toast('Video updated successfully');
    await tab.row('My other film').waitFor();
    expect(fixture.problems).toEqual([]);
  });

  it('shows its progress, and is cancelled without a trace', async () => {
    await openForm();
    const slow = path.join(fixture.folder, 'slow.mp4');
    await writeFile(slow, Buffer.alloc(20_000_000, 7));
    await choose(slow);
    await tab.field('title').fill('Cancelled');
    const cdp = await tab.context.newCDPSession(tab.page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2_000_000,
    });
    await tab.save();
    await expect
      .poll(() => tab.dialog().getByRole('progressbar').getAttribute('aria-valuenow'))
      .not.toBe('0');
    await tab
      .dialog()
      .getByText(/ of 20 MB uploaded/)
      .waitFor();
    expect(await tab.field('title').isDisabled()).toBe(true);
    await tab.dialog().getByRole('button', { name: 'Cancel upload' }).click();
    await tab.dialog().getByText('The upload was cancelled.').waitFor();
    expect(await tab.field('title').inputValue()).toBe('Cancelled');
    expect(await fixture.byTitle('Cancelled')).toBeUndefined();
  });

  it('that is no video is refused after it was sent, and the form stays', async () => {
    await openForm();
    const fake = path.join(fixture.folder, 'fake.mp4');
    await writeFile(fake, 'no film at all');
    await choose(fake);
    await tab.dialog().getByText('This browser can’t show the file.').waitFor();
    await tab.field('title').fill('Fake');
    await tab.save();
    await tab.failure(
      'This file is not a video that can be shown here. Choose an MP4 or WebM file.',
    );
    expect(await tab.field('title').inputValue()).toBe('Fake');
  });
});
