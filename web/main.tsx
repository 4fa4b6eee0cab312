import '#web/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app.tsx';
import { keepReferralCode } from '#web/lib/referral-code.ts';

// First of all: the page may move on at once, and its address with it.
keepReferralCode(location.search);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Last of all, and no part of the first load: working without network.
addEventListener('load', () => {
  import('#web/lib/offline/start.ts').then(({ startOffline }) => startOffline()).catch(() => undefined);
});

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
