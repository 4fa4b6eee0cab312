import '#web/styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { routeAt, routes } from '#schema/routes.ts';
import { App } from '#web/app.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { letBrowserFollowLinks } from '#web/lib/react/hydration.ts';
import type { Page } from '#web/lib/react/page.tsx';
import { storeReferralCode } from '#web/lib/referral-code.ts';
import { pages } from '#web/routes.ts';

// Must run first, because a redirect may change the URL.
storeReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Starts offline support after the page has loaded. A prerendered page may already have loaded when this code runs. Only builds have a
// service worker.
if (!import.meta.env.DEV) {
  if (document.readyState === 'complete') workOffline();
  else addEventListener('load', workOffline);
}

const site = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Name of the prerendered page or frame in the root element; undefined in the generic shell. */
const prerendered = root.dataset.page;
const routeName = routeAt(location.pathname) ?? 'notFound';
// For a path with wrong upper or lower case, the server responds with the not-found page, but the router finds the page, so the names
// differ. Members' pages have only a prerendered frame.
if (prerendered === routeName) void hydrate(root, routes[routeName].guard === 'member' ? memberBar : pages[routeName]);
else render(root);

function render(place: HTMLElement): void {
  place.removeAttribute('data-page');
  createRoot(place).render(site);
  dispatchEvent(new Event('hydrated'));
}

/** Hydrates the page once its code is loaded. Until then, visitors can read the page, fill in forms and follow links. */
async function hydrate(place: HTMLElement, part: Page): Promise<void> {
  try {
    await part.preload();
  } catch {
    // The component itself retries and reports the failure.
    return render(place);
  }
  letBrowserFollowLinks();
  // Hydrates in a transition, so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(place, site));
  // React handles clicks from here on; listeners replay those stored before hydration (web/prerender/document.ts).
  dispatchEvent(new Event('hydrated'));
}

function workOffline(): void {
  import('#web/frame/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
