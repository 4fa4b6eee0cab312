import '#web/styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type RouteName, routeAt, routes } from '#schema/routes.ts';
import { App } from '#web/app.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { disableClientNavigation } from '#web/lib/react/hydration.ts';
import type { Page } from '#web/lib/react/page.tsx';
import { storeReferralCode } from '#web/lib/referral-code.ts';
import { LanguageRouter } from '#web/lib/words/LanguageRouter.tsx';
import { areWordsMissing, getLanguage, pathOf, startLanguage } from '#web/lib/words/words.ts';
import { pages } from '#web/routes.ts';

// Store the referral code before the app renders because a redirect may remove it from the URL.
storeReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Starts offline support once the page has loaded. A prerendered page may have finished loading before this code runs. Development has no
// service worker.
if (!import.meta.env.DEV) {
  if (document.readyState === 'complete') loadOfflineSupport();
  else addEventListener('load', loadOfflineSupport);
}

const site = (
  <StrictMode>
    <LanguageRouter>
      <App />
    </LanguageRouter>
  </StrictMode>
);

/** Name of the prerendered page or frame in the root element; undefined in the generic shell. */
const prerenderedName = root.dataset.page as RouteName | undefined;
const isFrame = prerenderedName === undefined || routes[prerenderedName].guard === 'member';
// Frames and the not-found page have one address for all languages. The administrators' area is in English.
const isLanguageInAddress = !isFrame && prerenderedName !== 'notFound';
const isInLanguage = startLanguage(isLanguageInAddress || /^\/admin\b/.test(location.pathname));
const routeName = routeAt(pathOf(location.pathname)) ?? 'notFound';
// The prerendered page and the route differ if the path has the wrong capitalization: the server responds with the not-found page, but the
// router finds the page. On members' pages, only the frame is prerendered, in English.
if (prerenderedName === routeName && isInLanguage) void hydrate(root, isFrame ? memberBar : pages[routeName]);
else if (getLanguage() === 'en') render(root);
else void renderWithWords(root);

/** The words come with the page's code. */
async function renderWithWords(container: HTMLElement): Promise<void> {
  await pages[routeName].preload().catch(() => undefined);
  render(container);
}

function render(container: HTMLElement): void {
  container.removeAttribute('data-page');
  delete document.documentElement.dataset.awaitsWords;
  createRoot(container).render(site);
  dispatchEvent(new Event('hydrated'));
}

/** Hydrates the page once its code is loaded. Until then, visitors can read the page, fill in forms and follow links. */
async function hydrate(container: HTMLElement, lazyPage: Page): Promise<void> {
  try {
    await lazyPage.preload();
  } catch {
    // If the page's code fails to load, render without hydrating: the page component retries the import and reports the failure.
    return render(container);
  }
  if (areWordsMissing()) return render(container);
  disableClientNavigation();
  // Hydrates in a transition so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(container, site));
  // React handles clicks from here on; listeners replay those stored before hydration (web/prerender/document.ts).
  dispatchEvent(new Event('hydrated'));
}

function loadOfflineSupport(): void {
  import('#web/frame/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
}
