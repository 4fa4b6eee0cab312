/** How the page knows that its visitor comes back from a provider. */
import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { signInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

/** Whether the visitor comes back from a provider: then nobody presses a button. */
export function isBackFromProvider(): boolean {
  return signInFlag('redirect_pending') !== null || hasReturnedFragment();
}

/** To whom the visitor went. */
export function providerUnderWay(): SocialProvider | undefined {
  return socialProviders.find((provider) => provider === signInFlag('auth_provider'));
}

/** Whether the address holds what the local sign-in page sends along. */
function hasReturnedFragment(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return fragment.has('provider') && (fragment.has('id_token') || fragment.has('error'));
}
