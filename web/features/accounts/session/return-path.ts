/** Only paths of this site are stored or followed. */
import { routes } from '#schema/routes.ts';

const pathKey = 'redirect_path';
const timeKey = 'redirect_time';
const validForMs = 30 * 60_000;

/** Ignores anything that could lead off the site. */
export function storeReturnPath(path: string): void {
  if (!isSafeReturnPath(path)) return;
  try {
    sessionStorage.setItem(pathKey, path);
    sessionStorage.setItem(timeKey, String(Date.now()));
  } catch {
    // Without storage the visitor lands on the dashboard.
  }
}

/** The remembered path if it is younger than 30 minutes, else the dashboard. */
export function returnPath(): string {
  try {
    const path = sessionStorage.getItem(pathKey);
    const age = Date.now() - Number(sessionStorage.getItem(timeKey) ?? Number.NaN);
    if (path !== null && age >= 0 && age < validForMs && isSafeReturnPath(path)) return path;
  } catch {
    // Same as nothing remembered.
  }
  return routes.dashboard.path;
}

/** Like `returnPath`, but forgets the path. */
export function takeReturnPath(): string {
  const path = returnPath();
  clearReturnPath();
  return path;
}

/** On logout: the next person must not be sent to this one's page. */
export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(pathKey);
    sessionStorage.removeItem(timeKey);
  } catch {
    // Nothing was remembered.
  }
}

/**
 * A path of this site: one leading slash and no spelling that a browser, a proxy or a second decoding could read as
 * another host. /auth is refused too, since it would redirect a signed-in member in a loop.
 */
export function isSafeReturnPath(path: string): boolean {
  if (path.length > 2_000) return false;
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : undefined;
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return false;
  if (/^\/auth(\/|$)/i.test(url.pathname)) return false;
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, which would turn "/\t/host" into "//host"
  return /^\/(?![/\\])/.test(path) && !/[\\\u0000-\u001f\u007f]/.test(path);
}

function tryDecode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
