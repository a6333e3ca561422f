import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { signIn } from '../support/operators/operators-form.ts';
import { type OperatorsTab, openOperatorsTab } from '../support/operators/operators-tab.ts';

let fixture: OperatorsFixture;
let tab: OperatorsTab;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  await tab?.context.close();
  fixture.problems.length = 0;
});

describe('the list', () => {
  it('shows titles as text, and can be searched, filtered, sorted and used by keyboard', async () => {
    await fixture.add('<b>Bold</b> & <img src=x onerror=alert(1)>', { platform: 'pinterest' });
    tab = await openOperatorsTab(fixture);
    const heads = await tab.page.locator('.video-table thead th').allTextContents();
    expect(heads).toEqual([
      'ID',
      'Title',
      'Platform',
      'Featured',
      'Views',
      'Created At',
      'Actions',
    ]);
    const all = await tab.titles();
    expect(all).toContain('<b>Bold</b> & <img src=x onerror=alert(1)>');
    await tab.page.getByRole('button', { name: 'Title', exact: true }).click();
    const sorted = [...all].sort(new Intl.Collator('en', { numeric: true }).compare);
    await expect.poll(tab.titles).toEqual(sorted);
    expect(await tab.page.locator('[aria-sort=ascending]').count()).toBe(1);
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('pasta');
    await expect.poll(tab.titles).toEqual(['Sample: Fresh pasta in ten seconds']);
    await tab.page.keyboard.type('?/');
    await tab.page.getByRole('button', { name: 'Show all' }).click();
    await tab.page.getByLabel('Availability').selectOption('gone');
    await expect.poll(tab.titles).toEqual(['Sample: A post that was deleted']);
    await tab.page.getByLabel('Availability').selectOption('all');
    await tab.page.getByLabel('Featured', { exact: true }).selectOption('yes');
    await expect.poll(tab.titles).toHaveLength(2);
    await tab.page.locator('.video-table tbody tr[tabindex="0"]').focus();
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    const [, second] = await tab.titles();
    await expect.poll(() => tab.field('title').inputValue()).toBe(second);
    await tab.page.keyboard.press('Escape');
    await tab.dialog().waitFor({ state: 'detached' });
    await tab.page.keyboard.press('?');
    await tab.page.locator('#curating-keys:popover-open').waitFor();
    expect(await violations(tab.page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });

  it('says that it is empty', async () => {
    const context = await fixture.visit();
    await context.route('**/admin/trending', (route) => route.fulfill({ json: [] }));
    const page = await fixture.open(context, '/admin/dashboard');
    await page.getByRole('heading', { name: 'No trending videos yet' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('says that it could not be loaded, and leads to the sign-in form', async () => {
    const context = await fixture.visit();
    await context.route('**/admin/trending', (route) => route.fulfill({ status: 500, json: {} }));
    const page = await fixture.open(context, '/admin/dashboard');
    await page.getByRole('alert').getByText('Failed to load trending videos').waitFor();
    await page.getByRole('button', { name: 'Go to Login' }).waitFor();
    await context.close();
  });

  it.each([
    ['dark', 390, '/admin/dashboard'],
    ['light', 1440, '/ar/admin/dashboard'],
  ] as const)('fits and is usable by all, %s at %i px, at %s', async (colorScheme, width, at) => {
    tab = await openOperatorsTab(fixture, at, { colorScheme, width });
    expect(await overflowing(tab.page)).toEqual([]);
    expect(await violations(tab.page)).toEqual([]);
    await tab.page.locator('.curating-head .btn-primary').click();
    await tab.page.locator('[data-tab=url]').click();
    await tab.save();
    await tab.dialog().locator('[aria-invalid=true]').first().waitFor();
    expect(await violations(tab.page)).toEqual([]);
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('.curating-head .btn-secondary').click();
    await tab.dialog().locator('.order-list').waitFor();
    expect(await violations(tab.page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });
});

describe('two sessions at once', () => {
  it('see both versions of a video field by field, and lose nothing', async () => {
    const id = await fixture.add('Walk', { description: 'In the sun' });
    tab = await openOperatorsTab(fixture);
    await tab.row('Walk').getByRole('button', { name: 'Edit: Walk' }).click();
    await tab.field('description').fill('In the rain');
    await fixture.change(id, { title: 'Hike', description: 'In the snow', featured: true });
    await tab.save();
    await tab.failure('Someone else changed this video in the meantime');
    const group = (name: string) => tab.dialog().getByRole('group', { name });
    expect(await group('Description').locator('bdi').allTextContents()).toEqual([
      'In the snow',
      'In the rain',
    ]);
    // Untouched fields show their version, edited fields ours.
    expect(await group('Title').getByLabel('Theirs').isChecked()).toBe(true);
    expect(await group('Description').getByLabel('Yours').isChecked()).toBe(true);
    await group('Featured').getByLabel('Yours').check();
    expect(await violations(tab.page)).toEqual([]);
    await fixture.change(id, { title: 'Climb' });
    await tab.save();
    await tab.failure('Someone else changed this video in the meantime');
    expect(await group('Description').getByLabel('Yours').isChecked()).toBe(true);
    await tab.save();
    await tab.toast('Video updated successfully');
    expect(await fixture.byTitle('Climb')).toMatchObject({
      description: 'In the rain',
      featured: false,
      version: 4,
    });
    expect(fixture.problems).toEqual([]);
  });

  it('do not overwrite what was deleted meanwhile', async () => {
    const id = await fixture.add('Soon gone');
    tab = await openOperatorsTab(fixture);
    await tab.row('Soon gone').getByRole('button', { name: 'Edit: Soon gone' }).click();
    await fixture.call('DELETE', `/admin/trending/${id}`);
    await tab.field('title').fill('My work');
    await tab.save();
    await tab.failure('This video has been deleted in the meantime.');
    expect(await tab.field('title').inputValue()).toBe('My work');
  });
});

describe('deleting', () => {
  it('asks, takes the row away, and is undone by a key', async () => {
    const id = await fixture.add('To delete');
    tab = await openOperatorsTab(fixture);
    await tab.page.locator(`tr[data-video="${id}"]`).focus();
    await tab.page.keyboard.press('Delete');
    await tab.dialog().getByText('Are you sure you want to delete this video?').waitFor();
    await expect.poll(() => tab.page.evaluate('document.activeElement.textContent')).toBe('Delete');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('Video deleted successfully').waitFor();
    await tab.row('To delete').waitFor({ state: 'detached' });
    expect([await tab.row('To delete').count(), await fixture.byTitle('To delete')]).toEqual([
      0,
      undefined,
    ]);
    await tab.page.locator('.undo-bar button:focus').waitFor();
    await tab.page.keyboard.press('Enter');
    await tab.row('To delete').waitFor();
    expect((await fixture.byTitle('To delete'))?.id).toBe(id);
    expect(await tab.page.locator('.undo-bar').count()).toBe(0);
    await fixture.change(id, { title: 'Changed meanwhile' });
    await tab.row('To delete').getByRole('button', { name: 'Delete: To delete' }).click();
    await tab.dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await tab.toast('Someone else changed this in the meantime.');
    await tab.row('Changed meanwhile').waitFor();
    await tab.page.route('**/admin/trending/*', (route) =>
      route.fulfill({ status: 500, body: 'no' }),
    );
    await tab
      .row('Changed meanwhile')
      .getByRole('button', { name: /^Delete: / })
      .click();
    await tab.dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await tab.toast('Failed to delete video');
    expect(fixture.problems).toEqual([]);
  });
});

describe('the order of featured videos', () => {
  it('is changed by keys and by dragging, and refused when another session was quicker', async () => {
    tab = await openOperatorsTab(fixture);
    const openOrder = () => tab.page.getByRole('button', { name: 'Order featured videos' }).click();
    await openOrder();
    const [first = '', second = ''] = await tab.order();
    await tab
      .dialog()
      .getByRole('button', { name: `Move down: ${first}` })
      .focus();
    await tab.page.keyboard.press('Enter');
    expect((await tab.order()).slice(0, 2)).toEqual([second, first]);
    await tab.dialog().getByRole('button', { name: 'Save order' }).click();
    await tab.toast('Order saved');
    await expect.poll(async () => (await tab.titles()).slice(0, 2)).toEqual([second, first]);
    await openOrder();
    await tab.dragSecondUp();
    expect((await tab.order()).slice(0, 2)).toEqual([first, second]);
    const id = (await fixture.list())[0]?.id ?? '';
    await fixture.change(id, { description: 'Other' });
    await tab.dialog().getByRole('button', { name: 'Save order' }).click();
    await tab.failure('Someone else changed this in the meantime.');
    expect(fixture.problems).toEqual([]);
  });
});

describe('a session that ends', () => {
  it('leads to the sign-in form and back, with what was typed', async () => {
    tab = await openOperatorsTab(fixture, '/admin/login', { isSignedIn: false });
    await signIn(tab.page);
    await tab.page.locator('.video-table button[aria-label^="Edit: "]').first().click();
    await tab.field('title').fill('Typed for an hour');
    await tab.context.clearCookies();
    await tab.save();
    await tab.page
      .getByText('You have been signed out. Log in to continue where you left off.')
      .waitFor();
    await signIn(tab.page);
    expect(await tab.field('title').inputValue()).toBe('Typed for an hour');
    await tab.page.getByText('What you typed earlier is still here.').waitFor();
    await tab.dialog().getByRole('button', { name: 'Discard' }).click();
    expect(fixture.problems).toEqual([]);
  });
});
