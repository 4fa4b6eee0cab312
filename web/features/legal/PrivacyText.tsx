import { LegalText } from '#web/features/legal/LegalText.tsx';
import { whatWeKeep } from '#web/features/legal/privacy/what-we-keep.tsx';
import { whoElseSees } from '#web/features/legal/privacy/who-else-sees.tsx';
import { yourSay } from '#web/features/legal/privacy/your-say.tsx';

/** The privacy policy. */
export function PrivacyText() {
  return <LegalText sections={[...whatWeKeep, ...whoElseSees, ...yourSay]} />;
}
