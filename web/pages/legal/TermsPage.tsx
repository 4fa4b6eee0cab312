import type { ComponentType } from 'react';
import { staticHtml } from '#web/lib/react/static-html.tsx';
import { LegalPage } from '#web/pages/legal/LegalPage.tsx';

const text = staticHtml('terms-text', 'stack gap-6 legal-text', () =>
  import('#web/pages/legal/TermsText.tsx').then((file) => file.TermsText),
);

export async function loadTermsPage(): Promise<ComponentType> {
  await text.preload();
  return TermsPage;
}

function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      summary="In short: play fair and be kind to places and people, and we’ll count every find and pay what we owe. The details below are the agreement between you and us."
    >
      <text.Component />
    </LegalPage>
  );
}
