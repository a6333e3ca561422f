// The entry point in the browser: hydrates the prerendered page and starts client-side navigation.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { hearExtensions } from './hear-extensions.ts';
import { readPage, readSite, rootOf } from './page.ts';
import { prepare } from './prepare.ts';
import { Site } from './site.tsx';
import '../styles/main.css';

const shown = await prepare(readPage(document));
hydrateRoot(
  rootOf(document),
  <StrictMode>
    <Site first={shown} site={readSite(document)} />
  </StrictMode>,
);
hearExtensions();
import('../browser/translated-texts.ts').then((it) => it.followTranslations(), console.warn);
