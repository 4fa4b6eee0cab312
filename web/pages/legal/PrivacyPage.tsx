import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { staticHtml } from '#web/lib/react/static-html.tsx';
import { getLanguage } from '#web/lib/words/words.ts';
import { LegalPage } from '#web/pages/legal/LegalPage.tsx';

const text = staticHtml('privacy-text', 'stack gap-6 legal-text', () =>
  import('#web/pages/legal/PrivacyText.tsx').then((file) => file.PrivacyText),
);

const summary = staticHtml('privacy-summary', 'stack gap-3 legal-summary', () =>
  import('#web/pages/legal/translated-summaries.tsx').then((file) => file.PrivacySummary),
);

export async function loadPrivacyPage(): Promise<ComponentType> {
  await Promise.all([text.preload(), getLanguage() === 'en' || summary.preload()]);
  return PrivacyPage;
}

function PrivacyPage() {
  return (
    <LegalPage
      title={t`Privacy Policy`}
      summary={t`In short: we store only what we need to count your finds, send your cards and pay you. No ads, no selling of data, no tracking. You can download or delete your data at any time.`}
      translation={getLanguage() !== 'en' && <summary.Component />}
    >
      <text.Component />
    </LegalPage>
  );
}
