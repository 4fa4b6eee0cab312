import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { signInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

export function isBackFromProvider(): boolean {
  return signInFlag('redirect_pending') !== null || hasReturnedFragment();
}

export function providerUnderWay(): SocialProvider | undefined {
  return socialProviders.find((provider) => provider === signInFlag('auth_provider'));
}

function hasReturnedFragment(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return fragment.has('provider') && (fragment.has('id_token') || fragment.has('error'));
}
