import '#web/styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { routeAt, routes } from '#schema/routes.ts';
import { App } from '#web/app.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { leaveLinksToBrowser } from '#web/lib/react/hydration.ts';
import type { Page } from '#web/lib/react/page.tsx';
import { keepReferralCode } from '#web/lib/referral-code.ts';
import { pages } from '#web/routes.ts';

// First: a redirect may change the address at once.
keepReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Last, outside the first load: offline support. A prerendered page gets here when it has loaded. The service worker
// exists only in builds.
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
const asked = routeAt(location.pathname) ?? 'notFound';
// The not-found page also serves addresses in another case, which the router matches. Only the frame of a member's
// page is prerendered.
if (prerendered === asked) void hydrate(root, routes[asked].guard === 'member' ? memberBar : pages[asked]);
else render(root);

function render(place: HTMLElement): void {
  place.removeAttribute('data-page');
  createRoot(place).render(site);
  dispatchEvent(new Event('hydrated'));
}

/** Hydrates once the code is loaded: until then the page can be read and filled in, and its links work. */
async function hydrate(place: HTMLElement, part: Page): Promise<void> {
  try {
    await part.preload();
  } catch {
    // Retried where it is rendered, which reports the failure.
    return render(place);
  }
  leaveLinksToBrowser();
  // As a transition, so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(place, site));
  // From here on React handles clicks: replays the stored ones (web/prerender/document.ts).
  dispatchEvent(new Event('hydrated'));
}

function workOffline(): void {
  import('#web/frame/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
