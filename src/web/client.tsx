// Starts the page in the browser: takes over what the build has drawn.
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pageAt } from './pages.ts';
import './styles/main.css';
import { loadMessages } from './words/catalogues.ts';

const root = document.getElementById('root');
if (!root) throw new TypeError('the page has no root');
const { page = '/', builtInYear = '' } = root.dataset;
const language = document.documentElement.lang;

hydrateRoot(
  root,
  <App
    page={pageAt(page)}
    language={language}
    messages={await loadMessages(language)}
    builtInYear={Number(builtInYear)}
  />,
);
