import type { ReactNode } from 'react';
import type { SiteConfig } from '#schema/site.ts';

export interface SignInConfig extends SiteConfig {
  /** Note for an app's built-in browser, where the sign-in form comes before the provider buttons. */
  inAppNote?: ReactNode;
}
