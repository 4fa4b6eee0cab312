import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { accountAndCards } from '#web/pages/legal/terms/account-and-cards.tsx';
import { ourAgreement } from '#web/pages/legal/terms/our-agreement.tsx';
import { payingAndEarning } from '#web/pages/legal/terms/paying-and-earning.tsx';

export function TermsText() {
  return <LegalText sections={[...accountAndCards, ...payingAndEarning, ...ourAgreement]} />;
}
