import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { dataCollection } from '#web/pages/legal/privacy/what-we-keep.tsx';
import { dataSharing } from '#web/pages/legal/privacy/who-else-sees.tsx';
import { yourRights } from '#web/pages/legal/privacy/your-say.tsx';

export function PrivacyText() {
  return <LegalText sections={[...dataCollection, ...dataSharing, ...yourRights]} />;
}
