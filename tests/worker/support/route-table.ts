/** The API's routes as mounted in the app, with their test facts. */
import { app } from '#worker/app.ts';
import { factsOf, type RouteFacts } from './route-facts.ts';

export interface Route {
  method: string;
  /** The mounted path with its parameters, such as `/api/card/:cardId`. */
  path: string;
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Returns every route under /api, without middleware. */
export function apiRoutes(): Route[] {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'));
  const names = new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...names.values()];
}

export function routesWhere(condition: (facts: RouteFacts, route: Route) => boolean): Route[] {
  return apiRoutes().filter((route) => condition(factsOf(nameOf(route)), route));
}

/** Test values for the path parameters other than the card id: `type` is a card checkout, and the ids do not exist. */
const parameters: Record<string, string> = {
  type: 'cache-cards',
  id: '5',
  orderId: '999999',
  paymentId: '999999',
  printOrderId: '999999',
  paymentIntentId: 'pi_nobody',
  userId: '999999',
};

/** Returns the path with its card id, other parameters and query filled in. */
export function addressOf(route: Route, cardId: string): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'cardId' ? cardId : (parameters[name] ?? name)));
  return path + (factsOf(nameOf(route)).query ?? '');
}

export function bodyOf(route: Route): Record<string, unknown> | undefined {
  return factsOf(nameOf(route)).body;
}

export function isForAdmins(route: Route): boolean {
  const access = factsOf(nameOf(route)).access;
  return access === 'admin' || access === 'super_admin';
}

export const isUnsafe = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
