/** Draws pages to HTML when the site is built: those that are to be read without JavaScript, and at once. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from '#web/app.tsx';
import { preloadPage } from '#web/routes.ts';

export { drawnPages, notFoundPath } from '#web/prerender/pages.ts';

/** The HTML inside the root, as a signed-out visitor gets it. `pattern` is the page's, or the path of one that is not there. */
export async function drawPage(pattern: string): Promise<string> {
  await preloadPage(pattern);
  return renderToString(
    <StrictMode>
      <Router ssrPath={pattern} ssrSearch="">
        <App />
      </Router>
    </StrictMode>,
  );
}
