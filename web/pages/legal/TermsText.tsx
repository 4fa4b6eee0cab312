import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { onTheTrail } from '#web/pages/legal/terms/on-the-trail.tsx';
import { ourAgreement } from '#web/pages/legal/terms/our-agreement.tsx';
import { payingAndEarning } from '#web/pages/legal/terms/paying-and-earning.tsx';

export function TermsText() {
  return <LegalText sections={[...onTheTrail, ...payingAndEarning, ...ourAgreement]} />;
}
