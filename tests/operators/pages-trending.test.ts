import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sticksOut } from '../support/browser/sticks-out.ts';
import { type Desk, openDesk } from '../support/operators/operators-desk.ts';
import { signIn } from '../support/operators/operators-form.ts';
import { type OperatorsStage, startOperatorsStage } from '../support/operators/operators-stage.ts';

let stage: OperatorsStage;
let desk: Desk;
beforeAll(async () => {
  stage = await startOperatorsStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await desk?.context.close();
  stage.trouble.length = 0;
});

describe('the list', () => {
  it('shows texts as texts, is found in, filtered and sorted, and walked through by keys', async () => {
    await stage.add('<b>Bold</b> & <img src=x onerror=alert(1)>', { platform: 'pinterest' });
    desk = await openDesk(stage);
    const heads = await desk.page.locator('.video-table thead th').allTextContents();
    expect(heads).toEqual([
      'ID',
      'Title',
      'Platform',
      'Featured',
      'Views',
      'Created At',
      'Actions',
    ]);
    const all = await desk.titles();
    expect(all).toContain('<b>Bold</b> & <img src=x onerror=alert(1)>');
    await desk.page.getByRole('button', { name: 'Title', exact: true }).click();
    const sorted = [...all].sort(new Intl.Collator('en', { numeric: true }).compare);
    await expect.poll(desk.titles).toEqual(sorted);
    expect(await desk.page.locator('[aria-sort=ascending]').count()).toBe(1);
    await desk.page.keyboard.press('Escape');
    await desk.page.keyboard.press('/');
    await desk.page.keyboard.type('pasta');
    await expect.poll(desk.titles).toEqual(['Sample: Fresh pasta in ten seconds']);
    await desk.page.keyboard.type('?/');
    await desk.page.getByRole('button', { name: 'Show all' }).click();
    await desk.page.getByLabel('Availability').selectOption('gone');
    await expect.poll(desk.titles).toEqual(['Sample: A post that was deleted']);
    await desk.page.getByLabel('Availability').selectOption('all');
    await desk.page.getByLabel('Featured', { exact: true }).selectOption('yes');
    await expect.poll(desk.titles).toHaveLength(2);
    await desk.page.locator('.video-table tbody tr[tabindex="0"]').focus();
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Enter');
    const [, second] = await desk.titles();
    await expect.poll(() => desk.field('title').inputValue()).toBe(second);
    await desk.page.keyboard.press('Escape');
    await desk.dialog().waitFor({ state: 'detached' });
    await desk.page.keyboard.press('?');
    await desk.page.locator('#curating-keys:popover-open').waitFor();
    expect(await violations(desk.page)).toEqual([]);
    expect(stage.trouble).toEqual([]);
  });

  it('says that it is empty', async () => {
    const context = await stage.visit();
    await context.route('**/admin/trending', (route) => route.fulfill({ json: [] }));
    const page = await stage.open(context, '/admin/dashboard');
    await page.getByRole('heading', { name: 'No trending videos yet' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('says that it could not be loaded, and leads to the form', async () => {
    const context = await stage.visit();
    await context.route('**/admin/trending', (route) => route.fulfill({ status: 500, json: {} }));
    const page = await stage.open(context, '/admin/dashboard');
    await page.getByRole('alert').getByText('Failed to load trending videos').waitFor();
    await page.getByRole('button', { name: 'Go to Login' }).waitFor();
    await context.close();
  });

  it.each([
    ['dark', 390, '/admin/dashboard'],
    ['light', 1440, '/ar/admin/dashboard'],
  ] as const)('fits and is usable by all, %s at %i px, at %s', async (colorScheme, width, at) => {
    desk = await openDesk(stage, at, { colorScheme, width });
    expect(await sticksOut(desk.page)).toEqual([]);
    expect(await violations(desk.page)).toEqual([]);
    await desk.page.locator('.curating-head .btn-primary').click();
    await desk.page.locator('[data-tab=url]').click();
    await desk.save();
    await desk.dialog().locator('[aria-invalid=true]').first().waitFor();
    expect(await violations(desk.page)).toEqual([]);
    await desk.page.keyboard.press('Escape');
    await desk.page.locator('.curating-head .btn-secondary').click();
    await desk.dialog().locator('.order-list').waitFor();
    expect(await violations(desk.page)).toEqual([]);
    expect(stage.trouble).toEqual([]);
  });
});

describe('two sessions at once', () => {
  it('see both versions of a video field by field, and nothing is lost', async () => {
    const id = await stage.add('Walk', { description: 'In the sun' });
    desk = await openDesk(stage);
    await desk.row('Walk').getByRole('button', { name: 'Edit: Walk' }).click();
    await desk.field('description').fill('In the rain');
    await stage.change(id, { title: 'Hike', description: 'In the snow', featured: true });
    await desk.save();
    await desk.failure('Someone else changed this video in the meantime');
    const group = (name: string) => desk.dialog().getByRole('group', { name });
    expect(await group('Description').locator('bdi').allTextContents()).toEqual([
      'In the snow',
      'In the rain',
    ]);
    // What nobody touched here is theirs, what was typed is ours.
    expect(await group('Title').getByLabel('Theirs').isChecked()).toBe(true);
    expect(await group('Description').getByLabel('Yours').isChecked()).toBe(true);
    await group('Featured').getByLabel('Yours').check();
    expect(await violations(desk.page)).toEqual([]);
    await stage.change(id, { title: 'Climb' });
    await desk.save();
    await desk.failure('Someone else changed this video in the meantime');
    expect(await group('Description').getByLabel('Yours').isChecked()).toBe(true);
    await desk.save();
    await desk.toast('Video updated successfully');
    expect(await stage.byTitle('Climb')).toMatchObject({
      description: 'In the rain',
      featured: false,
      version: 4,
    });
    expect(stage.trouble).toEqual([]);
  });

  it('do not overwrite what was deleted meanwhile', async () => {
    const id = await stage.add('Soon gone');
    desk = await openDesk(stage);
    await desk.row('Soon gone').getByRole('button', { name: 'Edit: Soon gone' }).click();
    await stage.call('DELETE', `/admin/trending/${id}`);
    await desk.field('title').fill('My work');
    await desk.save();
    await desk.failure('This video has been deleted in the meantime.');
    expect(await desk.field('title').inputValue()).toBe('My work');
  });
});

describe('deleting', () => {
  it('asks, takes the row away, and is undone by a key', async () => {
    const id = await stage.add('To delete');
    desk = await openDesk(stage);
    await desk.page.locator(`tr[data-video="${id}"]`).focus();
    await desk.page.keyboard.press('Delete');
    await desk.dialog().getByText('Are you sure you want to delete this video?').waitFor();
    await expect
      .poll(() => desk.page.evaluate('document.activeElement.textContent'))
      .toBe('Delete');
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('Video deleted successfully').waitFor();
    await desk.row('To delete').waitFor({ state: 'detached' });
    expect([await desk.row('To delete').count(), await stage.byTitle('To delete')]).toEqual([
      0,
      undefined,
    ]);
    await desk.page.locator('.undo-bar button:focus').waitFor();
    await desk.page.keyboard.press('Enter');
    await desk.row('To delete').waitFor();
    expect((await stage.byTitle('To delete'))?.id).toBe(id);
    expect(await desk.page.locator('.undo-bar').count()).toBe(0);
    await stage.change(id, { title: 'Changed meanwhile' });
    await desk.row('To delete').getByRole('button', { name: 'Delete: To delete' }).click();
    await desk.dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await desk.toast('Someone else changed this in the meantime.');
    await desk.row('Changed meanwhile').waitFor();
    await desk.page.route('**/admin/trending/*', (route) =>
      route.fulfill({ status: 500, body: 'no' }),
    );
    await desk
      .row('Changed meanwhile')
      .getByRole('button', { name: /^Delete: / })
      .click();
    await desk.dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await desk.toast('Failed to delete video');
    expect(stage.trouble).toEqual([]);
  });
});

describe('the order of featured videos', () => {
  it('is changed by keys and by dragging, and is refused when somebody else was quicker', async () => {
    desk = await openDesk(stage);
    const openOrder = () =>
      desk.page.getByRole('button', { name: 'Order featured videos' }).click();
    await openOrder();
    const [first = '', second = ''] = await desk.order();
    await desk
      .dialog()
      .getByRole('button', { name: `Move down: ${first}` })
      .focus();
    await desk.page.keyboard.press('Enter');
    expect((await desk.order()).slice(0, 2)).toEqual([second, first]);
    await desk.dialog().getByRole('button', { name: 'Save order' }).click();
    await desk.toast('Order saved');
    await expect.poll(async () => (await desk.titles()).slice(0, 2)).toEqual([second, first]);
    await openOrder();
    await desk.dragSecondUp();
    expect((await desk.order()).slice(0, 2)).toEqual([first, second]);
    const id = (await stage.list())[0]?.id ?? '';
    await stage.change(id, { description: 'Other' });
    await desk.dialog().getByRole('button', { name: 'Save order' }).click();
    await desk.failure('Someone else changed this in the meantime.');
    expect(stage.trouble).toEqual([]);
  });
});

describe('a session that ends', () => {
  it('leads to the form and back, with what was typed', async () => {
    desk = await openDesk(stage, '/admin/login', { isSignedIn: false });
    await signIn(desk.page);
    await desk.page.locator('.video-table button[aria-label^="Edit: "]').first().click();
    await desk.field('title').fill('Typed for an hour');
    await desk.context.clearCookies();
    await desk.save();
    await desk.page
      .getByText('You have been signed out. Log in to continue where you left off.')
      .waitFor();
    await signIn(desk.page);
    expect(await desk.field('title').inputValue()).toBe('Typed for an hour');
    await desk.page.getByText('What you typed earlier is still here.').waitFor();
    await desk.dialog().getByRole('button', { name: 'Discard' }).click();
    expect(stage.trouble).toEqual([]);
  });
});
