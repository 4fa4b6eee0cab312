/** All that is known of a member, in one round trip: each list with its newest rows, by an index of its own. */

import { auditLog } from '#schema/tables/admins.ts';
import { cacheCards, ownershipClaims } from '#schema/tables/cards.ts';
import { userAuthProviders, users } from '#schema/tables/members.ts';
import { outbox } from '#schema/tables/operations.ts';
import { membershipPeriods, orders, payments } from '#schema/tables/orders.ts';
import { payoutAddresses } from '#schema/tables/payout-runs.ts';
import { referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import { keyEvents, owedTokenEvents, vacationCertificates } from '#schema/tables/tokens.ts';
import type { KeyCounter, OwedTokenKind } from '#schema/tokens/token.ts';
import { pendingEmailOf } from '#worker/store/accounts/email-changes.ts';
import { sessionName } from '#worker/store/accounts/sign-in/sessions.ts';
import { hasEarnings, type Member, memberKeys } from '#worker/store/accounts/users.ts';
import type { Database } from '#worker/store/database.ts';
import { readSubscriptions, subscriptionState } from '#worker/store/memberships/money-rows.ts';
import { type PaymentRow, paymentKeys } from '#worker/store/memberships/payments.ts';
import { areOwnMessages, type OwnMessageRow, ownColumns } from '#worker/store/messages/conversations.ts';
import { batchByName, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { shownKeyColumns, shownOwedColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { type LedgerExpression, type LedgerRow, ledgerColumns } from '#worker/store/tokens/tokens.ts';

const maxListedRows = 20;
const maxCounted = 100;

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
export type ProfileRow = Member & RowOf<typeof users, (typeof profileKeys)[number]> & { hasPassword: 0 | 1 };

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
const certificateKeys = ['id', 'number', 'type', 'status', 'bookingStatus', 'tokensRedeemed', 'createdAt', 'validUntil'] as const;
const commissionKeys = ['id', 'kind', 'amountCents', 'status', 'heldReason', 'createdAt', 'paidAt'] as const;
const chestKeys = ['id', 'month', 'chestLevel', 'amountCents', 'status', 'paidAt'] as const;
const claimKeys = ['id', 'status', 'proofUrl', 'adminComment', 'createdAt'] as const;
const providerKeys = ['provider', 'createdAt', 'lastUsedAt'] as const;
const mailKeys = ['id', 'template', 'status', 'createdAt', 'sentAt'] as const;
const auditKeys = ['id', 'action', 'before', 'after', 'reason', 'createdAt'] as const;

/** How a person is called: as the list of members calls them. */
const nameOf = (user: string) => `coalesce(${user}.first_name || ' ' || ${user}.last_name, ${user}.username, ${user}.email)`;
const person = (user: string) => `${user}.id AS "personId", ${nameOf(user)} AS "name", ${user}.email AS "email"`;

export interface PersonRow {
  personId: number;
  name: string;
  email: string;
}

/** Which rows of a member are listed, in which order. `t` is the table; ?1 the member, ?2 now. */
interface Listing {
  columns: string;
  from: string;
  join?: string;
  where: string;
  order: string;
}

function readLists(userId: number, now: number) {
  const list = <Row, UncheckedColumns extends keyof Row = never>(listing: Listing) => newest<Row, UncheckedColumns>(listing, userId, now);
  return {
    ledger: list<LedgerRow, LedgerExpression>({
      columns: ledgerColumns,
      from: 'token_transactions t',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    owed: list<OwedRow, 'kind' | 'relatedEntityType' | 'relatedEntityId'>({
      columns: `${selectList(owedTokenEvents, 't', owedKeys)}, ${shownOwedColumns}`,
      from: 'owed_token_events t',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    keys: list<RowOf<typeof keyEvents, (typeof keyKeys)[number]> & { kind: KeyCounter; cause: string }, 'kind' | 'cause'>({
      columns: `${selectList(keyEvents, 't', keyKeys)}, ${shownKeyColumns}`,
      from: 'key_events t',
      where: 't.user_id = ?1',
      order: 't.created_at DESC, t.id DESC',
    }),
    periods: list<RowOf<typeof membershipPeriods, (typeof periodKeys)[number]>>({
      columns: selectList(membershipPeriods, 't', periodKeys),
      from: 'membership_periods t',
      where: 't.user_id = ?1',
      order: 't.ends_at DESC',
    }),
    cards: list<RowOf<typeof cacheCards, (typeof cardKeys)[number]>>({
      columns: selectList(cacheCards, 't', cardKeys),
      from: 'cache_cards t',
      where: 't.user_id = ?1 AND t.available_at IS NOT NULL',
      order: 't.id DESC',
    }),
    orders: list<RowOf<typeof orders, (typeof orderKeys)[number]>>({
      columns: selectList(orders, 't', orderKeys),
      from: 'orders t',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    payments: list<PaymentRow>({
      columns: selectList(payments, 't', paymentKeys),
      from: 'payments t',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    certificates: list<RowOf<typeof vacationCertificates, (typeof certificateKeys)[number]>>({
      columns: selectList(vacationCertificates, 't', certificateKeys),
      from: 'vacation_certificates t',
      where: 't.user_id = ?1',
      order: 't.created_at DESC, t.id DESC',
    }),
    referrals: list<PersonRow & { role: string; createdAt: number }, 'name'>({
      columns: `${person('t')}, t.role AS "role", t.created_at AS "createdAt"`,
      from: 'users t',
      where: 't.referred_by_id = ?1',
      order: 't.id DESC',
    }),
    commissions: list<RowOf<typeof referralCommissions, (typeof commissionKeys)[number]> & PersonRow, 'name'>({
      columns: `${selectList(referralCommissions, 't', commissionKeys)}, ${person('u')}`,
      from: 'referral_commissions t',
      join: 'JOIN users u ON u.id = t.referred_id',
      where: 't.referrer_id = ?1',
      order: 't.id DESC',
    }),
    chests: list<RowOf<typeof treasureChestPayouts, (typeof chestKeys)[number]>>({
      columns: selectList(treasureChestPayouts, 't', chestKeys),
      from: 'treasure_chest_payouts t',
      where: 't.user_id = ?1',
      order: 't.month DESC',
    }),
    claims: list<RowOf<typeof ownershipClaims, (typeof claimKeys)[number]> & { cardId: string }>({
      columns: `${selectList(ownershipClaims, 't', claimKeys)}, c.card_id AS "cardId"`,
      from: 'ownership_claims t',
      join: 'JOIN cache_cards c ON c.id = t.card_id',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    sessions: list<{ id: string; userAgent: string | null; createdAt: number; expiresAt: number }, 'id'>({
      columns: `${sessionName} AS "id", t.user_agent AS "userAgent", t.created_at AS "createdAt", t.expires_at AS "expiresAt"`,
      from: 'sessions t',
      where: 't.user_id = ?1 AND t.revoked_at IS NULL AND t.expires_at > ?2',
      order: 't.created_at DESC',
    }),
    providers: list<RowOf<typeof userAuthProviders, (typeof providerKeys)[number]>>({
      columns: selectList(userAuthProviders, 't', providerKeys),
      from: 'user_auth_providers t',
      where: 't.user_id = ?1',
      order: 't.provider',
    }),
    messages: list<OwnMessageRow, 'state'>({
      columns: ownColumns,
      from: 'contact_messages t',
      where: areOwnMessages('t'),
      order: 't.id DESC',
    }),
    mails: list<RowOf<typeof outbox, (typeof mailKeys)[number]>>({
      columns: selectList(outbox, 't', mailKeys),
      from: 'outbox t',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
    audit: list<RowOf<typeof auditLog, (typeof auditKeys)[number]> & { admin: string | null }, 'admin'>({
      columns: `${selectList(auditLog, 't', auditKeys)}, coalesce(a.first_name || ' ' || a.last_name, a.email) AS "admin"`,
      from: 'audit_log t',
      join: 'LEFT JOIN admins a ON a.id = t.admin_id',
      where: 't.user_id = ?1',
      order: 't.id DESC',
    }),
  };
}

type Lists = ReturnType<typeof readLists>;

export interface Newest<Row> {
  rows: Row[];
  total: { count: number; isMinimum: boolean };
}

export interface MemberDetails {
  profile: ProfileRow;
  referredBy: PersonRow | undefined;
  subscriptions: ReturnType<typeof subscriptionState>[];
  payoutAddress: RowOf<typeof payoutAddresses, 'email' | 'heldUntil'> | undefined;
  lists: { [Name in keyof Lists]: Lists[Name] extends Statement<CountedRow<infer Row>> ? Newest<Row> : never };
}

export function adminMemberDetailStore(db: Database) {
  return {
    /** Erased members too: their ledger and payments are still to be answered for. */
    async read(userId: number, now: number): Promise<MemberDetails | undefined> {
      const { found, referrer, subscribed, paidTo, ...lists } = await batchByName(db, {
        found: statement<ProfileRow, 'hasEarnings' | 'hasPassword' | 'pendingEmail'>(
          `SELECT ${selectList(users, 'u', [...memberKeys, ...profileKeys])}, ${hasEarnings}, u.password_hash LIKE '$%' AS "hasPassword",
             ${pendingEmailOf('u.id', '?2')} AS "pendingEmail" FROM users u WHERE u.id = ?1`,
          userId,
          now,
        ),
        referrer: statement<PersonRow, 'name'>(
          `SELECT ${person('r')} FROM users u JOIN users r ON r.id = u.referred_by_id WHERE u.id = ?1`,
          userId,
        ),
        subscribed: readSubscriptions(userId),
        paidTo: statement<RowOf<typeof payoutAddresses, 'email' | 'heldUntil'>>(
          `SELECT ${selectList(payoutAddresses, 't', ['email', 'heldUntil'])} FROM payout_addresses t WHERE t.user_id = ?1`,
          userId,
        ),
        ...readLists(userId, now),
      });
      const [profile] = found;
      if (!profile) return undefined;
      return {
        profile,
        referredBy: referrer[0],
        subscriptions: subscribed.map(subscriptionState),
        payoutAddress: paidTo[0],
        lists: Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, newestOf(rows)])) as MemberDetails['lists'],
      };
    },
  };
}

/** Both parameters are named in every statement: D1 refuses one that takes fewer than it is given. */
function newest<Row, UncheckedColumns extends keyof Row>(listing: Listing, userId: number, now: number): Statement<CountedRow<Row>> {
  const where = `${listing.where} AND ?2 IS NOT NULL`;
  return statement<CountedRow<Row>, UncheckedColumns | '_count'>(
    `SELECT ${listing.columns}, (SELECT count(*) FROM (SELECT 1 FROM ${listing.from} WHERE ${where} LIMIT ${maxCounted + 1})) AS "_count"
     FROM ${listing.from} ${listing.join ?? ''} WHERE ${where} ORDER BY ${listing.order} LIMIT ${maxListedRows}`,
    userId,
    now,
  );
}

type CountedRow<Row> = Row & { _count: number };

function newestOf(found: CountedRow<object>[]): Newest<object> {
  const count = found[0]?._count ?? 0;
  return {
    rows: found.map(({ _count, ...row }) => row),
    total: { count: Math.min(count, maxCounted), isMinimum: count > maxCounted },
  };
}
