import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { type DisputePage, type Evidence, evidenceFields } from '#schema/disputes/dispute.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { OrdersTab } from '#web/features/orders/admin/OrdersTab.tsx';

const dispute: DisputePage = {
  id: 7,
  stripeId: 'du_1',
  member: { id: 3, email: 'fay@example.test' },
  description: 'Premium membership, one year',
  orderId: 9,
  amount: 10_000,
  currency: 'usd',
  reason: 'fraudulent',
  state: 'needs_response',
  isInquiry: false,
  openedAt: '2026-11-20T10:00:00.000Z',
  dueBy: '2026-11-27T10:00:00.000Z',
  closedAt: null,
  version: 4,
  dashboardUrl: 'https://dashboard.stripe.com/test/disputes/du_1',
  isAnswerable: true,
  wasAnsweredInStripe: false,
  answer: null,
};
const evidence = Object.fromEntries(
  evidenceFields.map((field) => [field, field === 'shipping_carrier' ? '' : `Text of ${field}`]),
) as Evidence;

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  localStorage.clear();
  answers = { 'GET /api/admin/disputes/7': { json: dispute }, 'GET /api/admin/disputes/7/evidence': { json: evidence } };
  sent = fakeServer(answers);
});

async function visit(role: 'admin' | 'super_admin' = 'super_admin', shown: DisputePage = dispute) {
  history.replaceState(null, '', '/admin/dashboard?tab=orders&view=disputes&dispute=7');
  answers['GET /api/admin/disputes/7'] = { json: shown };
  await signInAsAdmin({ role });
  render(
    <PageFrame>
      <OrdersTab />
    </PageFrame>,
  );
  return within(await screen.findByRole('dialog', { name: 'Dispute' }));
}

describe('a dispute at the desk', () => {
  test('shows amount, reason, deadline, member, order and Stripe’s dashboard', async () => {
    const record = await visit('admin');
    expect(await record.findByText('They say they did not make this payment')).toBeTruthy();
    expect(record.getByText('$100.00')).toBeTruthy();
    expect(record.getByText(/Nov 27, 2026/)).toBeTruthy();
    expect(record.getByRole('link', { name: 'Premium membership, one year' }).getAttribute('href')).toContain('order=9');
    expect(record.getByRole('link', { name: 'du_1 in Stripe' }).getAttribute('href')).toBe(dispute.dashboardUrl);
    expect(record.getByText('Only a super administrator can respond to disputes.')).toBeTruthy();
    expect(record.queryByRole('button', { name: 'Accept…' })).toBeNull();
  });

  test('has no deadline once it is with the bank', async () => {
    const record = await visit('admin', { ...dispute, state: 'under_review', isAnswerable: false });
    expect(await record.findByText('With the bank')).toBeTruthy();
    expect(record.queryByText('Respond by')).toBeNull();
  });

  test('is answered with the prepared evidence as edited, after a confirmation that names the amount', async () => {
    const record = await visit();
    await userEvent.click(await record.findByRole('button', { name: 'Prepare evidence…' }));
    const form = within(await screen.findByRole('form', { name: 'Evidence' }));
    const text = form.getByLabelText('Additional information');
    await userEvent.clear(text);
    await userEvent.type(text, 'They wrote to us');
    await userEvent.click(form.getByRole('button', { name: 'Review and submit…' }));
    expect(await form.findByText('Submit this evidence for $100.00?')).toBeTruthy();
    // A second press of the key that opened the confirmation does not submit.
    await userEvent.keyboard('{Enter}');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(form.getByRole('button', { name: 'Keep editing' }));
    expect(document.activeElement).toBe(form.getByText(/^Prepared from our records/));
    await userEvent.click(form.getByRole('button', { name: 'Review and submit…' }));
    answers['POST /api/admin/disputes/7/evidence'] = refused('dispute_unanswered');
    await userEvent.click(await form.findByRole('button', { name: 'Submit to the bank' }));
    expect(await form.findByText(/Stripe did not respond/)).toBeTruthy();
    answers['POST /api/admin/disputes/7/evidence'] = { json: { ...dispute, state: 'under_review', isAnswerable: false } };
    await userEvent.click(form.getByRole('button', { name: 'Submit to the bank' }));
    const body = { version: 4, evidence: { ...evidence, uncategorized_text: 'They wrote to us' } };
    await waitFor(() => expect(sent.filter(({ method }) => method === 'POST').map((request) => request.body)).toEqual([body, body]));
  });

  test('is accepted only with a reason, after the consequence was named', async () => {
    const record = await visit();
    await userEvent.click(await record.findByRole('button', { name: 'Accept…' }));
    const form = within(await screen.findByRole('form', { name: 'Accept the dispute' }));
    expect(form.getByText(/gets \$100\.00 back for/)).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Give up $100.00' }));
    expect(await form.findByText('Please enter a reason')).toBeTruthy();
    await userEvent.type(form.getByLabelText('Reason'), 'Stolen card');
    answers['POST /api/admin/disputes/7/accept'] = { json: { ...dispute, state: 'lost', isAnswerable: false } };
    await userEvent.click(form.getByRole('button', { name: 'Give up $100.00' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 4, note: 'Stolen card' }));
  });

  test('shows a submitted answer, and Stripe’s rejection', async () => {
    const answer = {
      kind: 'evidence' as const,
      state: 'refused' as const,
      error: 'Too late',
      note: null,
      at: dispute.openedAt,
      by: 'ada@x.test',
      evidence,
    };
    const record = await visit('super_admin', { ...dispute, answer });
    expect(await record.findByText('Text of uncategorized_text')).toBeTruthy();
    expect(record.getByText('Too late')).toBeTruthy();
    expect(record.getByText('Declined')).toBeTruthy();
    expect(record.queryByText('Carrier')).toBeNull();
  });
});
