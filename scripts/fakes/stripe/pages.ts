import { html } from 'hono/html';
import { type Html, htmlDocument } from '#scripts/fakes/core/html.ts';
import { type FakeResponse, page, redirect } from '#scripts/fakes/core/responses.ts';
import type { Request } from '#scripts/fakes/core/server.ts';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import { attemptPayment, failAuthentication } from '#scripts/fakes/stripe/billing/payments.ts';
import { approveSetup, failSetupAuthentication } from '#scripts/fakes/stripe/billing/setup-intents.ts';
import type { StoredPaymentIntent, StoredSetupIntent } from '#scripts/fakes/stripe/http/shapes.ts';

export function servePage(account: Account, request: Request): FakeResponse | undefined {
  const [, noun = '', id = '', more] = request.path.split('/');
  if (more !== undefined) return undefined;
  if (noun === 'authenticate') return authenticate(account, id, request);
  if (!request.call.startsWith('GET ')) return undefined;
  if (noun === 'receipts') return renderReceipt(account, id);
  return noun === 'invoices' ? invoice(account, id) : undefined;
}

function authenticate(account: Account, id: string, { call, query, body }: Request): FakeResponse | undefined {
  const intent = account.store.find('payment_intent', id) ?? account.store.find('setup_intent', id);
  const form = new URLSearchParams(body);
  const isGet = call.startsWith('GET ');
  const secret = (isGet ? query : form).get('client_secret');
  if (!intent || intent.client_secret !== secret) return undefined;
  if (isGet) return approvalPage(intent);
  const choice = form.get('choice');
  if (!call.startsWith('POST ') || (choice !== 'approve' && choice !== 'decline')) return undefined;
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  if (intent.status === 'requires_action') decide(account, intent, choice);
  if (!returnUrl) return stripePage('Thank you', html`<h1>Thank you</h1><p>You can close this page now.</p>`);
  const returnAddress = new URL(returnUrl);
  returnAddress.searchParams.set(intent.object, intent.id);
  returnAddress.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  returnAddress.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return redirect(returnAddress.href);
}

function decide(account: Account, intent: StoredPaymentIntent | StoredSetupIntent, choice: 'approve' | 'decline'): void {
  const method = account.store.find('payment_method', intent.payment_method);
  if (intent.object === 'setup_intent') {
    if (choice === 'approve' && method) approveSetup(account, intent, method);
    else failSetupAuthentication(account, intent);
  } else if (choice === 'approve' && method) attemptPayment(account, intent, method, { onSession: true, isApproved: true });
  else failAuthentication(account, intent);
}

function approvalPage(intent: StoredPaymentIntent | StoredSetupIntent): FakeResponse {
  if (intent.status !== 'requires_action') {
    const text = html`<h1>Nothing to approve</h1><p>This payment no longer needs approval.</p>`;
    return stripePage('Nothing to approve', text);
  }
  const facts = renderDetails(
    intent.object === 'setup_intent'
      ? [['For', 'For future payments to Cache Cards. You won’t be charged now.']]
      : [
          ['Amount', money(intent.amount, intent.currency)],
          ['For', intent.description ?? 'Cache Cards'],
        ],
  );
  const content = html`<h1>Stripe fake: approve this payment?</h1>
<p>With the real Stripe, your bank would ask you here.</p>
${facts}
<form method="post">
<input type="hidden" name="client_secret" value="${intent.client_secret ?? ''}">
<button name="choice" value="approve">Approve</button>
<button name="choice" value="decline">Decline</button>
</form>`;
  return stripePage('Approve this payment?', content);
}

function renderReceipt(account: Account, id: string): FakeResponse | undefined {
  const charge = account.store.find('charge', id);
  if (charge?.status !== 'succeeded') return undefined;
  const card = charge.payment_method_details?.card;
  const facts = renderDetails([
    ['Receipt', charge.id],
    ['Paid on', day(charge.created)],
    ['Amount', money(charge.amount, charge.currency)],
    ['Refunded', money(charge.amount_refunded, charge.currency)],
    ['For', charge.description ?? 'Cache Cards'],
    ['Card', `${card?.brand ?? 'card'} ending in ${card?.last4 ?? '????'}`],
  ]);
  return stripePage('Receipt', html`<h1>Receipt from Cache Cards</h1>${facts}`);
}

function invoice(account: Account, id: string): FakeResponse | undefined {
  const object = account.store.find('invoice', id);
  if (!object || object.status === 'draft') return undefined;
  const line = object.lines.data[0];
  const facts = renderDetails([
    ['Invoice', object.number ?? object.id],
    ['Date', day(object.effective_at ?? object.created)],
    ['For', line?.description ?? 'Membership'],
    ['Period', line ? `${day(line.period.start)} to ${day(line.period.end)}` : ''],
    ['Price', money(object.subtotal, object.currency)],
    ['Total', money(object.total, object.currency)],
    ['Paid', money(object.amount_paid, object.currency)],
    ['State', String(object.status)],
  ]);
  return stripePage('Invoice', html`<h1>Invoice from Cache Cards</h1>${facts}`);
}

const styles = html`
  main { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
  dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
  form { display: flex; gap: 1rem; margin-top: 1.5rem; }
  button { font: inherit; padding: 0.6rem 1.2rem; border-radius: 0.4rem; border: 1px solid currentColor; cursor: pointer; }
`;

function stripePage(title: string, content: Html): FakeResponse {
  const note = html`<p class="note">This is a local Stripe fake. No money moves.</p>`;
  return page(200, htmlDocument({ title, styles, content: html`${note}\n${content}` }));
}

function renderDetails(rows: [string, string][]): Html {
  const lines = rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<dl>
${lines}
</dl>`;
}

function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);
}
