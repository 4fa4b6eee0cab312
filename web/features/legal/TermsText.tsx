import { LegalText } from '#web/features/legal/LegalText.tsx';
import { onTheTrail } from '#web/features/legal/terms/on-the-trail.tsx';
import { ourAgreement } from '#web/features/legal/terms/our-agreement.tsx';
import { payingAndEarning } from '#web/features/legal/terms/paying-and-earning.tsx';

/** The terms of service: fifteen sections. */
export function TermsText() {
  return <LegalText sections={[...onTheTrail, ...payingAndEarning, ...ourAgreement]} />;
}
