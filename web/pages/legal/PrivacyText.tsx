import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { storedData } from '#web/pages/legal/privacy/what-we-keep.tsx';
import { dataRecipients } from '#web/pages/legal/privacy/who-else-sees.tsx';
import { yourRights } from '#web/pages/legal/privacy/your-say.tsx';

export function PrivacyText() {
  return <LegalText sections={[...storedData, ...dataRecipients, ...yourRights]} />;
}
