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
  'GET /api/earnings': { access: 'member' },
  'GET /api/cache-cards': { access: 'member' },
  'GET /api/cache-cards/:cardId': { access: 'member' },
  'GET /api/cache-cards/:cardId/qr': { access: 'member' },
  'POST /api/cache-cards/:cardId/placement': {
    access: 'member',
    body: { location: 'Old mill', description: 'Behind the third stone', latitude: 1.5, longitude: 2.5 },
  },
  'GET /api/card/:cardId': { access: 'public' },
  'POST /api/card/:cardId/report': { access: 'member' },
  'GET /api/qr/:cardId': { access: 'public' },
  'POST /api/scan': {
    access: 'member',
    body: { cardId: 'TC-7654321', code: 'ABCDEFGH', source: 'camera', latitude: 1.5, longitude: 2.5 },
  },
  'GET /api/tokens': { access: 'member' },
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

/** The path with its card id filled in. */
export function addressOf(route: Route, cardId: string): string {
  return route.path.replace(':cardId', cardId);
}

/** The body that a route takes, if any. */
export function bodyOf(route: Route): Record<string, unknown> | undefined {
  return routeFacts[nameOf(route)]?.body;
}

export const isUnsafe = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
