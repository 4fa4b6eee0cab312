import type { ComponentType } from 'react';
import { LegalPage } from '#web/features/legal/LegalPage.tsx';
import { drawnText } from '#web/lib/drawn-text.tsx';

const text = drawnText('terms-text', 'legal-text', () => import('#web/features/legal/TermsText.tsx').then((file) => file.TermsText));

/** The page, once its text is there. */
export async function loadTermsPage(): Promise<ComponentType> {
  await text.ready();
  return TermsPage;
}

/** /terms: the agreement with members and visitors. */
function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      inShort="In short: play fair, be kind to places and people, and we will count every find and pay what we owe. The details below are the agreement between you and us."
    >
      <text.Component />
    </LegalPage>
  );
}
