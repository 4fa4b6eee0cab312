import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { dataCollection } from '#web/pages/legal/privacy/data-collection.tsx';
import { dataSharing } from '#web/pages/legal/privacy/data-sharing.tsx';
import { yourRights } from '#web/pages/legal/privacy/your-rights.tsx';

export function PrivacyText() {
  return <LegalText sections={[...dataCollection, ...dataSharing, ...yourRights]} />;
}
