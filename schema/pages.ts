/**
 * The pages of the site: one table for the Worker, which answers 200 for these and 404 for any other path, and for the
 * SPA, which draws them. Patterns are wouter's: `:name` stands for one path segment.
 */
export const pagePatterns = {
  home: '/',
  about: '/about',
  howItWorks: '/how-it-works',
  faq: '/faq',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
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
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  undoEmailChange: '/undo-email-change',
  unsubscribe: '/unsubscribe',
  adminLogin: '/admin/login',
  adminResetPassword: '/admin/reset-password',
  adminDashboard: '/admin/dashboard',
  adminTestQr: '/admin/test-qr',
  adminTestCardApi: '/admin/test-card-api',
  adminAccount: '/admin/account',
} as const;

/**
 * The pages that are drawn to HTML when the site is built, each a file of that name: they read without JavaScript. All
 * others, and what needs to know who is there, begin as an empty shell.
 */
export const drawnFiles: Partial<Record<string, string>> = {
  [pagePatterns.home]: 'home',
  [pagePatterns.about]: 'about',
  [pagePatterns.howItWorks]: 'how-it-works',
  [pagePatterns.auth]: 'auth',
  [pagePatterns.forgotPassword]: 'forgot-password',
  [pagePatterns.card]: 'card',
  [pagePatterns.faq]: 'faq',
  [pagePatterns.contact]: 'contact',
  [pagePatterns.privacy]: 'privacy',
  [pagePatterns.terms]: 'terms',
};
/** What search engines are told of (sitemap.xml): drawn pages that say the same to everybody. */
export const listedPatterns: string[] = [
  pagePatterns.home,
  pagePatterns.about,
  pagePatterns.howItWorks,
  pagePatterns.faq,
  pagePatterns.contact,
  pagePatterns.privacy,
  pagePatterns.terms,
  pagePatterns.auth,
];
export const shellFile = 'shell';
export const notFoundFile = 'not-found';
/** Stands in the drawn files for the site's own address, which is known where they are served. */
export const originMark = '__SITE_ORIGIN__';

const matchers = Object.values(pagePatterns).map(
  (pattern) => [pattern, new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}${pattern === '/' ? '' : '/?'}$`, 'i')] as const,
);

/** The file that shows a path; undefined where it is none of the site's pages. A trailing slash is allowed, and case is ignored, as the SPA's router does both. */
export function fileOfPage(pathname: string): string | undefined {
  const pattern = matchers.find(([, matcher]) => matcher.test(pathname))?.[0];
  return pattern && (drawnFiles[pattern] ?? shellFile);
}

/** Pages for those who build the site: in development alone; elsewhere there are no such pages. */
export const developerPatterns = {
  testAuth: '/test-auth',
  testAuthButton: '/test-auth-button',
  simpleTest: '/simple-test',
} as const;

/** Whether a path is one of the developers' pages. */
export function isDeveloperPath(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1');
  return Object.values(developerPatterns).some((pattern) => pattern === path);
}

/** Whether a path is one of the site's pages. */
export function isPagePath(pathname: string): boolean {
  return fileOfPage(pathname) !== undefined;
}
