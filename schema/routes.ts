/**
 * The pages of the site. The build generates the HTML files and the list of known paths from this table, and the browser uses it for
 * routing. web/routes.ts maps each page to its component.
 */

/** Kinds of visitors allowed to open a page; all others are redirected. `developer` pages exist only in development. */
export type Guard = 'guest' | 'member' | 'admin' | 'developer';

export interface PageRoute {
  /** Path pattern, in which `:name` matches one segment. */
  path: string;
  /** Title of the browser tab; a page may set a more specific one. */
  title: string;
  guard?: Guard;
}

export const siteTitle = 'Earn Vacations Geocaching';

const routeTable = {
  home: { path: '/', title: siteTitle },
  about: { path: '/about', title: 'About' },
  howItWorks: { path: '/how-it-works', title: 'How It Works' },
  find: { path: '/find', title: 'Find Cache Cards Near You' },
  stays: { path: '/stays', title: 'Stays' },
  faq: { path: '/faq', title: 'Frequently Asked Questions' },
  contact: { path: '/contact', title: 'Contact Us' },
  privacy: { path: '/privacy', title: 'Privacy Policy' },
  terms: { path: '/terms', title: 'Terms of Service' },
  auth: { path: '/auth', title: 'Sign In', guard: 'guest' },
  card: { path: '/card', title: 'Cache Card' },
  dashboard: { path: '/dashboard', title: 'Dashboard', guard: 'member' },
  cacheCards: { path: '/dashboard/cache-cards', title: 'Cache Cards', guard: 'member' },
  cacheCard: { path: '/dashboard/cache-cards/:cardId', title: 'Cache Card', guard: 'member' },
  findCards: { path: '/dashboard/find', title: 'Find Cards', guard: 'member' },
  foundCards: { path: '/dashboard/found', title: 'Cards you have found', guard: 'member' },
  medals: { path: '/dashboard/medals', title: 'Medals', guard: 'member' },
  treasureChests: { path: '/dashboard/treasure-chests', title: 'Treasure Chests', guard: 'member' },
  referrals: { path: '/dashboard/referrals', title: 'Referrals', guard: 'member' },
  certificates: { path: '/dashboard/certificates', title: 'Vacation Certificates', guard: 'member' },
  activateCertificate: { path: '/dashboard/certificates/:number/activate', title: 'Activate your certificate', guard: 'member' },
  checkout: { path: '/checkout/:type/:id', title: 'Checkout', guard: 'member' },
  account: { path: '/account', title: 'My Account', guard: 'member' },
  forgotPassword: { path: '/forgot-password', title: 'Forgot Your Password?' },
  resetPassword: { path: '/reset-password', title: 'Set a New Password' },
  verifyEmail: { path: '/verify-email', title: 'Verify your email' },
  confirmEmailChange: { path: '/confirm-email-change', title: 'Confirm your new email' },
  confirmPayoutAddress: { path: '/confirm-payout-address', title: 'Confirm your PayPal address' },
  undoEmailChange: { path: '/undo-email-change', title: 'Undo your email change' },
  secureAccount: { path: '/secure-account', title: 'Secure your account' },
  removePayoutAddress: { path: '/remove-payout-address', title: 'Remove your PayPal address' },
  unsubscribe: { path: '/unsubscribe', title: 'No more reminders?' },
  adminLogin: { path: '/admin/login', title: 'Admin Login' },
  adminResetPassword: { path: '/admin/reset-password', title: 'Set a new password' },
  adminDashboard: { path: '/admin/dashboard', title: 'Admin Dashboard', guard: 'admin' },
  adminTestQr: { path: '/admin/test-qr', title: 'Test QR Codes', guard: 'admin' },
  adminTestCardApi: { path: '/admin/test-card-api', title: 'Test Card API', guard: 'admin' },
  adminAccount: { path: '/admin/account', title: 'My Account', guard: 'admin' },
  testAuth: { path: '/test-auth', title: 'Test Auth', guard: 'developer' },
  testAuthButton: { path: '/test-auth-button', title: 'Test Auth Button', guard: 'developer' },
  simpleTest: { path: '/simple-test', title: 'Simple Test', guard: 'developer' },
  /** Page for every unknown path, including /404 itself. */
  notFound: { path: '/404', title: 'Page Not Found' },
} satisfies Record<string, PageRoute>;

export type RouteName = keyof typeof routeTable;

export const routes: Record<RouteName, PageRoute> = routeTable;

export const routeNames = Object.keys(routeTable) as RouteName[];

/**
 * Routes of members' pages. For each one, the build generates an HTML file that contains only the layout and navigation bar, without the
 * page's content.
 */
export type MemberRouteName = { [Name in RouteName]: (typeof routeTable)[Name] extends { guard: 'member' } ? Name : never }[RouteName];

export const memberRouteNames = routeNames.filter((name): name is MemberRouteName => routes[name].guard === 'member');

export interface Prerendered {
  description: string;
  /**
   * Whether search engines may index the page. `by_link`: indexed but not in the sitemap, because the page is empty without the card id in
   * the link.
   */
  indexed: 'by_sitemap' | 'by_link' | false;
}

/**
 * Pages with the same content for everyone. They are prerendered to HTML and work without JavaScript. For members' pages, only the layout
 * and navigation bar are prerendered. All other pages start as an empty shell. Separate from the route table so that browsers do not load
 * it.
 */
export const prerendered = {
  home: {
    description: 'Find Cache Cards, scan them with your phone, and turn your Treasure Tokens into a real vacation.',
    indexed: 'by_sitemap',
  },
  about: {
    description: 'The story behind Cache Cards since 2023, what we stand for, and what members say about the hunt.',
    indexed: 'by_sitemap',
  },
  howItWorks: {
    description: 'Find cards, place cards, refer friends, earn vacations: what each step earns, what a stay costs, and tips for the trail.',
    indexed: 'by_sitemap',
  },
  find: {
    description: 'See how many Cache Cards are hidden around the world, and how to find the ones near you with hints and directions.',
    indexed: 'by_sitemap',
  },
  stays: {
    description: 'How many vacation certificates were issued, booked, stayed, returned and refused, and how long an offer takes.',
    indexed: 'by_sitemap',
  },
  faq: {
    description:
      'How to earn Treasure Tokens, what memberships include, how referrals and Treasure Chests pay, and how tokens become a vacation.',
    indexed: 'by_sitemap',
  },
  contact: {
    description: 'A question, a lost card, an idea? Write to the people behind Cache Cards. We answer by email.',
    indexed: 'by_sitemap',
  },
  privacy: {
    description: 'What data Cache Cards stores about you and why, who else sees it, how long we keep it, and how to delete it.',
    indexed: 'by_sitemap',
  },
  terms: {
    description: 'The rules of Cache Cards: accounts, tokens, cards, memberships, commissions, Treasure Chests and vacation certificates.',
    indexed: 'by_sitemap',
  },
  auth: {
    description: 'Sign in to Cache Cards, or join for free. Every new card you scan brings you closer to a vacation.',
    indexed: 'by_sitemap',
  },
  card: {
    description: 'You found a Cache Card! Collect it to get closer to a vacation.',
    indexed: 'by_link',
  },
  forgotPassword: {
    description: 'Enter the email of your Cache Cards account, and we’ll send you a link to set a new password.',
    indexed: false,
  },
  notFound: {
    description: 'This page does not exist. Start again from the home page.',
    indexed: false,
  },
} satisfies Partial<Record<RouteName, Prerendered>>;

export type PrerenderedName = keyof typeof prerendered;

export function sitemapPaths(): string[] {
  return routeNames
    .filter((name) => (prerendered as Partial<Record<RouteName, Prerendered>>)[name]?.indexed === 'by_sitemap')
    .map((name) => routes[name].path);
}

/** Returns the title of the browser tab. The home page's title is the site's, which may be translated; other titles end with it. */
export function tabTitle(title: string, ofSite = siteTitle): string {
  return title === ofSite ? title : `${title} · ${ofSite}`;
}

/** Returns the route of a path, or undefined if unknown. Accepts a trailing slash and ignores case. */
export function routeAt(pathname: string): RouteName | undefined {
  return routeNames.find((name) => name !== 'notFound' && toPattern(routes[name].path).test(pathname));
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}${path === '/' ? '' : '/?'}$`, 'i');
}
