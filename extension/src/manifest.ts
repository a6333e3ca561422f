// The manifest of the extension, for Chromium and for Firefox: the only file in which the two differ.

import type { ExtensionBrowser } from '../../src/shared/extension.ts';

const ICONS = { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' };

/** The manifest. Each permission and its reason is a row in the README. */
export function manifestFor(browser: ExtensionBrowser, version: string): Record<string, unknown> {
  const worker = 'background.js';
  return {
    manifest_version: 3,
    name: 'Keepreel',
    description: '__MSG_description__',
    version,
    default_locale: 'en',
    icons: ICONS,
    action: {
      default_popup: 'popup.html',
      default_title: 'Keepreel',
      default_icon: ICONS,
    },
    options_ui: { page: 'options.html', open_in_tab: true },
    background:
      browser === 'chromium'
        ? { service_worker: worker, type: 'module' }
        : { scripts: [worker], type: 'module' },
    permissions: ['activeTab', 'contextMenus', 'downloads', 'scripting', 'storage'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' https: http:; base-uri 'none'; form-action 'none'",
    },
    ...(browser === 'chromium'
      ? { minimum_chrome_version: '127' }
      : {
          browser_specific_settings: {
            gecko: {
              id: '{6d1d7c0e-3a3b-4d0e-9a35-2f0c3e1a7b54}',
              strict_min_version: '142.0',
              // Links of the pages on which the visitor opens the popup go to the visitor's own server.
              data_collection_permissions: { required: ['browsingActivity'] },
            },
          },
        }),
  };
}
