import type { SiteConfig } from '#schema/site.ts';
import { SignInError, type SocialSignIn } from '#web/features/accounts/sign-in/social/social-sign-in.ts';

export async function loadSocialSignIn(config: SiteConfig): Promise<SocialSignIn> {
  if (config.firebase) return (await import('#web/features/accounts/sign-in/social/firebase-sign-in.ts')).firebaseSignIn(config.firebase);
  if (config.localSignInPage)
    return (await import('#web/features/accounts/sign-in/social/local-sign-in.ts')).localSignIn(config.localSignInPage);
  throw new SignInError('auth/operation-not-allowed');
}
