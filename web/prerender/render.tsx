/** Renders pages to HTML when the site is built: those that are to be read without JavaScript, and at once. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { type PrerenderedName, routes } from '#schema/routes.ts';
import { App } from '#web/app.tsx';
import { pages } from '#web/routes.ts';

export { prerenderedPages } from '#web/prerender/pages.ts';

/** The HTML inside the root, as a signed-out visitor gets it. */
export async function renderPage(name: PrerenderedName): Promise<string> {
  await pages[name].preload();
  return renderToString(
    <StrictMode>
      <Router ssrPath={routes[name].path} ssrSearch="">
        <App />
      </Router>
    </StrictMode>,
  );
}
