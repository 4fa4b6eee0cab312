import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

export function hasReturnedFromProvider(): boolean {
  return getSignInFlag('redirect_pending') !== null || hasReturnedFragment();
}

export function getPendingProvider(): SocialProvider | undefined {
  return socialProviders.find((provider) => provider === getSignInFlag('auth_provider'));
}

function hasReturnedFragment(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return fragment.has('provider') && (fragment.has('id_token') || fragment.has('error'));
}
