import { type CommissionKind, type EarningStatus, maxReferralNews } from '#schema/referrals/referral.ts';
import { payoutUndoSeconds, type Tier } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { StatusSum } from '#worker/domain/referrals/earnings.ts';
import { selectForSession } from '#worker/store/accounts/users.ts';
import { selectOpenedChest } from '#worker/store/chests/chests.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, batchByName, batchOptional, firstRow, type OlderRows, onlyRow, rows, statement } from '#worker/store/sql.ts';

interface Referrer {
  id: number;
  referralCode: string;
  treasureKeys: number;
}

interface ReferralTotals {
  joined: number;
  became: number;
}

export interface ReferredRow {
  id: number;
  username: string | null;
  firstName: string | null;
  email: string;
  createdAt: number;
  upgradedAt: number | null;
  role: Tier;
  keysBrought: number;
  amountCents: number | null;
  status: EarningStatus | null;
}

export interface EarningRow {
  id: number;
  amountCents: number;
  status: EarningStatus;
  createdAt: number;
  paidAt: number | null;
}

export type CommissionRow = EarningRow & { kind: CommissionKind; username: string | null; firstName: string | null };
export type ChestRow = EarningRow & { month: string; chestLevel: number };

export interface SurplusRow {
  id: number;
  surplusCents: number;
  reference: string;
  paidAt: number;
}

const maxListedReferrals = 200;

/** SQL for the status that the member sees: `paying` while the payout run that paid the row `t` can still be undone. */
const memberStatus = (t: string, now: string) =>
  `iif(${t}.status = 'paid' AND ${t}.paid_at > ${now} - ${payoutUndoSeconds}
    AND EXISTS (SELECT 1 FROM payouts p WHERE p.id = ${t}.payout_id AND p.request GLOB 'run:*'), 'paying', ${t}.status)`;

const referredColumns = (now: string) =>
  `u.id, u.username, u.first_name AS "firstName", u.email, u.created_at AS "createdAt", c.created_at AS "upgradedAt", u.role,
   u.keys_brought AS "keysBrought", c.amount_cents AS "amountCents", ${memberStatus('c', now)} AS "status"`;

export const referralStore = bindStore({
  /**
   * Returns a page of referred members and the totals. If the first page lists all referred members, the totals are computed from it; if
   * not, `news` contains the latest upgrades. Returns undefined without a valid session.
   */
  async page(db, caller: Caller, page: OlderRows, now: number) {
    const [referrers, referred, allTotals] = await batchOptional(db, [
      selectForSession<Referrer>('u.id, u.referral_code AS "referralCode", u.treasure_keys AS "treasureKeys"', caller, now),
      statement<ReferredRow, 'status'>(
        `SELECT ${referredColumns('?4')}
         FROM users u LEFT JOIN referral_commissions c ON c.referred_id = u.id AND c.kind = 'commission'
         WHERE u.referred_by_id = ?1 AND u.id < ?2 ORDER BY u.id DESC LIMIT ?3`,
        [caller.userId, page.before ?? Number.MAX_SAFE_INTEGER, page.limit, now],
      ),
      page.before === null ? undefined : selectTotals(caller.userId),
    ]);
    const referrer = firstRow(referrers);
    if (!referrer) return undefined;
    const people = rows(referred);
    const isComplete = page.before === null && people.length < page.limit;
    // If the first page does not list all referred members, a second query computes the totals. A member who registers between the two
    // queries is included in the totals but not listed.
    if (isComplete) return { ...referrer, people, news: [], totals: sumTotals(people) };
    if (allTotals) return { ...referrer, people, news: [], totals: onlyRow(allTotals) };
    const [totals, news] = await batch(db, [selectTotals(caller.userId), selectNews(caller.userId, now)]);
    return { ...referrer, people, news: rows(news), totals: onlyRow(totals) };
  },

  /**
   * Returns the newest commissions and chests. `all` equals these lists if they are complete; otherwise it contains totals by status from a
   * second query.
   */
  async earnings(db, caller: Caller, now: number) {
    const {
      found: [member],
      commissions,
      chests,
      surpluses,
    } = await batchByName(db, {
      found: selectOpenedChest(caller, now),
      commissions: statement<CommissionRow, 'status'>(
        `SELECT c.id, c.kind, c.amount_cents AS "amountCents", ${memberStatus('c', '?3')} AS "status", c.created_at AS "createdAt", c.paid_at AS "paidAt",
           u.username, u.first_name AS "firstName"
         FROM referral_commissions c JOIN users u ON u.id = c.referred_id WHERE c.referrer_id = ?1 AND c.amount_cents <> 0
         ORDER BY c.id DESC LIMIT ?2`,
        [caller.userId, maxListedReferrals + 1, now],
      ),
      chests: statement<ChestRow, 'status'>(
        `SELECT t.id, t.month, t.chest_level AS "chestLevel", t.amount_cents AS "amountCents", ${memberStatus('t', '?3')} AS "status",
           t.created_at AS "createdAt", t.paid_at AS "paidAt"
         FROM treasure_chest_payouts t WHERE t.user_id = ?1 ORDER BY t.month DESC LIMIT ?2`,
        [caller.userId, maxListedReferrals + 1, now],
      ),
      surpluses: statement<SurplusRow>(
        `SELECT id, surplus_cents AS "surplusCents", reference, paid_at AS "paidAt" FROM payouts
         WHERE user_id = ?1 AND surplus_cents <> 0 AND returned_at IS NULL ORDER BY id DESC`,
        [caller.userId],
      ),
    });
    // Without a valid session (`member` is undefined), the totals are not needed, so there is no second query.
    const isComplete = !member || Math.max(commissions.length, chests.length) <= maxListedReferrals;
    const all = isComplete ? { commissions, chests } : await sumsByStatus(db, caller.userId, now);
    return { member, all, surpluses, commissions: commissions.slice(0, maxListedReferrals), chests: chests.slice(0, maxListedReferrals) };
  },
});

function sumTotals(people: ReferredRow[]): ReferralTotals {
  return { joined: people.length, became: people.filter(({ status }) => status !== null).length };
}

function selectTotals(userId: number) {
  return statement<ReferralTotals, 'joined' | 'became'>(
    `SELECT (SELECT count(*) FROM users WHERE referred_by_id = ?1) AS "joined",
       (SELECT count(*) FROM referral_commissions WHERE referrer_id = ?1 AND kind = 'commission') AS "became"`,
    [userId],
  );
}

export function selectNews(userId: number, now: number) {
  return statement<ReferredRow & { upgradedAt: number; amountCents: number }, 'status'>(
    `SELECT ${referredColumns('?3')}
     FROM referral_commissions c JOIN users u ON u.id = c.referred_id
     WHERE c.referrer_id = ?1 AND c.kind = 'commission' ORDER BY c.id DESC LIMIT ?2`,
    [userId, maxReferralNews, now],
  );
}

/** Returns the member's earnings by status in cents, without reversed amounts. */
export function sumsByStatus(db: Database, userId: number, now: number) {
  const sums = (table: string, owner: string) =>
    statement<StatusSum, 'status' | 'amountCents'>(
      `SELECT ${memberStatus('t', '?2')} AS "status", sum(t.amount_cents) AS "amountCents" FROM ${table} t
       WHERE t.${owner} = ?1 AND t.status <> 'reversed' GROUP BY 1`,
      [userId, now],
    );
  return batchByName(db, {
    commissions: sums('referral_commissions', 'referrer_id'),
    chests: sums('treasure_chest_payouts', 'user_id'),
  });
}
