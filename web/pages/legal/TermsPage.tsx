import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { staticHtml } from '#web/lib/react/static-html.tsx';
import { getLanguage } from '#web/lib/words/words.ts';
import { LegalPage } from '#web/pages/legal/LegalPage.tsx';

const text = staticHtml('terms-text', 'stack gap-6 legal-text', () =>
  import('#web/pages/legal/TermsText.tsx').then((file) => file.TermsText),
);

const summary = staticHtml('terms-summary', 'stack gap-3 legal-summary', () =>
  import('#web/pages/legal/translated-summaries.tsx').then((file) => file.TermsSummary),
);

export async function loadTermsPage(): Promise<ComponentType> {
  await Promise.all([text.preload(), getLanguage() === 'en' || summary.preload()]);
  return TermsPage;
}

function TermsPage() {
  return (
    <LegalPage
      title={t`Terms of Service`}
      summary={t`In short: play fair and be kind to places and people, and we’ll count every find and pay what we owe. The details below are the agreement between you and us.`}
      translation={getLanguage() !== 'en' && <summary.Component />}
    >
      <text.Component />
    </LegalPage>
  );
}
