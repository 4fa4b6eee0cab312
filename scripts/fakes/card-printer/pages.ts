import { html } from 'hono/html';
import { defaultSignals } from '#scripts/fakes/card-printer/signals.ts';
import type { AcceptedOrder } from '#scripts/fakes/card-printer/state.ts';
import { type Html, htmlDocument } from '#scripts/fakes/core/html.ts';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const choices = [...defaultSignals.slice(1), 'ItemError', 'ItemCanceled', 'CloudprinterOrderCanceled'];

export function ordersPage(orders: readonly AcceptedOrder[]): Html {
  const list =
    orders.length > 0
      ? html`<ul>${orders.map(orderItem)}</ul>`
      : html`<p>No orders yet. Place one on the Test Card API page of the admin area.</p>`;
  const content = html`<p class="note">This is the card printer fake of a development machine. Nothing is printed.</p>
<h1>Orders</h1>
${list}`;
  return htmlDocument({ title: 'Card printer fake', styles, content });
}

const styles = html`
  body { margin: 0; }
  main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { padding: 0.75rem 0; border-top: 1px solid #8886; overflow-wrap: anywhere; }
  p { margin: 0.25rem 0; }
  form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; }
  button { font: inherit; padding: 0.3rem 0.7rem; border-radius: 0.4rem; border: 1px solid currentColor; cursor: pointer; }
`;

function formatCost({ price, currency }: AcceptedOrder): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(price / 10_000);
}

function orderItem(order: AcceptedOrder): Html {
  const cards = order.items.reduce((sum, { count }) => sum + count, 0);
  const buttons = choices.map((type) => html`<button name="type" value="${type}">${type}</button>`);
  return html`<li><p><strong>${order.order}</strong> (${order.environment}), ${cards} cards, ${formatCost(order)},
${time.format(new Date(order.takenAt))}</p>
<p>${order.reference}</p>
<p>To ${Object.values(order.address).join(', ')}</p>
<p>Signals sent: ${order.signals.join(', ') || 'none'}</p>
<form method="post" action="/signals"><input type="hidden" name="reference" value="${order.reference}">
${buttons}</form></li>`;
}
