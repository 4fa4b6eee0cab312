/** Stores the page to return to after a sign-in. Only paths on this site are stored or followed, to prevent open redirects. */
import { parseUrl } from '#schema/parse-url.ts';
import { routes } from '#schema/routes.ts';
import { pathOf } from '#web/lib/words/words.ts';

const pathKey = 'redirect_path';
const timeKey = 'redirect_time';
const validForMs = 30 * 60_000;

export function storeReturnPath(path: string): void {
  if (!isSafeReturnPath(path)) return;
  try {
    sessionStorage.setItem(pathKey, path);
    sessionStorage.setItem(timeKey, String(Date.now()));
  } catch {
    // If storage is unavailable, the visitor lands on the dashboard.
  }
}

/** Returns the stored path if it is less than 30 minutes old, or else the dashboard's path. */
export function returnPath(): string {
  try {
    const path = sessionStorage.getItem(pathKey);
    const age = Date.now() - Number(sessionStorage.getItem(timeKey) ?? Number.NaN);
    if (path !== null && age >= 0 && age < validForMs && isSafeReturnPath(path)) return path;
  } catch {
    // If storage is unavailable, no path was stored.
  }
  return routes.dashboard.path;
}

export function takeReturnPath(): string {
  const path = returnPath();
  clearReturnPath();
  return path;
}

/** Called at logout so that the next person to sign in is not sent to the previous member's page. */
export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(pathKey);
    sessionStorage.removeItem(timeKey);
  } catch {
    // If storage is unavailable, no path was stored.
  }
}

/**
 * Accepts only paths on this site: a single leading slash, and nothing that a browser, a proxy or double decoding could read as another
 * host. Also rejects /auth, which would redirect a signed-in member in a loop.
 */
export function isSafeReturnPath(path: string): boolean {
  if (path.length > 2_000) return false;
  const url = parseUrl(path, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return false;
  if (/^\/auth(\/|$)/i.test(pathOf(url.pathname))) return false;
  let decoded = path;
  for (let pass = 0; pass < 4; pass += 1) {
    if (!looksLikeOwnPath(decoded)) return false;
    const next = tryDecode(decoded);
    if (next === undefined) return false;
    if (next === decoded) return true;
    decoded = next;
  }
  return false;
}

function looksLikeOwnPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip these characters from URLs, which would turn "/\t/host" into "//host"
  return /^\/(?![/\\])/.test(path) && !/[\\\u0000-\u001f\u007f]/.test(path);
}

function tryDecode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
