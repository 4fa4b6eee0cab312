/** The API's routes as the app itself knows them, with what tests must know of each: whom it is open to, what it takes. */
import { app } from '#worker/app.ts';

export interface Route {
  method: string;
  /** As mounted, with its parameters: `/api/card/:cardId`. */
  path: string;
}

/** `public` routes answer everybody; the others only who shows a session that holds. */
export type Access = 'public' | 'member';

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
  'POST /api/scan': {
    access: 'member',
    body: { cardId: 'TC-7654321', code: 'ABCDEFGH', source: 'camera', latitude: 1.5, longitude: 2.5 },
  },
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
  paymentIntentId: 'pi_nobody',
};

/** The path with its card id and other parameters filled in. */
export function addressOf(route: Route, cardId: string): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'cardId' ? cardId : (parameters[name] ?? name)));
}

/** The body that a route takes, if any. */
export function bodyOf(route: Route): Record<string, unknown> | undefined {
  return routeFacts[nameOf(route)]?.body;
}

export const isUnsafe = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
