import type { D1Database } from '@cloudflare/workers-types';
import { cardPriceCents, secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { demoCardCode } from '#scripts/seed/demo-history.ts';

interface DemoPrint {
  email: string;
  address: Record<string, string | null>;
  cardIds: string[];
  hoursAgo: number;
  tracking: string | null;
}

const prints: DemoPrint[] = [
  {
    email: 'tomas@demo.test',
    address: {
      name: 'Tomás Herrera',
      line1: 'Calle del Sol 14',
      line2: null,
      city: 'Granada',
      state: null,
      zip: '18009',
      country: 'Spain',
      phone: '+34 600 555 010',
    },
    cardIds: ['TC-6620418', 'TC-6620425'],
    hoursAgo: 9 * 24,
    tracking: 'CP1763550012345',
  },
  {
    email: 'jonas@demo.test',
    address: {
      name: 'Jonas Lindqvist',
      line1: 'Storgatan 5',
      line2: 'Lgh 1102',
      city: 'Uppsala',
      state: null,
      zip: '753 31',
      country: 'Sweden',
      phone: '+46 70 555 01 00',
    },
    cardIds: ['TC-6620502', 'TC-6620519', 'TC-6620526'],
    hoursAgo: 20,
    tracking: null,
  },
];

/** Inserts print orders for the demo cards. Run this after seeding the demo members, whose ids are above `lastUserId`. */
export async function printDemoCards(db: D1Database, now: number, lastUserId: number): Promise<void> {
  const statements = prints.flatMap((print) => insertPrintOrder(db, print, now, lastUserId));
  await db.batch([...statements, testOrder(db, now)]);
}

function insertPrintOrder(db: D1Database, { email, address, cardIds, hoursAgo, tracking }: DemoPrint, now: number, lastUserId: number) {
  const paidAt = now - hoursAgo * secondsPerHour;
  const member = '(SELECT id FROM users WHERE email_key = ?1 AND id > ?2)';
  const order = `(SELECT max(id) FROM orders WHERE user_id = ${member} AND kind = 'cache_cards')`;
  const reference = `demo-${cardIds[0]}`;
  const isPrinted = tracking !== null;
  return [
    db
      .prepare(
        `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, shipping_address, created_at, expires_at, paid_at, sent_to_print_at)
         SELECT id, 'cache_cards', ?3, ?3 * ?4, 'paid', 'ship', ?5, ?6, ?6 + 79200, ?6, iif(?7 = 1, ?6 + 3600, NULL)
         FROM users WHERE email_key = ?1 AND id > ?2`,
      )
      .bind(email, lastUserId, cardIds.length, cardPriceCents, JSON.stringify(address), paidAt, isPrinted ? 1 : 0),
    db
      .prepare(
        `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at)
         SELECT user_id, id, amount_cents, 'usd', quantity || ' Cache Cards', paid_at FROM orders WHERE id = ${order}`,
      )
      .bind(email, lastUserId),
    ...(isPrinted
      ? [
          db
            .prepare(
              `INSERT INTO print_orders (reference, order_id, requested_by_admin_id, environment, card_size, quantity, submitted_at,
                 printer_order_id, price_cents, currency, status, status_at, tracking, created_at)
               SELECT ?3, ${order}, (SELECT min(id) FROM admins), 'production', 'card_flat_105x74_mm', ?4, ?5, '1763550012345', 721, 'USD', 'shipped',
                 ?5 + 345600, ?6, ?5 WHERE ${order} IS NOT NULL`,
            )
            .bind(email, lastUserId, reference, cardIds.length, paidAt + secondsPerHour, tracking),
          db
            .prepare(
              `INSERT INTO print_events (print_order_id, type, item, tracking, occurred_at, received_at)
               SELECT id, 'ItemShipped', ?1, tracking, status_at, status_at FROM print_orders WHERE reference = ?1`,
            )
            .bind(reference),
        ]
      : []),
    db
      .prepare(
        `INSERT INTO cache_cards (card_id, code, user_id, status, order_id, print_order_id, available_at, created_at)
         SELECT j.value ->> 'cardId', j.value ->> 'code', o.user_id, 'ordered', o.id, (SELECT id FROM print_orders WHERE reference = ?4), o.paid_at, o.created_at
         FROM orders o JOIN json_each(?3) j WHERE o.id = ${order}`,
      )
      .bind(email, lastUserId, JSON.stringify(cardIds.map((cardId) => ({ cardId, code: demoCardCode(cardId) }))), reference),
  ];
}

function testOrder(db: D1Database, now: number) {
  return db
    .prepare(
      `INSERT INTO print_orders (reference, requested_by_admin_id, environment, card_size, quantity, submitted_at, printer_order_id, price_cents,
         currency, status, status_at, created_at)
       VALUES ('demo-test', (SELECT min(id) FROM admins), 'sandbox', 'card_flat_148x105_mm', 10, ?1, '1763550099999', 1145, 'USD', 'validated', ?1 + 60, ?1)`,
    )
    .bind(now - 2 * secondsPerDay);
}
