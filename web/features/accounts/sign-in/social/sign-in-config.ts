import type { ReactNode } from 'react';
import type { SiteConfig } from '#schema/site.ts';

export interface SignInConfig extends SiteConfig {
  /** Set in an app's own browser, where the form comes before the providers. */
  inAppNote?: ReactNode;
}
