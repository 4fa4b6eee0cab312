import { routeAt, routes } from '#schema/routes.ts';
import { isSafeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { paths } from '#web/lib/paths.ts';

export function createReturnState(path: string): { returnTo: string } {
  return { returnTo: path };
}

export function getReturnTarget(state: unknown): string {
  const path = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  if (typeof path !== 'string' || !isSafeReturnPath(path)) return paths.adminDashboard();
  const page = routeAt(new URL(path, location.origin).pathname);
  return page && routes[page].guard === 'admin' ? path : paths.adminDashboard();
}
