const pages: Record<string, string> = {
  pi: 'payments',
  ch: 'payments',
  in: 'invoices',
  sub: 'subscriptions',
  du: 'disputes',
  dp: 'disputes',
  evt: 'events',
};

/** Returns the URL of an object's page in Stripe's dashboard, in the secret key's mode (test or live). */
export function dashboardUrl(objectId: string, secretKey: string): string {
  const mode = /^[rs]k_live_/.test(secretKey) ? '' : '/test';
  const page = pages[objectId.split('_', 1)[0] ?? ''];
  return `https://dashboard.stripe.com${mode}/${page ? `${page}/${objectId}` : `search?query=${encodeURIComponent(objectId)}`}`;
}
