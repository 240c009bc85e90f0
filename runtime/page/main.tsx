import { render } from 'preact';
import { App } from './app/app.tsx';
import { applyTheme, readTheme } from './app/theme.ts';

applyTheme(readTheme());
const root = document.getElementById('app');
if (root === null) throw new Error('the document has no element "app"');
root.replaceChildren();
render(
  <App
    base={new URL('.', location.href).href}
    isExported={document.documentElement.dataset['exported'] !== undefined}
  />,
  root,
);
