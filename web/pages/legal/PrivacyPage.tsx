import type { ComponentType } from 'react';
import { staticHtml } from '#web/lib/react/static-html.tsx';
import { LegalPage } from '#web/pages/legal/LegalPage.tsx';

const text = staticHtml('privacy-text', 'stack gap-6 legal-text', () =>
  import('#web/pages/legal/PrivacyText.tsx').then((file) => file.PrivacyText),
);

export async function loadPrivacyPage(): Promise<ComponentType> {
  await text.ready();
  return PrivacyPage;
}

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
