import { LegalText } from '#web/pages/legal/LegalText.tsx';
import { whatWeKeep } from '#web/pages/legal/privacy/what-we-keep.tsx';
import { whoElseSees } from '#web/pages/legal/privacy/who-else-sees.tsx';
import { yourSay } from '#web/pages/legal/privacy/your-say.tsx';

export function PrivacyText() {
  return <LegalText sections={[...whatWeKeep, ...whoElseSees, ...yourSay]} />;
}
