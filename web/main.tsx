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

// First of all: the page may move on at once, and its address with it.
keepReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Last of all, and no part of the first load: working without network. A prerendered page comes here when it is loaded already.
// The build makes the service worker: while the sources are served there is none.
if (!import.meta.env.DEV) {
  if (document.readyState === 'complete') workOffline();
  else addEventListener('load', workOffline);
}

const site = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The page that stands in the root already, whole or its frame, since the site was built; absent in the shell of all others. */
const prerendered = root.dataset.page;
const asked = routeAt(location.pathname) ?? 'notFound';
// The not-found page stands for addresses in another case too, which React takes for those of their pages.
// Of a member's page the frame alone.
if (prerendered === asked) void hydrate(root, routes[asked].guard === 'member' ? memberBar : pages[asked]);
else render(root);

function render(place: HTMLElement): void {
  place.removeAttribute('data-page');
  createRoot(place).render(site);
  dispatchEvent(new Event('hydrated'));
}

/** Goes on from what was prerendered once its code is there: until then it can be read and filled in, and its links work. */
async function hydrate(place: HTMLElement, part: Page): Promise<void> {
  try {
    await part.preload();
  } catch {
    // It is asked for again where it is rendered, and its failure told there.
    return render(place);
  }
  leaveLinksToBrowser();
  // In small steps: whoever scrolls or types meanwhile waits for none of it.
  startTransition(() => void hydrateRoot(place, site));
  // From here on React answers clicks. Those of before, which were kept (web/prerender/document.ts), are made again now.
  dispatchEvent(new Event('hydrated'));
}

function workOffline(): void {
  import('#web/frame/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
