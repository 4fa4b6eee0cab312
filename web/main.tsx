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

// First, since a redirect may change the URL.
storeReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Offline support starts after the page has loaded, which a prerendered page already has when this runs. The service worker exists only in
// builds.
if (!import.meta.env.DEV) {
  if (document.readyState === 'complete') workOffline();
  else addEventListener('load', workOffline);
}

const site = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The prerendered page or frame in the root; absent in the generic shell. */
const prerendered = root.dataset.page;
const routeName = routeAt(location.pathname) ?? 'notFound';
// They differ for paths in another case: the server sends the not-found page, but the router matches them. Of members' pages only the frame
// is prerendered.
if (prerendered === routeName) void hydrate(root, routes[routeName].guard === 'member' ? memberBar : pages[routeName]);
else render(root);

function render(place: HTMLElement): void {
  place.removeAttribute('data-page');
  createRoot(place).render(site);
  dispatchEvent(new Event('hydrated'));
}

/** Hydrates once the code is loaded. Until then the page can be read and filled in, and its links work. */
async function hydrate(place: HTMLElement, part: Page): Promise<void> {
  try {
    await part.preload();
  } catch {
    // The component retries and reports the failure.
    return render(place);
  }
  letBrowserFollowLinks();
  // As a transition, so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(place, site));
  // React handles clicks from now on: replays the stored ones (web/prerender/document.ts).
  dispatchEvent(new Event('hydrated'));
}

function workOffline(): void {
  import('#web/frame/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
