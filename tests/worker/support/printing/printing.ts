import { env } from 'cloudflare:workers';
import type { TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import type { AcceptedOrder } from '#scripts/fakes/card-printer/state.ts';
import { type Answer, Client, newMember, row, type TestMember } from '#tests/worker/support/client.ts';

const variables = env as unknown as Record<string, string>;
const base = new URL(variables.CLOUDPRINTER_API_BASE ?? '');
export const webhookKey = variables.CLOUDPRINTER_WEBHOOK_KEY ?? '';

export const standardSize = 'card_flat_105x74_mm';
export const largeSize = 'card_flat_148x105_mm';

export const testOrderPath = '/api/admin/test-card-api';
export const testOrder = { numCards: 3, cardSize: standardSize, designUrl: '', environment: 'sandbox' };

export function placeTestOrder({ client }: { client: Client }, body: object): Promise<Answer<TestCardApiResponse>> {
  return client.post<TestCardApiResponse>(testOrderPath, body);
}

export const home = {
  name: 'Mem B. Ber',
  line1: '1 Trail',
  line2: 'Hut 2',
  city: 'Boone',
  state: 'North Carolina',
  zip: '28607',
  country: 'United States',
  phone: '+1 828 555 0100',
};

interface OrderOptions {
  cards?: number;
  status?: string;
  delivery?: 'ship' | 'self_print' | null;
  /** Address fields that override the defaults. */
  address?: Partial<Record<keyof typeof home, string | null | undefined>>;
}

/** Returns the fake printer's price in cents for `cards` cards of the standard size, including shipping and fee, excluding tax. */
export function costOf(cards: number, sending: number): number {
  return Math.round((cards * 3_825 + 3_500) / 100) + sending;
}

let ordersMade = 0;

/** Creates a member's order and its cards; paid and awaiting shipment by default. */
export async function paidOrder({ cards = 2, status = 'paid', delivery = 'ship', address = {} }: OrderOptions = {}): Promise<{
  member: TestMember;
  orderId: number;
  cardIds: string[];
}> {
  const member = await newMember({ role: 'basic' });
  const now = Math.floor(Date.now() / 1_000);
  const order = await row<{ id: number }>(
    `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, shipping_address, created_at, expires_at, paid_at)
     VALUES (?1, 'cache_cards', ?2, ?2 * 100, ?3, ?4, ?5, ?6, ?6, iif(?3 = 'open', NULL, ?6)) RETURNING id`,
    member.id,
    cards,
    status,
    delivery,
    delivery === 'ship' ? JSON.stringify({ ...home, ...address }) : null,
    now,
  );
  const orderId = order?.id ?? 0;
  const cardIds: string[] = [];
  for (let card = 0; card < cards; card += 1) {
    ordersMade += 1;
    const cardId = `TC-${String(8_000_000 + ordersMade)}`;
    cardIds.push(cardId);
    await row(
      `INSERT INTO cache_cards (card_id, code, user_id, status, order_id, available_at, created_at) VALUES (?1, ?2, ?3, 'ordered', ?4, ?5, ?5)`,
      cardId,
      `CD${String(ordersMade).padStart(6, '0')}`,
      member.id,
      orderId,
      now,
    );
  }
  return { member, orderId, cardIds };
}

/** Returns the orders that the printer has accepted, newest first. */
export async function atPrinter(reference?: string): Promise<AcceptedOrder[]> {
  const orders = (await (await fetch(new URL('/fake/orders', base))).json()) as AcceptedOrder[];
  return reference === undefined ? orders : orders.filter((order) => order.reference === reference);
}

export async function printerControl(path: string, body: object, method = 'POST'): Promise<void> {
  const answer = await fetch(new URL(`/fake/${path}`, base), { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

export function signal(reference: string, type: string, more: Record<string, unknown> = {}) {
  return new Client().post('/api/print/webhook', {
    apikey: webhookKey,
    type,
    order: '4711',
    order_reference: reference,
    datetime: new Date().toISOString(),
    ...(type.startsWith('Item') && { item: '47111', item_reference: 'one' }),
    ...more,
  });
}
