import { expect, test } from 'vitest';
import { dashboardUrl } from '#worker/clients/stripe/dashboard-url.ts';

test('an object links to its page in the Stripe dashboard, in the mode of the key', () => {
  expect(dashboardUrl('pi_1', 'sk_test_1')).toBe('https://dashboard.stripe.com/test/payments/pi_1');
  expect(dashboardUrl('in_1', 'sk_live_1')).toBe('https://dashboard.stripe.com/invoices/in_1');
  expect(dashboardUrl('sub_1', 'rk_live_1')).toBe('https://dashboard.stripe.com/subscriptions/sub_1');
  expect(dashboardUrl('seti_1', 'sk_test_1')).toBe('https://dashboard.stripe.com/test/search?query=seti_1');
});
