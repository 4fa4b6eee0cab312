import type { MatchKind, SearchResultKind } from '#schema/admin/search.ts';
import { searchResultsPerKind } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { type NumberedNoun, type ParsedSearch, readNames, readSearch } from '#worker/domain/admin/search-query.ts';
import { lineReference } from '#worker/domain/payouts/payout-run.ts';
import { highestCharacter, nameConditions, phoneConditions } from '#worker/store/accounts/search-keys.ts';
import { memberColumns } from '#worker/store/payouts/admin-rows.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { parcelOrders } from './exact-matches.ts';

export interface FoundRow {
  id: number | string;
  name: string | null;
  email: string | null;
  state: string | null;
}

export interface Lookup {
  kind: SearchResultKind;
  by: MatchKind;
  statement: Statement<FoundRow>;
}

type Value = string | number;

export function members(by: MatchKind, from: string, ...values: Value[]): Lookup {
  const select = statement<{ id: number; name: string | null; email: string; state: string }, 'name'>(
    `SELECT u.id AS "id", ${memberColumns('u')}, u.role AS "state" FROM ${from} LIMIT ${searchResultsPerKind}`,
    values,
  );
  return { kind: 'member', by, statement: select };
}

/** Returns a query for members who meet the condition. Excludes erased members because they no longer have an email. */
const member = (by: MatchKind, condition: string, ...values: Value[]) =>
  members(by, `users u WHERE u.erased_at IS NULL AND ${condition}`, ...values);

const lookUpMember = (by: MatchKind, from: string, condition: string, ...values: Value[]) =>
  members(by, `${from} CROSS JOIN users u ON u.id = t.user_id WHERE u.erased_at IS NULL AND ${condition}`, ...values);

export function cards(by: MatchKind, from: string, ...values: Value[]): Lookup {
  const select = statement<{ id: string; name: string | null; email: string | null; state: string }>(
    `SELECT c.card_id AS "id", c.location AS "name", o.email AS "email", c.status AS "state" FROM ${from}
     LEFT JOIN users o ON o.id = c.user_id WHERE c.available_at IS NOT NULL LIMIT ${searchResultsPerKind}`,
    values,
  );
  return { kind: 'card', by, statement: select };
}

function orders(by: MatchKind, from: string, condition: string, ...values: Value[]): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }>(
    `SELECT t.id AS "id", t.kind AS "name", u.email AS "email", t.status AS "state" FROM ${from} CROSS JOIN users u ON u.id = t.user_id
     WHERE ${condition} LIMIT ${searchResultsPerKind}`,
    values,
  );
  return { kind: 'order', by, statement: select };
}

function certificates(by: MatchKind, condition: string, ...values: Value[]): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }>(
    `SELECT t.id AS "id", t.number AS "name", u.email AS "email", t.status AS "state"
     FROM vacation_certificates t CROSS JOIN users u ON u.id = t.user_id WHERE ${condition}`,
    values,
  );
  return { kind: 'certificate', by, statement: select };
}

export function messages(by: MatchKind, from: string, ...values: Value[]): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: null }, 'state'>(
    `SELECT t.id AS "id", t.name AS "name", t.email AS "email", NULL AS "state" FROM ${from} ORDER BY t.id DESC LIMIT ${searchResultsPerKind}`,
    values,
  );
  return { kind: 'message', by, statement: select };
}

function payments(by: MatchKind, condition: string, ...values: Value[]): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }, 'state'>(
    `SELECT t.id AS "id", t.reference AS "name", u.email AS "email", iif(t.returned_at IS NULL, 'paid', 'returned') AS "state"
     FROM payouts t CROSS JOIN users u ON u.id = t.user_id WHERE ${condition} LIMIT ${searchResultsPerKind}`,
    values,
  );
  return { kind: 'payment', by, statement: select };
}

function lookUpClaim(number: number): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }>(
    `SELECT t.id AS "id", c.card_id AS "name", u.email AS "email", t.status AS "state"
     FROM ownership_claims t CROSS JOIN cache_cards c ON c.id = t.card_id CROSS JOIN users u ON u.id = t.user_id WHERE t.id = ?1`,
    [number],
  );
  return { kind: 'claim', by: 'number', statement: select };
}

function lookUpRun(number: number): Lookup {
  const select = statement<{ id: number; name: null; email: null; state: string }, 'name' | 'email'>(
    `SELECT r.id AS "id", NULL AS "name", NULL AS "email", r.status AS "state" FROM payout_runs r WHERE r.id = ?1`,
    [number],
  );
  return { kind: 'run', by: 'number', statement: select };
}

function findRunByLine(runId: number, lineId: number): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }, 'name'>(
    `SELECT l.run_id AS "id", ?3 AS "name", u.email AS "email", l.status AS "state"
     FROM payout_run_lines l CROSS JOIN users u ON u.id = l.user_id WHERE l.id = ?2 AND l.run_id = ?1`,
    [runId, lineId, lineReference(runId, lineId)],
  );
  return { kind: 'run', by: 'reference', statement: select };
}

function disputes(by: MatchKind, from: string, condition: string, value: Value): Lookup {
  const select = statement<{ id: number; name: string; email: string; state: string }>(
    `SELECT t.id AS "id", t.stripe_dispute_id AS "name", u.email AS "email", t.state AS "state" FROM ${from} CROSS JOIN users u ON u.id = t.user_id
     WHERE ${condition} ORDER BY t.id DESC LIMIT ${searchResultsPerKind}`,
    [value],
  );
  return { kind: 'dispute', by, statement: select };
}

function events(condition: string, id: string): Lookup {
  const select = statement<{ id: string; name: string; email: null; state: string }, 'email' | 'state'>(
    `SELECT e.id AS "id", e.type AS "name", NULL AS "email", iif(e.applied_at IS NULL, 'waiting', 'applied') AS "state"
     FROM stripe_events e WHERE ${condition} LIMIT ${searchResultsPerKind}`,
    [id],
  );
  return { kind: 'event', by: 'stripe', statement: select };
}

const maxIdLength = 200;

/** Looks up what the text identifies, and members by the beginning of their name or email. An index serves each lookup. */
export function idLookups(q: string): Lookup[] {
  return q.length > maxIdLength ? [] : [...readSearch(q).flatMap(listLookups), ...lookUpTyped(q), ...readNames(q).flatMap(membersByName)];
}

const lookupsByNoun: Partial<Record<NumberedNoun, (number: number) => Lookup>> = {
  order: (number) => orders('number', 'orders t', 't.id = ?1', number),
  member: (number) => member('number', 'u.id = ?1', number),
  claim: lookUpClaim,
  message: (number) => messages('number', 'contact_messages t WHERE t.id = ?1', number),
  payout: (number) => payments('number', 't.id = ?1', number),
  run: lookUpRun,
};

function listLookups(meaning: ParsedSearch): Lookup[] {
  switch (meaning.kind) {
    case 'number': {
      // Looks up a bare number as an order and as a member. Another lookup tries it as a card id.
      const nouns: NumberedNoun[] = meaning.of === null ? ['order', 'member'] : [meaning.of];
      return nouns.flatMap((noun) => lookupsByNoun[noun]?.(meaning.number) ?? []);
    }
    case 'card':
      return [
        cards('card_id', '(SELECT * FROM cache_cards WHERE card_id = ?1) c', meaning.cardId),
        lookUpMember('card_id', 'cache_cards t', 't.card_id = ?1 AND t.available_at IS NOT NULL', meaning.cardId),
      ];
    case 'certificate':
      return [
        certificates('certificate_number', 't.number = ?1', meaning.number),
        lookUpMember('certificate_number', 'vacation_certificates t', 't.number = ?1', meaning.number),
      ];
    case 'phone':
      return phoneConditions('u', '?1').map((condition) => member('phone', condition, meaning.key));
    case 'email':
      return [
        member('email', 'u.email_key = ?1', meaning.emailKey),
        lookUpMember('paypal_address', 'payout_addresses t', 'lower(t.email) = ?1', meaning.emailKey),
        messages('email', 'contact_messages t WHERE lower(t.email) = ?1', meaning.emailKey),
        disputes('email', 'users m CROSS JOIN disputes t ON t.user_id = m.id', 'm.email_key = ?1', meaning.emailKey),
      ];
    case 'payout_line':
      return [
        payments('reference', 't.reference = ?1', lineReference(meaning.runId, meaning.lineId)),
        findRunByLine(meaning.runId, meaning.lineId),
      ];
    case 'stripe':
      return lookUpStripeId(meaning.id);
    case 'tracking': {
      const parcel = `${parcelOrders('?1')} s CROSS JOIN orders t ON t.id = s.order_id`;
      return [orders('tracking', parcel, '1', meaning.number), lookUpMember('tracking', parcel, '1', meaning.number)];
    }
  }
}

function lookUpStripeId(id: string): Lookup[] {
  const lookUpPaid = (column: string) => [
    orders('stripe', 'payments p CROSS JOIN orders t ON t.id = p.order_id', `p.${column} = ?1`, id),
    // A renewal's payment has no order of its own, so look up the order that started the membership.
    orders(
      'stripe',
      `payments p CROSS JOIN subscriptions s ON s.id = p.subscription_id AND p.order_id IS NULL
        CROSS JOIN orders t ON t.stripe_subscription_id = s.stripe_subscription_id`,
      `p.${column} = ?1`,
      id,
    ),
    lookUpMember('stripe', 'payments t', `t.${column} = ?1`, id),
  ];
  const kinds: Record<string, Lookup[]> = {
    cus: [member('stripe', 'u.stripe_customer_id = ?1', id)],
    sub: [
      lookUpMember('stripe', 'subscriptions t', 't.stripe_subscription_id = ?1', id),
      orders('stripe', 'orders t', 't.stripe_subscription_id = ?1', id),
    ],
    pi: [
      orders('stripe', 'orders t', 't.stripe_payment_intent_id = ?1', id),
      ...lookUpPaid('stripe_payment_intent_id'),
      disputes('stripe', 'payments p CROSS JOIN disputes t ON t.payment_id = p.id', 'p.stripe_payment_intent_id = ?1', id),
    ],
    du: [disputes('stripe', 'disputes t', 't.stripe_dispute_id = ?1', id)],
    dp: [disputes('stripe', 'disputes t', 't.stripe_dispute_id = ?1', id)],
    in: lookUpPaid('stripe_invoice_id'),
    re: [
      orders('stripe', 'order_refunds r CROSS JOIN orders t ON t.id = r.order_id', 'r.stripe_refund_id = ?1', id),
      lookUpMember('stripe', 'order_refunds t', 't.stripe_refund_id = ?1', id),
    ],
  };
  return [
    ...(kinds[id.slice(0, id.indexOf('_'))] ?? []),
    lookUpMember('stripe', 'stripe_events t', '(t.id = ?1 OR t.object_id = ?1)', id),
    events('e.id = ?1', id),
    events('e.object_id = ?1', id),
  ];
}

function lookUpTyped(q: string): Lookup[] {
  return [
    member('username', 'u.username_key = ?1', comparisonKey(q)),
    ...[membersByPrefix('u.username_key', q), membersByPrefix('u.email_key', q)],
    member('referral_code', 'u.referral_code = ?1', q.toUpperCase()),
    orders('reference', 'orders t', 't.reference = ?1', q.toLowerCase()),
    orders('reference', 'print_orders p CROSS JOIN orders t ON t.id = p.order_id', 'p.reference = ?1', q),
    orders('reference', 'print_orders p CROSS JOIN orders t ON t.id = p.order_id', 'p.printer_order_id = ?1', q),
    certificates('reference', 't.travel_plug_id = ?1', q),
    payments('reference', 't.reference = ?1', q),
  ];
}

function membersByName(key: string): Lookup[] {
  return nameConditions('u', '?1').map(({ condition, name }) => members('name', `users u WHERE ${condition} ORDER BY ${name}`, key));
}

function membersByPrefix(column: string, q: string): Lookup {
  const key = comparisonKey(q);
  return members(
    'name',
    `users u WHERE u.erased_at IS NULL AND ${column} >= ?1 AND ${column} < ?1 || ${highestCharacter} ORDER BY ${column}`,
    key,
  );
}
