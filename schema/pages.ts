/**
 * The pages of the site: one table for the Worker, which answers 200 for these and 404 for any other path, and for the
 * SPA, which draws them. Patterns are wouter's: `:name` stands for one path segment.
 */
export const pagePatterns = {
  home: '/',
  auth: '/auth',
  card: '/card',
  dashboard: '/dashboard',
  cacheCards: '/dashboard/cache-cards',
  cacheCard: '/dashboard/cache-cards/:cardId',
  treasureChests: '/dashboard/treasure-chests',
  referrals: '/dashboard/referrals',
  certificates: '/dashboard/certificates',
  activateCertificate: '/dashboard/certificates/:number/activate',
  checkout: '/checkout/:type/:id',
  account: '/account',
  verifyEmail: '/verify-email',
  undoEmailChange: '/undo-email-change',
  unsubscribe: '/unsubscribe',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminTestQr: '/admin/test-qr',
  adminTestCardApi: '/admin/test-card-api',
  adminAccount: '/admin/account',
} as const;

const matchers = Object.values(pagePatterns).map(
  (pattern) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}${pattern === '/' ? '' : '/?'}$`, 'i'),
);

/** Whether a path is one of the site's pages. A trailing slash is allowed, and case is ignored, as the SPA's router does both. */
export function isPagePath(pathname: string): boolean {
  return matchers.some((matcher) => matcher.test(pathname));
}
