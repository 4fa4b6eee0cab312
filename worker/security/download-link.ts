/** Signed download links for browser navigation, which cannot send a bearer token. Product rules: Administrators. */
import { downloadLinkTtlSeconds } from '#schema/rules.ts';
import type { AdminCaller } from '#worker/domain/admin/administrator.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

/** Query parameters added to a signed download URL. They are prefixed because the download may have its own `admin` filter. */
const linkParameters = { admin: 'link_admin', session: 'link_session', expires: 'link_expires', signature: 'link_signature' } as const;

const lists =
  'users|cards|orders|disputes|memberships|print-orders|certificates|stays|reviews|review-decisions|second-looks|claims|messages|tokens|audit|administrators|mails|charts|charts/months|numbers|numbers/cohorts|numbers/rows/\\w+|payouts|payouts/payments|payouts/commissions|payouts/chests|payouts/runs|payouts/runs/lines|payouts/years';

/** Print files with cards' secret codes. */
const printFilePath = /^\/api\/admin\/(orders\/(\d+\/)?|cards\/TC-\d{7}\/)print\.pdf$/;

/** Allowlist of downloads. A signed link cannot access anything else. */
const downloadPaths = [
  new RegExp(`^/api/admin/(${lists})/export\\.csv$`),
  printFilePath,
  /^\/api\/admin\/certificates\/\d+\/certificate\.pdf$/,
  /^\/api\/admin\/payouts\/runs\/\d+\/(paypal|lines)\.csv$/,
  /^\/api\/test-cards\/(export\.csv|print\.pdf)$/,
];

const placeholderOrigin = 'http://path.invalid';

/**
 * Signs a link that is valid for 60 seconds and only while the signing session is valid. Returns undefined if the path is not a download.
 */
export async function signDownload(key: CryptoKey, path: string, caller: AdminCaller, now: number): Promise<string | undefined> {
  if (!URL.canParse(path, placeholderOrigin)) return undefined;
  const url = removeLinkParameters(new URL(path, placeholderOrigin));
  if (url.origin !== placeholderOrigin || url.hash !== '' || !downloadPaths.some((download) => download.test(url.pathname)))
    return undefined;
  url.searchParams.set(linkParameters.admin, String(caller.adminId));
  url.searchParams.set(linkParameters.session, caller.sessionHash);
  url.searchParams.set(linkParameters.expires, String(now + downloadLinkTtlSeconds));
  url.searchParams.set(linkParameters.signature, await signUrl(key, url));
  return url.pathname + url.search;
}

export function isPrintFile(path: string): boolean {
  return URL.canParse(path, placeholderOrigin) && printFilePath.test(new URL(path, placeholderOrigin).pathname);
}

export function isDownloadLink(url: URL): boolean {
  return url.searchParams.has(linkParameters.signature);
}

/** Returns the administrator who signed the link; undefined if it was altered or has expired. */
export async function readDownload(key: CryptoKey, url: URL, now: number): Promise<AdminCaller | undefined> {
  const signedUrl = new URL(url);
  const signature = signedUrl.searchParams.get(linkParameters.signature) ?? '';
  signedUrl.searchParams.delete(linkParameters.signature);
  if (!constantTimeEqual(signature, await signUrl(key, signedUrl))) return undefined;
  if (Number(signedUrl.searchParams.get(linkParameters.expires)) <= now) return undefined;
  return {
    adminId: Number(signedUrl.searchParams.get(linkParameters.admin)),
    sessionHash: signedUrl.searchParams.get(linkParameters.session) ?? '',
  };
}

/** Removes the link parameters, which restores the download's original URL. */
export function removeLinkParameters(link: URL): URL {
  const url = new URL(link);
  for (const name of Object.values(linkParameters)) url.searchParams.delete(name);
  return url;
}

function signUrl(key: CryptoKey, url: URL): Promise<string> {
  return keyedHash(key, 'download', url.pathname + url.search);
}
