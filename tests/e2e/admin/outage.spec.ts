/** What members see and what the product logs while providers are down. */
import type { APIRequestContext } from '@playwright/test';
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { payWith, testCards } from '#tests/support/orders/pay-with-card.ts';
import { dirtyLines, findCodesInLog, readLogLines } from '#tests/support/project/product-logs.ts';

/** Ports of the fake services, as offsets from the product's own port. */
const fakes = { stripe: 1, mailbox: 2 } as const;

/** Makes all matching calls to a fake service fail while `happens` runs. Returns the result of `happens`. */
async function whileFailing<Value>(api: APIRequestContext, fake: keyof typeof fakes, match: string, happens: () => Promise<Value>) {
  const faults = `http://localhost:${Number(new URL(testOrigin).port) + fakes[fake]}/fake/faults`;
  expect((await api.post(faults, { data: { match, status: 500, times: 100 } })).ok()).toBe(true);
  try {
    return await happens();
  } finally {
    await api.delete(faults);
  }
}

// Expected console error: the 502 response.
test.use({ provoked: [/502 \(Bad Gateway\)/] });

test('an outage is explained to the member, loses nothing, and logs no personal data', async ({ page }) => {
  const before = readLogLines(testOrigin).length;
  const waitForLog = async (event: string) => {
    const lines = () => readLogLines(testOrigin).slice(before);
    await expect.poll(() => lines().some((line) => line.includes(`"event":"${event}"`)), { message: event }).toBe(true);
    return lines();
  };
  const member = await whileFailing(page.request, 'mailbox', 'POST /send', async () => {
    const registered = await newCaller();
    await waitForLog('mail_not_sent');
    return registered;
  });
  await addSession(page, member);
  await whileFailing(page.request, 'stripe', 'POST /v1/subscriptions', async () => {
    await page.goto('/checkout/membership/basic');
    await expect(page.getByText('Failed to initialize payment')).toBeVisible();
  });
  const lines = await waitForLog('payment_provider_failed');
  expect(dirtyLines(lines, findCodesInLog(testOrigin))).toEqual([]);

  await page.getByRole('button', { name: 'Try Again' }).click();
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});
