/** Pages that Stripe would show: approving a payment, receipts, invoices. */
import { type Html, html } from '#scripts/stand-in/html.ts';
import type { Account } from '#scripts/stripe-stand-in/account.ts';
import { attemptPayment, failAuthentication } from '#scripts/stripe-stand-in/billing/paying.ts';
import { day, details, money, page } from '#scripts/stripe-stand-in/page.ts';
import type { KeptPaymentIntent } from '#scripts/stripe-stand-in/shapes.ts';

export interface PageRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

export type PageAnswer = { status: number; html: Html } | { status: 303; location: string };

/** A page, or undefined where there is none. */
export function answerPage(account: Account, request: PageRequest): PageAnswer | undefined {
  const [, noun = '', id = '', more] = request.path.split('/');
  if (more !== undefined) return undefined;
  if (noun === 'authenticate') return authenticate(account, id, request);
  if (request.method !== 'GET') return undefined;
  if (noun === 'receipts') return receipt(account, id);
  return noun === 'invoices' ? invoice(account, id) : undefined;
}

function authenticate(account: Account, id: string, request: PageRequest): PageAnswer | undefined {
  const intent = account.store.find('payment_intent', id);
  const secret = request.method === 'POST' ? request.form.get('client_secret') : request.query.get('client_secret');
  if (!intent || intent.client_secret !== secret) return undefined;
  if (request.method === 'GET') return askingPage(intent);
  const choice = request.form.get('choice');
  if (request.method !== 'POST' || (choice !== 'approve' && choice !== 'decline')) return undefined;
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  if (intent.status === 'requires_action') decide(account, intent, choice);
  if (!returnUrl) return { status: 200, html: page('Thank you', html`<h1>Thank you</h1><p>You can close this page now.</p>`) };
  const back = new URL(returnUrl);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return { status: 303, location: back.href };
}

function decide(account: Account, intent: KeptPaymentIntent, choice: 'approve' | 'decline'): void {
  const method = account.store.find('payment_method', intent.payment_method);
  if (choice === 'approve' && method) attemptPayment(account, intent, method, { onSession: true, approved: true });
  else failAuthentication(account, intent);
}

function askingPage(intent: KeptPaymentIntent): PageAnswer {
  if (intent.status !== 'requires_action') {
    const text = html`<h1>Nothing to approve</h1><p>This payment does not wait for an approval any more.</p>`;
    return { status: 200, html: page('Nothing to approve', text) };
  }
  const facts = details([
    ['Amount', money(intent.amount, intent.currency)],
    ['For', intent.description ?? 'Cache Cards'],
  ]);
  const content = html`<h1>Stripe stand-in: approve this payment?</h1>
<p>With Stripe itself, your bank would ask you here.</p>
${{ raw: facts }}
<form method="post">
<input type="hidden" name="client_secret" value="${intent.client_secret ?? ''}">
<button name="choice" value="approve">Approve</button>
<button name="choice" value="decline">Decline</button>
</form>`;
  return { status: 200, html: page('Approve this payment?', content) };
}

function receipt(account: Account, id: string): PageAnswer | undefined {
  const charge = account.store.find('charge', id);
  if (charge?.status !== 'succeeded') return undefined;
  const card = charge.payment_method_details?.card;
  const facts = details([
    ['Receipt', charge.id],
    ['Paid on', day(charge.created)],
    ['Amount', money(charge.amount, charge.currency)],
    ['Refunded', money(charge.amount_refunded, charge.currency)],
    ['For', charge.description ?? 'Cache Cards'],
    ['Card', `${card?.brand ?? 'card'} ending in ${card?.last4 ?? '????'}`],
  ]);
  return { status: 200, html: page('Receipt', html`<h1>Receipt from Cache Cards</h1>${{ raw: facts }}`) };
}

function invoice(account: Account, id: string): PageAnswer | undefined {
  const found = account.store.find('invoice', id);
  if (!found || found.status === 'draft') return undefined;
  const line = found.lines.data[0];
  const facts = details([
    ['Invoice', found.number ?? found.id],
    ['Date', day(found.effective_at ?? found.created)],
    ['For', line?.description ?? 'Membership'],
    ['Period', line ? `${day(line.period.start)} to ${day(line.period.end)}` : ''],
    ['Price', money(found.subtotal, found.currency)],
    ['Total', money(found.total, found.currency)],
    ['Paid', money(found.amount_paid, found.currency)],
    ['State', String(found.status)],
  ]);
  return { status: 200, html: page('Invoice', html`<h1>Invoice from Cache Cards</h1>${{ raw: facts }}`) };
}
