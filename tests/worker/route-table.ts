/** The API's routes as the app itself knows them, with what tests must know of each: whom it is open to, what it takes. */
import { app } from '#worker/app.ts';

export interface Route {
  method: string;
  /** As mounted, with its parameters: `/api/card/:cardId`. */
  path: string;
}

/**
 * `public` routes answer everybody; `member` ones a member whose session holds; `admin` ones every administrator, though a
 * plain one perhaps in part; `super_admin` ones super administrators alone.
 */
export type Access = 'public' | 'member' | 'admin' | 'super_admin';

interface RouteFacts {
  access: Access;
  /** A body that the route takes; absent where it reads none. */
  body?: Record<string, unknown>;
  /** Whether a call that works signs the caller out. */
  endsSessions?: boolean;
}

/** One entry a route. A route without one fails the tests: decide here whom it is open to. */
export const routeFacts: Record<string, RouteFacts> = {
  'GET /api/health': { access: 'public' },
  'GET /api/config': { access: 'public' },
  'POST /api/register': {
    access: 'public',
    body: {
      email: 'newcomer@example.test',
      password: 'secret-1',
      confirmPassword: 'secret-1',
      firstName: 'Nora',
      lastName: 'Newcomer',
      username: 'newcomer',
      acceptedTerms: true,
      phone: '1',
      address: '2',
      city: '3',
      state: '4',
      zip: '5',
      country: '6',
      ref: 'ABCDEFGH',
      firebaseUid: '7',
      oauthProvider: '8',
      photoURL: '9',
    },
  },
  'POST /api/login': { access: 'public', body: { email: 'nobody@example.test', password: 'secret-1' } },
  'POST /api/logout': { access: 'public' },
  'POST /api/auth/token': {
    access: 'public',
    body: { idToken: 'no.such.token', firebaseUid: '1', email: '2', displayName: '3', photoURL: '4', provider: 'google', ref: '5' },
  },
  'GET /api/user': { access: 'member' },
  'PATCH /api/user': { access: 'member', body: profileBody() },
  'POST /api/update-profile': { access: 'member', body: profileBody() },
  'POST /api/change-password': { access: 'member', body: { currentPassword: 'wrong-one-1', newPassword: 'secret-1' } },
  'GET /api/my-data': { access: 'member' },
  'GET /api/preferences': { access: 'member' },
  'PATCH /api/preferences': { access: 'member', body: { wantsOptionalMail: true } },
  'POST /api/sign-out-everywhere': { access: 'member', endsSessions: true },
  'POST /api/delete-account': { access: 'member', body: { confirmation: 'DELETE', currentPassword: 'wrong-one-1' } },
  'POST /api/verify-email': { access: 'public', body: { token: 'no-such-token' } },
  'POST /api/verify-email/send': { access: 'member' },
  'POST /api/forgot-password': { access: 'public', body: { email: 'nobody@example.test' } },
  'POST /api/reset-password': { access: 'public', body: { token: 'no-such-token', newPassword: 'secret-1' } },
  'POST /api/test-auth-token': { access: 'public', body: { email: 'nobody@example.test' } },
  'POST /api/test-login': { access: 'public', body: { email: 'tester@example.test', password: 'secret-1' } },
  'POST /api/undo-email-change': { access: 'public', body: { token: 'no-such-token' } },
  'POST /api/unsubscribe': { access: 'public', body: { token: '1.no-such-token' } },
  'GET /api/payment-intent/:type/:id': { access: 'member' },
  'POST /api/cache-cards/order': { access: 'member', body: { quantity: 3 } },
  'GET /api/orders': { access: 'member' },
  'GET /api/orders/by-payment/:paymentIntentId': { access: 'member' },
  'GET /api/orders/:orderId': { access: 'member' },
  'POST /api/orders/:orderId/confirm': { access: 'member' },
  'POST /api/orders/:orderId/cancel': { access: 'member' },
  'PUT /api/orders/:orderId/delivery': {
    access: 'member',
    body: {
      delivery: 'ship',
      address: { name: 'Mem Ber', line1: '1 Trail', line2: 'Hut 2', city: 'Boone', state: 'NC', zip: '28607', country: 'US' },
    },
  },
  'GET /api/membership': { access: 'member' },
  'POST /api/membership/cancel': { access: 'member' },
  'POST /api/membership/resume': { access: 'member' },
  'POST /api/membership/confirm': { access: 'member' },
  'GET /api/payments': { access: 'member' },
  'GET /api/payments/:paymentId/receipt': { access: 'member' },
  'GET /api/referrals': { access: 'member' },
  'GET /api/referrals/qr': { access: 'member' },
  'GET /api/orders/parcels': { access: 'member' },
  'POST /api/print/webhook': { access: 'public' },
  'GET /api/print-files/:reference/:item': { access: 'public' },
  'GET /api/admin/orders': { access: 'admin' },
  'GET /api/admin/orders/export.csv': { access: 'admin' },
  'GET /api/admin/orders/:orderId': { access: 'admin' },
  'GET /api/admin/orders/:orderId/print.pdf': { access: 'admin' },
  'POST /api/admin/orders/:orderId/print': { access: 'admin', body: { cardSize: 'card_flat_105x74_mm', environment: 'sandbox' } },
  'GET /api/admin/print-orders': { access: 'admin' },
  'GET /api/admin/print-orders/export.csv': { access: 'admin' },
  'POST /api/admin/print-orders/:printOrderId/cancel': { access: 'admin' },
  'POST /api/admin/print-orders/:printOrderId/retry': { access: 'admin' },
  'POST /api/admin/print-orders/:printOrderId/write-off': { access: 'super_admin' },
  'POST /api/admin/test-card-api': {
    access: 'admin',
    body: { numCards: 2, cardSize: 'card_flat_105x74_mm', environment: 'sandbox', confirmedQuoteId: 'no-such-quote' },
  },
  'POST /api/stripe/webhook': { access: 'public' },
  'POST /api/local-stripe/v1/payment_intents/:id/confirm': { access: 'public' },
  'GET /api/earnings': { access: 'member' },
  'GET /api/treasure-chests': { access: 'member' },
  'GET /api/cache-cards': { access: 'member' },
  'GET /api/cache-cards/print.pdf': { access: 'member' },
  'GET /api/cache-cards/:cardId': { access: 'member' },
  'GET /api/cache-cards/:cardId/qr': { access: 'member' },
  'POST /api/cache-cards/:cardId/placement': {
    access: 'member',
    body: { location: 'Old mill', description: 'Behind the third stone', latitude: 1.5, longitude: 2.5 },
  },
  'GET /api/card/:cardId': { access: 'public' },
  'POST /api/card/:cardId/report': { access: 'member' },
  'GET /api/qr/:cardId': { access: 'public' },
  'GET /api/ownership-claims': { access: 'member' },
  'POST /api/ownership-claims': { access: 'member', body: { cardId: 'TC-7654321', proofUrl: 'https://logs.example.com/finds/17' } },
  'POST /api/contact': { access: 'public', body: { name: 'Gus', email: 'gus@example.test', message: 'Hello' } },
  'POST /api/scan': {
    access: 'member',
    body: { cardId: 'TC-7654321', code: 'ABCDEFGH', source: 'camera', latitude: 1.5, longitude: 2.5 },
  },
  'GET /api/admin/system': { access: 'admin' },
  'GET /api/admin/mails': { access: 'admin' },
  'GET /api/admin/mails/export.csv': { access: 'admin' },
  'POST /api/admin/mails/retry': { access: 'admin', body: { ids: [999_999] } },
  'POST /api/admin/stripe-events/:id/retry': { access: 'super_admin' },
  'GET /api/admin/totals': { access: 'admin' },
  'GET /api/admin/charts': { access: 'admin' },
  'GET /api/admin/charts/export.csv': { access: 'admin' },
  'POST /api/admin/login': { access: 'public', body: { email: 'nobody@example.test', password: 'secret-1' } },
  'POST /api/admin/logout': { access: 'public' },
  'POST /api/admin/sign-out-everywhere': { access: 'admin', endsSessions: true },
  'GET /api/admin/me': { access: 'admin' },
  'PUT /api/admin/update-profile': {
    access: 'admin',
    body: { firstName: 'Ad', lastName: 'Ministrator', email: 'renamed-admin@example.test' },
    endsSessions: true,
  },
  'PUT /api/admin/change-password': { access: 'admin', body: { currentPassword: 'wrong-one-1', newPassword: 'secret-1' } },
  'POST /api/admin/register': {
    access: 'super_admin',
    body: {
      email: 'new-admin@example.test',
      password: 'secret-1',
      confirmPassword: 'secret-1',
      firstName: 'New',
      lastName: 'Comer',
      role: 'super_admin',
    },
  },
  'GET /api/admin/administrators': { access: 'super_admin' },
  'GET /api/admin/administrators/export.csv': { access: 'super_admin' },
  'PATCH /api/admin/administrators/:id': { access: 'super_admin', body: { role: 'admin', disabled: false, version: 1 } },
  'GET /api/admin/users': { access: 'admin' },
  'GET /api/admin/users/export.csv': { access: 'admin' },
  'GET /api/admin/users/:userId': { access: 'admin' },
  'PATCH /api/admin/users/:userId': {
    access: 'admin',
    body: {
      version: 1,
      email: 'renamed@example.test',
      username: 'renamed',
      firstName: 'A',
      lastName: 'B',
      phone: '1',
      address: '2',
      city: '3',
      state: '4',
      zip: '5',
      country: '6',
    },
  },
  'POST /api/admin/users/:userId/tokens': { access: 'super_admin', body: { amount: 5, reason: 'A gift' } },
  'POST /api/admin/users/:userId/membership': { access: 'super_admin', body: { tier: 'basic', reason: 'A gift', version: 1 } },
  'POST /api/admin/users/:userId/membership/end': { access: 'super_admin', body: { reason: 'A mistake', version: 1 } },
  'POST /api/admin/users/:userId/verification-mail': { access: 'admin' },
  'POST /api/admin/users/:userId/sign-out': { access: 'admin' },
  'DELETE /api/admin/users/:userId/sessions/:sessionId': { access: 'admin' },
  'GET /api/admin/audit': { access: 'admin' },
  'GET /api/admin/audit/export.csv': { access: 'admin' },
  'GET /api/admin/certificates': { access: 'admin' },
  'GET /api/admin/certificates/export.csv': { access: 'admin' },
  'GET /api/admin/certificates/:id/certificate.pdf': { access: 'admin' },
  'POST /api/admin/certificates/:id/cancel': { access: 'super_admin', body: { reason: 'On request', version: 1 } },
  'PUT /api/admin/certificates/:id/booking': { access: 'admin', body: { travelPlugId: 'STAY-1', version: 1 } },
  'GET /api/admin/messages': { access: 'admin' },
  'GET /api/admin/messages/export.csv': { access: 'admin' },
  'PATCH /api/admin/messages/:id': { access: 'admin', body: { isHandled: true } },
  'GET /api/admin/tokens': { access: 'admin' },
  'GET /api/admin/tokens/export.csv': { access: 'admin' },
  'GET /api/admin/tokens/totals': { access: 'admin' },
  'GET /api/admin/tokens/check': { access: 'admin' },
  'POST /api/admin/tokens/check': { access: 'admin' },
  'GET /api/admin/payouts': { access: 'admin' },
  'GET /api/admin/payouts/export.csv': { access: 'admin' },
  'GET /api/admin/payouts/summary': { access: 'admin' },
  'GET /api/admin/payouts/due': { access: 'admin' },
  'GET /api/admin/payouts/payments': { access: 'admin' },
  'GET /api/admin/payouts/payments/export.csv': { access: 'admin' },
  'GET /api/admin/payouts/payments/:id/entries': { access: 'admin' },
  'POST /api/admin/payouts/payments': { access: 'super_admin', body: { reference: 'PO-1042', members: [{ id: 999_999, version: 1 }] } },
  'GET /api/admin/payouts/commissions': { access: 'admin' },
  'GET /api/admin/payouts/commissions/export.csv': { access: 'admin' },
  'POST /api/admin/payouts/commissions/:id/release': { access: 'super_admin', body: { version: 1 } },
  'POST /api/admin/payouts/commissions/:id/refuse': { access: 'super_admin', body: { version: 1, reason: 'Both are the same person' } },
  'GET /api/admin/payouts/chests': { access: 'admin' },
  'GET /api/admin/payouts/chests/export.csv': { access: 'admin' },
  'POST /api/admin/payouts/chests/:id/release': { access: 'super_admin', body: { version: 1 } },
  'POST /api/admin/payouts/chests/:id/refuse': { access: 'super_admin', body: { version: 1, reason: 'Both are the same person' } },
  'POST /api/admin/download-links': { access: 'admin', body: { path: '/api/admin/users/export.csv?q=a' } },
  'GET /api/admin/cards': { access: 'admin' },
  'GET /api/admin/cards/export.csv': { access: 'admin' },
  'GET /api/admin/cards/:cardId': { access: 'admin' },
  'PUT /api/admin/cards/:cardId': {
    access: 'admin',
    body: { version: 1, location: 'New mill', description: 'Under the wheel', latitude: 1.5, longitude: 2.5, ownerEmail: null },
  },
  'POST /api/admin/cards/:cardId/status': { access: 'admin', body: { version: 1, status: 'missing', reason: 'Three people looked' } },
  'GET /api/admin/claims': { access: 'admin' },
  'GET /api/admin/claims/export.csv': { access: 'admin' },
  'GET /api/admin/claims/:id': { access: 'admin' },
  'POST /api/admin/claims/:id/decision': {
    access: 'admin',
    body: { status: 'approved', comment: 'Welcome back', version: 1, cardVersion: 1 },
  },
  'GET /api/test-cards': { access: 'admin' },
  'GET /api/test-cards/export.csv': { access: 'admin' },
  'GET /api/test-cards/print.pdf': { access: 'admin' },
  'POST /api/test-cards': { access: 'admin', body: { location: 'City library', description: 'Test card' } },
  'GET /api/tokens': { access: 'member' },
  'POST /api/redeem-certificate': { access: 'member', body: { type: 'regional-short' } },
  'GET /api/vacation-certificates': { access: 'member' },
  'GET /api/vacation-certificates/:number/certificate.pdf': { access: 'member' },
  'POST /api/vacation-certificates/:number/activate': { access: 'member' },
};

function profileBody() {
  return {
    firstName: 'A',
    lastName: 'B',
    email: 'renamed@example.test',
    username: 'unchanged',
    phone: '1',
    address: '2',
    city: '3',
    state: '4',
    zip: '5',
    country: '6',
  };
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Every route under /api, middleware left out. */
export function apiRoutes(): Route[] {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'));
  const names = new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...names.values()];
}

/** The routes whose facts satisfy a condition. */
export function routesWhere(condition: (facts: RouteFacts, route: Route) => boolean): Route[] {
  return apiRoutes().filter((route) => {
    const facts = routeFacts[nameOf(route)];
    return facts !== undefined && condition(facts, route);
  });
}

/** What stands for the other parameters: a checkout of cards, and ids that nobody has. */
const parameters: Record<string, string> = {
  type: 'cache-cards',
  id: '5',
  orderId: '999999',
  paymentId: '999999',
  printOrderId: '999999',
  paymentIntentId: 'pi_nobody',
  userId: '999999',
};

/** The path with its card id and other parameters filled in. */
export function addressOf(route: Route, cardId: string): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'cardId' ? cardId : (parameters[name] ?? name)));
}

/** The body that a route takes, if any. */
export function bodyOf(route: Route): Record<string, unknown> | undefined {
  return routeFacts[nameOf(route)]?.body;
}

/** Whether a route is open to administrators and to no member. */
export function isForAdmins(route: Route): boolean {
  const access = routeFacts[nameOf(route)]?.access;
  return access === 'admin' || access === 'super_admin';
}

export const isUnsafe = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
