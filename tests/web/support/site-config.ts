/** The site's configuration for component tests, as returned by GET /api/config. */
import type { SiteConfig } from '#schema/site.ts';

export const site: SiteConfig = {
  environment: 'development',
  publicOrigin: 'https://cards.test',
  signInProviders: [],
  firebase: null,
  localSignInPage: null,
  stripePublishableKey: null,
  localPayments: true,
  mapTiles: null,
};
