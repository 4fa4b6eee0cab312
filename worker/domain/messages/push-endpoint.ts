/**
 * Hosts of the push services of Chrome, Samsung Internet and Opera (Google), Firefox, Safari, and Edge. A name that begins with a dot
 * includes its subdomains.
 */
const pushHosts = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/**
 * Whether the endpoint belongs to a known push service. Browsers choose their push service, so without this check anyone could make the
 * Worker call any host. `localOrigin` is the origin of the local push service; null in production.
 */
export function isPushEndpoint(endpoint: string, localOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (localOrigin !== null && origin === localOrigin) return true;
  return (
    protocol === 'https:' && port === '' && pushHosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  );
}
