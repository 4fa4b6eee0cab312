import type { ComponentType } from 'react';
import { LegalPage } from '#web/features/legal/LegalPage.tsx';
import { drawnText } from '#web/lib/drawn-text.tsx';

const text = drawnText('privacy-text', 'legal-text', () => import('#web/features/legal/PrivacyText.tsx').then((file) => file.PrivacyText));

/** The page, once its text is there. */
export async function loadPrivacyPage(): Promise<ComponentType> {
  await text.ready();
  return PrivacyPage;
}

/** /privacy: what is kept about people, and their rights. */
function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      inShort="In short: we keep what it takes to count your finds, send your cards and pay you; we show no ads, sell nothing to anybody and follow you nowhere. You can download or delete what we have about you at any time."
    >
      <text.Component />
    </LegalPage>
  );
}
