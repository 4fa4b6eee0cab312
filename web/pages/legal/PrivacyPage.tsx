import type { ComponentType } from 'react';
import { staticHtml } from '#web/lib/react/static-html.tsx';
import { LegalPage } from '#web/pages/legal/LegalPage.tsx';

const text = staticHtml('privacy-text', 'stack gap-6 legal-text', () =>
  import('#web/pages/legal/PrivacyText.tsx').then((file) => file.PrivacyText),
);

export async function loadPrivacyPage(): Promise<ComponentType> {
  await text.preload();
  return PrivacyPage;
}

function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="In short: we store only what we need to count your finds, send your cards and pay you. No ads, no selling of data, no tracking. You can download or delete your data at any time."
    >
      <text.Component />
    </LegalPage>
  );
}
