import type { ReactNode } from 'react';
import type { SiteConfig } from '#schema/site.ts';

export interface SignInConfig extends SiteConfig {
  /** Note shown in in-app browsers, where the sign-in form precedes the provider buttons. */
  inAppNote?: ReactNode;
}
