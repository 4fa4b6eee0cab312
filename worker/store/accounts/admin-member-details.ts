/** Loads a member's details in one round trip. Each list contains only the newest rows, read through an index of its own. */

import { maxCountedRows } from '#schema/rules.ts';
import { cacheCards, ownershipClaims } from '#schema/tables/cards.ts';
import { userAuthProviders, users } from '#schema/tables/members.ts';
import { membershipPeriods, orders, payments } from '#schema/tables/orders.ts';
import { payoutAddresses } from '#schema/tables/payout-runs.ts';
import { referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import { keyEvents, owedTokenEvents, vacationCertificates } from '#schema/tables/tokens.ts';
import type { KeyCounter, OwedTokenKind } from '#schema/tokens/token.ts';
import { isSuspendedBySuperAdmin } from '#worker/store/accounts/admin-suspensions.ts';
import { sessionName } from '#worker/store/accounts/sign-in/sessions.ts';
import { type DerivedColumns, derivedColumns, type Member, memberKeys } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { readSubscriptions, subscriptionState } from '#worker/store/memberships/money-rows.ts';
import { type PaymentRow, paymentKeys } from '#worker/store/memberships/payments.ts';
import { type BounceRow, bounceColumns } from '#worker/store/messages/bounced-addresses.ts';
import { batchByName, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { shownKeyColumns, shownOwedColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { type LedgerExpression, type LedgerRow, ledgerColumns } from '#worker/store/tokens/tokens.ts';

const maxListedRows = 20;

const profileKeys = [
  'version',
  'stripeCustomerId',
  'stripeSubscriptionId',
  'wantsOptionalMail',
  'deletionRequestedAt',
  'suspendedAt',
  'suspendedReason',
  'erasedAt',
] as const;
export type ProfileRow = Member &
  RowOf<typeof users, (typeof profileKeys)[number]> & { hasPassword: 0 | 1; isSuspendedBySuperAdmin: 0 | 1 };

const owedKeys = ['id', 'amount', 'createdAt'] as const;
type OwedRow = RowOf<typeof owedTokenEvents, (typeof owedKeys)[number]> & {
  kind: OwedTokenKind;
  relatedEntityType: string;
  relatedEntityId: string;
};
const keyKeys = ['id', 'amount', 'createdAt'] as const;
const periodKeys = ['id', 'tier', 'startsAt', 'endsAt', 'source'] as const;
const cardKeys = ['id', 'cardId', 'status', 'location', 'totalScans', 'tokensEarned', 'createdAt'] as const;
const orderKeys = ['id', 'kind', 'tier', 'quantity', 'amountCents', 'refundedCents', 'status', 'delivery', 'createdAt', 'paidAt'] as const;
const certificateKeys = [
  'id',
  'number',
  'type',
  'status',
  'review',
  'tokensRedeemed',
  'createdAt',
  'validUntil',
  'cancelledAt',
  'cancelReason',
] as const;
const commissionKeys = ['id', 'kind', 'amountCents', 'status', 'heldReason', 'createdAt', 'paidAt'] as const;
const chestKeys = ['id', 'month', 'chestLevel', 'amountCents', 'status', 'paidAt'] as const;
const claimKeys = ['id', 'status', 'proofUrl', 'adminComment', 'createdAt'] as const;
const providerKeys = ['provider', 'createdAt', 'lastUsedAt'] as const;

const memberNameSql = (user: string) => `coalesce(${user}.first_name || ' ' || ${user}.last_name, ${user}.username, ${user}.email)`;
const person = (user: string) => `${user}.id AS "personId", ${memberNameSql(user)} AS "name", ${user}.email AS "email"`;

export interface PersonRow {
  personId: number;
  name: string;
  email: string;
}

interface Listing {
  join?: string;
  where?: string;
  order?: string;
}

function readLists(userId: number, now: number) {
  const list = <Row, UncheckedColumns extends keyof Row = never>(from: string, columns: string, listing: Listing = {}) =>
    newest<Row, UncheckedColumns>(from, columns, listing, userId, now);
  return {
    ledger: list<LedgerRow, LedgerExpression>('token_transactions t', ledgerColumns),
    owed: list<OwedRow, 'kind' | 'relatedEntityType' | 'relatedEntityId'>(
      'owed_token_events t',
      `${selectList(owedTokenEvents, 't', owedKeys)}, ${shownOwedColumns}`,
    ),
    keys: list<RowOf<typeof keyEvents, (typeof keyKeys)[number]> & { kind: KeyCounter; cause: string }, 'kind' | 'cause'>(
      'key_events t',
      `${selectList(keyEvents, 't', keyKeys)}, ${shownKeyColumns}`,
      { order: 't.created_at DESC, t.id DESC' },
    ),
    periods: list<RowOf<typeof membershipPeriods, (typeof periodKeys)[number]>>(
      'membership_periods t',
      selectList(membershipPeriods, 't', periodKeys),
      { order: 't.ends_at DESC' },
    ),
    cards: list<RowOf<typeof cacheCards, (typeof cardKeys)[number]>>('cache_cards t', selectList(cacheCards, 't', cardKeys), {
      where: 't.user_id = ?1 AND t.available_at IS NOT NULL',
    }),
    orders: list<RowOf<typeof orders, (typeof orderKeys)[number]>>('orders t', selectList(orders, 't', orderKeys)),
    payments: list<PaymentRow>('payments t', selectList(payments, 't', paymentKeys)),
    certificates: list<RowOf<typeof vacationCertificates, (typeof certificateKeys)[number]> & { cancelledBy: string | null }>(
      'vacation_certificates t',
      `${selectList(vacationCertificates, 't', certificateKeys)}, a.email AS "cancelledBy"`,
      { join: 'LEFT JOIN admins a ON a.id = t.cancelled_by_id', order: 't.created_at DESC, t.id DESC' },
    ),
    referrals: list<PersonRow & { role: string; createdAt: number }, 'name'>(
      'users t',
      `${person('t')}, t.role AS "role", t.created_at AS "createdAt"`,
      { where: 't.referred_by_id = ?1' },
    ),
    commissions: list<RowOf<typeof referralCommissions, (typeof commissionKeys)[number]> & PersonRow, 'name'>(
      'referral_commissions t',
      `${selectList(referralCommissions, 't', commissionKeys)}, ${person('u')}`,
      { join: 'JOIN users u ON u.id = t.referred_id', where: 't.referrer_id = ?1' },
    ),
    chests: list<RowOf<typeof treasureChestPayouts, (typeof chestKeys)[number]>>(
      'treasure_chest_payouts t',
      selectList(treasureChestPayouts, 't', chestKeys),
      { order: 't.month DESC' },
    ),
    claims: list<RowOf<typeof ownershipClaims, (typeof claimKeys)[number]> & { cardId: string }>(
      'ownership_claims t',
      `${selectList(ownershipClaims, 't', claimKeys)}, c.card_id AS "cardId"`,
      { join: 'JOIN cache_cards c ON c.id = t.card_id' },
    ),
    sessions: list<{ id: string; userAgent: string | null; createdAt: number; expiresAt: number }, 'id'>(
      'sessions t',
      `${sessionName} AS "id", t.user_agent AS "userAgent", t.created_at AS "createdAt", t.expires_at AS "expiresAt"`,
      { where: 't.user_id = ?1 AND t.revoked_at IS NULL AND t.expires_at > ?2', order: 't.created_at DESC' },
    ),
    providers: list<RowOf<typeof userAuthProviders, (typeof providerKeys)[number]>>(
      'user_auth_providers t',
      selectList(userAuthProviders, 't', providerKeys),
      { order: 't.provider' },
    ),
  };
}

type Lists = ReturnType<typeof readLists>;

export interface Newest<Row> {
  rows: Row[];
  total: { count: number; isMinimum: boolean };
}

export interface MemberDetails {
  profile: ProfileRow;
  bounce: BounceRow | undefined;
  referredBy: PersonRow | undefined;
  subscriptions: ReturnType<typeof subscriptionState>[];
  payoutAddress: RowOf<typeof payoutAddresses, 'email' | 'heldUntil'> | undefined;
  lists: { [Name in keyof Lists]: Lists[Name] extends Statement<CountedRow<infer Row>> ? Newest<Row> : never };
}

export const adminMemberDetailStore = bindStore({
  /** Loads a member's details. Includes erased members because their ledger and payments must remain auditable. */
  async read(db, userId: number, now: number): Promise<MemberDetails | undefined> {
    const { bounced, found, referrer, subscribed, paidTo, ...lists } = await batchByName(db, {
      bounced: statement<BounceRow>(
        `SELECT ${bounceColumns} FROM users u JOIN bounced_addresses b ON b.email_key = u.email_key WHERE u.id = ?1`,
        [userId],
      ),
      found: statement<ProfileRow, keyof DerivedColumns | 'hasPassword' | 'isSuspendedBySuperAdmin'>(
        `SELECT ${selectList(users, 'u', [...memberKeys, ...profileKeys])}, ${derivedColumns('?2')}, u.password_hash LIKE '$%' AS "hasPassword",
           ${isSuspendedBySuperAdmin} AS "isSuspendedBySuperAdmin" FROM users u WHERE u.id = ?1`,
        [userId, now],
      ),
      referrer: statement<PersonRow, 'name'>(`SELECT ${person('r')} FROM users u JOIN users r ON r.id = u.referred_by_id WHERE u.id = ?1`, [
        userId,
      ]),
      subscribed: readSubscriptions(userId),
      paidTo: statement<RowOf<typeof payoutAddresses, 'email' | 'heldUntil'>>(
        `SELECT ${selectList(payoutAddresses, 't', ['email', 'heldUntil'])} FROM payout_addresses t WHERE t.user_id = ?1`,
        [userId],
      ),
      ...readLists(userId, now),
    });
    const [profile] = found;
    if (!profile) return undefined;
    return {
      profile,
      bounce: bounced[0],
      referredBy: referrer[0],
      subscriptions: subscribed.map(subscriptionState),
      payoutAddress: paidTo[0],
      lists: Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, takeNewest(rows)])) as MemberDetails['lists'],
    };
  },
});

/**
 * Builds a query for the newest rows of one list. Each query must use both parameters because D1 rejects bound values that a statement does
 * not use.
 */
function newest<Row, UncheckedColumns extends keyof Row>(
  from: string,
  columns: string,
  { join = '', where = 't.user_id = ?1', order = 't.id DESC' }: Listing,
  userId: number,
  now: number,
): Statement<CountedRow<Row>> {
  const chosenRows = `${where} AND ?2 IS NOT NULL`;
  return statement<CountedRow<Row>, UncheckedColumns | '_count'>(
    `SELECT ${columns}, (SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${chosenRows} LIMIT ${maxCountedRows + 1})) AS "_count"
     FROM ${from} ${join} WHERE ${chosenRows} ORDER BY ${order} LIMIT ${maxListedRows}`,
    [userId, now],
  );
}

type CountedRow<Row> = Row & { _count: number };

function takeNewest(found: CountedRow<object>[]): Newest<object> {
  const count = found[0]?._count ?? 0;
  return {
    rows: found.map(({ _count, ...row }) => row),
    total: { count: Math.min(count, maxCountedRows), isMinimum: count > maxCountedRows },
  };
}
