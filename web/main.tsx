import '#web/styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '#web/app.tsx';
import { leaveLinksToBrowser } from '#web/lib/hydration.ts';
import { keepReferralCode } from '#web/lib/referral-code.ts';
import { preloadPage } from '#web/routes.ts';

// First of all: the page may move on at once, and its address with it.
keepReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Last of all, and no part of the first load: working without network. A drawn page comes here when it is loaded already.
if (document.readyState === 'complete') workOffline();
else addEventListener('load', workOffline);

const site = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The page that was drawn into the root when the site was built; absent in the shell of all others. */
const drawn = root.dataset.page;
if (drawn === undefined) createRoot(root).render(site);
else void takeOver(root, drawn);

/** Goes on from the drawn page once its code is there: until then what is drawn can be read and filled in, and its links work. */
async function takeOver(place: HTMLElement, pattern: string): Promise<void> {
  // What cannot be loaded now is asked for again when it is drawn, and its failure told there.
  await preloadPage(pattern).catch(() => undefined);
  leaveLinksToBrowser();
  // In small steps: whoever scrolls or types meanwhile waits for none of it.
  startTransition(() => void hydrateRoot(place, site));
  // From here on React answers presses. Those of before, which were kept (scripts/drawn-document.ts), are made again now.
  dispatchEvent(new Event('taken-over'));
}

function workOffline(): void {
  import('#web/lib/offline/start.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
