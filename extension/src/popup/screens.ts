// What the popup shows in each state; it draws, and tells what was pressed.
import type { InspectAnswer, InspectItem } from '../../../src/shared/api/inspect.ts';
import { PLATFORMS } from '../../../src/shared/platforms/index.ts';
import type { PlatformId } from '../../../src/shared/platforms/platform.ts';
import {
  formatBytes,
  formatLength,
  formatPercent,
  formatSpeed,
} from '../../../src/web/words/figures.ts';
import type { Params, Tracked } from '../messages.ts';
import { button, element } from '../page/elements.ts';
import type { Words } from '../words.ts';
import { rowsOf } from './choices.ts';
import { failureOf } from './failures.ts';
import { PART } from './link-part.ts';

/** What was pressed. `lookAt` returns whether the text is a link. */
export type Pressed = {
  readonly connect: () => void;
  readonly retry: () => void;
  readonly lookAt: (text: string) => boolean;
  readonly start: (answer: InspectAnswer, item: string, offer: string, isPart: boolean) => void;
  readonly cancel: (job: string) => void;
  readonly showFile: (downloadId: number) => void;
  readonly another: () => void;
};

/** The screens in an element. */
export function createScreens(words: Words, place: HTMLElement, pressed: Pressed) {
  const { t } = words;
  let runningNow: Progress | null = null;
  const show = (...children: readonly (Node | string)[]) => {
    runningNow = null;
    place.removeAttribute('aria-busy');
    place.replaceChildren(...children);
  };
  const note = (heading: string, text: string, ...actions: readonly Node[]) =>
    show(
      element(
        'section',
        { className: 'note', attributes: { role: 'status' } },
        element('h1', {}, heading),
        element('p', {}, text),
        element('div', { className: 'actions' }, ...actions),
      ),
    );

  return {
    /** No server yet, or no key that works. */
    unconnected(hasServer: boolean) {
      const heading = t(hasServer ? 'extension.reconnectHeading' : 'extension.welcomeHeading');
      const text = t(hasServer ? 'extension.reconnectText' : 'extension.welcomeText');
      note(heading, text, button(t('extension.connect'), 'primary', pressed.connect));
    },
    /** The tab has no link to a video: one can be pasted. */
    noLink() {
      const form = linkForm(words, pressed.lookAt);
      show(form);
      form.querySelector('input')?.focus();
    },
    /** The server is reading the link. */
    looking(platform: PlatformId) {
      show(...skeletonOf(words, PLATFORMS[platform].label));
      place.setAttribute('aria-busy', 'true');
    },
    /** The choices, with a box to tick for a part; returns the place of the picture. */
    choosing(answer: InspectAnswer, item: InspectItem, server: string, tick: Node | null) {
      const picture = element('img', { alt: '', hidden: true });
      const form = choiceForm(words, answer, item, tick);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const fields = new FormData(form);
        const offer = fields.get('offer');
        if (typeof offer === 'string') pressed.start(answer, item.id, offer, fields.has(PART));
      });
      show(
        postOf(words, answer, item, picture),
        form,
        ...(answer.items.length > 1 ? [wholePost(words, answer, server)] : []),
      );
      form.querySelector('input')?.focus();
      return picture;
    },
    /** The server was asked to begin. */
    starting() {
      const start = place.querySelector<HTMLButtonElement>('button[type=submit]');
      if (!start) return;
      start.disabled = true;
      start.setAttribute('aria-busy', 'true');
      start.textContent = t('download.starting');
    },
    /** A download that is running or saved. */
    running(tracked: Tracked) {
      if (tracked.state === 'saved') {
        const { downloadId } = tracked;
        return note(
          t('extension.savedHeading'),
          tracked.filename ?? tracked.title,
          ...(downloadId === undefined
            ? []
            : [button(t('extension.showFile'), 'primary', () => pressed.showFile(downloadId))]),
          button(t('extension.another'), 'secondary', pressed.another),
        );
      }
      if (!runningNow) {
        const cancel = button(t('download.cancel'), 'secondary', () => pressed.cancel(tracked.job));
        const progress = createProgress(words, tracked.title, cancel);
        show(progress.element);
        runningNow = progress;
        cancel.focus();
      }
      runningNow.update(tracked);
    },
    /** Something went wrong. */
    failed(code: string, params: Params) {
      const { heading, text, step } = failureOf(code, params, words);
      const action =
        step === 'connect'
          ? button(t('extension.connect'), 'primary', pressed.connect)
          : button(t('download.tryAgain'), 'primary', pressed.another);
      note(heading, text, action);
      place.querySelector('.note')?.setAttribute('role', 'alert');
    },
  };
}

function linkForm({ t }: Words, lookAt: Pressed['lookAt']): HTMLFormElement {
  const problem = element('p', { className: 'problem', id: 'problem', hidden: true });
  problem.textContent = t('extension.noLinkHere');
  const box = element('input', {
    type: 'url',
    id: 'link',
    autocomplete: 'off',
    placeholder: t('download.placeholder'),
    attributes: { 'aria-describedby': 'problem' },
  });
  const form = element(
    'form',
    { noValidate: true },
    element('h1', {}, t('extension.noLinkHeading')),
    element('p', {}, t('extension.noLinkText')),
    element('label', { htmlFor: 'link' }, t('download.formLabel')),
    box,
    problem,
    element('button', { type: 'submit', className: 'btn btn-primary' }, t('download.analyze')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.hidden = lookAt(box.value);
    box.ariaInvalid = String(!problem.hidden);
  });
  return form;
}

function skeletonOf({ t }: Words, label: string): HTMLElement[] {
  return [
    element(
      'div',
      { className: 'post' },
      element('div', { className: 'frame skeleton' }),
      element('div', { className: 'skeleton line' }),
      element('div', { className: 'skeleton line short' }),
    ),
    element(
      'p',
      { className: 'soft', attributes: { role: 'status' } },
      t('download.asking', {
        platform: label,
      }),
    ),
  ];
}

function postOf(
  words: Words,
  { media, platformName }: InspectAnswer,
  item: InspectItem,
  picture: Node,
) {
  const length = item.durationSeconds;
  return element(
    'div',
    { className: 'post' },
    element(
      'div',
      { className: 'frame' },
      picture,
      length === null
        ? null
        : element('span', { className: 'length', dir: 'ltr' }, formatLength(length)),
    ),
    element('h1', { dir: 'auto' }, media.title),
    element(
      'p',
      { className: 'soft' },
      platformName,
      media.author === null ? null : ' · ',
      media.author === null
        ? null
        : element('bdi', {}, words.t('download.by', { author: media.author })),
    ),
  );
}

function choiceForm(words: Words, answer: InspectAnswer, item: InspectItem, tick: Node | null) {
  const rows = rowsOf(item, answer.platformName, words).map((row, index) =>
    element(
      'label',
      { className: 'row' },
      element('input', { type: 'radio', name: 'offer', value: row.offer, checked: index === 0 }),
      element(
        'span',
        { className: 'row-text' },
        element('span', { className: 'row-name' }, row.name),
        element('span', { className: 'row-detail' }, element('bdi', {}, row.detail)),
      ),
      element('bdi', { className: 'row-size' }, row.size),
    ),
  );
  const label = words.t('extension.choices', { title: answer.media.title });
  return element(
    'form',
    {},
    element(
      'fieldset',
      { className: 'rows' },
      element('legend', { className: 'sr-only' }, label),
      ...rows,
    ),
    tick,
    element(
      'button',
      { type: 'submit', className: 'btn btn-primary' },
      words.t('extension.download'),
    ),
  );
}

function wholePost(words: Words, { items, url }: InspectAnswer, server: string): HTMLElement {
  const link = element('a', { target: '_blank', href: `${server}/?u=${encodeURIComponent(url)}` });
  link.textContent = words.t('extension.wholePost', { count: items.length });
  return element('p', { className: 'soft' }, link);
}

type Progress = { readonly element: HTMLElement; readonly update: (tracked: Tracked) => void };

function createProgress(words: Words, title: string, cancel: HTMLButtonElement): Progress {
  const { t, language } = words;
  const phase = element('p', { className: 'phase', attributes: { role: 'status' } });
  const percent = element('span', { className: 'percent' });
  const facts = element('p', { className: 'soft facts' });
  const bar = element('progress', {
    max: 100,
    attributes: { 'aria-label': t('download.progressLabel') },
  });
  const leaving = element('p', { className: 'soft' }, t('extension.mayClose'));
  return {
    element: element(
      'section',
      { className: 'progress' },
      element('h1', { dir: 'auto' }, title),
      element('div', { className: 'progress-head' }, phase, percent),
      bar,
      facts,
      leaving,
      element('div', { className: 'actions' }, cancel),
    ),
    update(tracked) {
      const isSaving = tracked.state === 'saving';
      const name = isSaving ? t('extension.saving') : t('download.phase', { phase: tracked.phase });
      // Said again only when it is something new.
      if (phase.textContent !== name) phase.textContent = name;
      percent.textContent = formatPercent(tracked.percent, language);
      bar.value = tracked.percent;
      cancel.hidden = isSaving;
      const { bytes, totalBytes, bytesPerSecond } = tracked;
      facts.textContent = [
        totalBytes === null
          ? formatBytes(bytes, language)
          : t('download.factBytes', {
              done: formatBytes(bytes, language),
              total: formatBytes(totalBytes, language),
            }),
        bytesPerSecond === null ? null : formatSpeed(bytesPerSecond, language),
      ]
        .filter((part) => part !== null)
        .join(' · ');
    },
  };
}
