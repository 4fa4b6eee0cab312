import { t } from '@lingui/core/macro';
import type { SiteConfig } from '#schema/site.ts';
import { returnPath } from '#web/features/accounts/session/return-path.ts';
import type { SignInConfig } from '#web/features/accounts/sign-in/social/sign-in-config.ts';
import type { InAppBrowser } from '#web/lib/in-app-browser.ts';
import { getReferralCode } from '#web/lib/referral-code.ts';
import { OpenInBrowser } from '#web/ui/OpenInBrowser.tsx';

/** Replaces the Google button with a note because Google does not allow sign-ins from in-app browsers. */
export function withoutGoogle(config: SiteConfig, browser: InAppBrowser): SignInConfig {
  const signInProviders = config.signInProviders.filter((provider) => provider !== 'google');
  return { ...config, signInProviders, inAppNote: <InAppNote browser={browser} /> };
}

function InAppNote({ browser }: { browser: InAppBrowser }) {
  return (
    <div className="stack gap-3 in-app-note">
      <p>{t`Google sign-in doesn’t work inside ${browser.app}. Use your email, or continue in your browser.`}</p>
      <OpenInBrowser browser={browser} url={getUrlElsewhere()} />
    </div>
  );
}

/**
 * The visitor's regular browser shares no storage with the in-app browser, so the URL includes the page to return to and the referral code.
 */
function getUrlElsewhere(): string {
  const url = new URL(returnPath(), location.origin);
  const code = getReferralCode();
  if (code !== null) url.searchParams.set('ref', code);
  return url.href;
}
