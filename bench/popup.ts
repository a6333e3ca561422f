// The popup of the extension: how long it takes from being opened to its first picture, and to the choices of a link.
import { setTimeout as wait } from 'node:timers/promises';
import { startExtensionBrowser } from '../tests/support/browser/extension-browser.ts';
import { connect } from '../tests/support/flow/extension-fixture.ts';
import { goodLink } from '../tests/support/flow/flow-fixture.ts';
import type { LabProcess } from './lab-process.ts';
import { median } from './processes.ts';
import { startServerProcess } from './server-process.ts';

const TRIES = 20;
/** A visitor who presses the button again; no limit of the server is met. */
const PAUSE_MS = 200;

/** Milliseconds: medians of twenty openings, and the slowest first picture. */
export type PopupFigures = {
  readonly tries: number;
  readonly shownMs: number;
  readonly slowestMs: number;
  readonly choicesMs: number;
  readonly aimMs: number;
};

/** Opens the popup's page in a tab, connected with a server that has looked at the link before. */
export async function measurePopup(lab: LabProcess): Promise<PopupFigures> {
  await lab.shape({ rttMs: 0, bytesPerSecondPerConnection: null });
  const server = await startServerProcess(lab);
  const browser = await startExtensionBrowser(server.url, ['http://127.0.0.1/*']);
  const shown: number[] = [];
  const choices: number[] = [];
  try {
    await (await connect({ browser, site: server.url })).close();
    const address = `popup.html?link=${encodeURIComponent(goodLink('youtube').url)}`;
    for (let turn = 0; turn <= TRIES; turn += 1) {
      const popup = await browser.open(address);
      await popup.getByRole('radio').first().waitFor();
      const { paint, radio } = await popup.evaluate<{ paint: number; radio: number }>(
        `({ paint: performance.getEntriesByName('first-contentful-paint')[0].startTime, radio: performance.now() })`,
      );
      // The first one has the server look at the link.
      if (turn > 0) {
        shown.push(paint);
        choices.push(radio);
      }
      await popup.close();
      await wait(PAUSE_MS);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return {
    tries: TRIES,
    shownMs: median(shown),
    slowestMs: Math.max(...shown),
    choicesMs: median(choices),
    aimMs: 150,
  };
}
