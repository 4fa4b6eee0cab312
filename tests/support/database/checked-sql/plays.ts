/** Store calls with handwritten arguments, for functions that generate different SQL depending on their arguments. */
import { viewerKinds } from '#schema/admin/viewers.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { cardOrder, newMember, referral } from '#tests/support/memberships/money-accounts.ts';
import { memberMissLimits } from '#worker/domain/limit.ts';
import type { Account, ReferralState } from '#worker/domain/memberships/account.ts';
import type { GroupPlan } from '#worker/domain/reviews/group-decision.ts';
import type { GroupCertificate } from '#worker/domain/reviews/group-facts.ts';
import type { UndoPlan } from '#worker/domain/reviews/undo-decision.ts';
import { withoutNames } from '#worker/store/accounts/erasure.ts';
import { requireSession } from '#worker/store/accounts/sign-in/sessions.ts';
import type { ListRowsQuery } from '#worker/store/admin/list.ts';
import type { Database } from '#worker/store/database.ts';
import { disputeStatements } from '#worker/store/disputes/dispute-writes.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import { changeStatements } from '#worker/store/memberships/money-writes.ts';
import { insertLostOrder, recreateCards } from '#worker/store/orders/lost-orders.ts';
import { cardEffects, restorationEffects, revocationEffects } from '#worker/store/orders/order-effects.ts';
import { markFailedRefund } from '#worker/store/orders/refunds.ts';
import { resendStatements } from '#worker/store/printing/resends.ts';
import { selectNews, sumsByStatus } from '#worker/store/referrals/referrals.ts';
import type { GroupSnapshot } from '#worker/store/reviews/admin-group-reads.ts';
import type { UndoSnapshot } from '#worker/store/reviews/admin-group-undo-reads.ts';
import { createStore, type Store } from '#worker/store/store.ts';
import { like } from './played-statements.ts';

const now = 1_800_000_000;
const noSessions = like<KVNamespace>({ get: async () => null });

const requester = like<Parameters<Store['scans']['commit']>[0]>({ memberLimits: memberMissLimits(2, now) });

export function storeOn(db: Database): Store {
  return createStore({ DB: db, SESSIONS: noSessions, ASSETS: siteListFiles });
}

const orders = ['created', 'deadline', 'ended', 'id', 'email', 'number', 'paid', 'queue'];

/** Queries for each list: the first page, a later page, the export and a search. */
export const listQueries: ListRowsQuery[] = orders.flatMap((name) =>
  ['', 'ada@example.org'].flatMap((q) =>
    [null, { place: 1, id: 1 }].map((after) =>
      like<ListRowsQuery>({
        q,
        sort: { name, isDescending: true },
        filters: [],
        dates: q === '' ? null : { from: 1, until: null },
        after,
        limit: 50,
        omitsTotal: false,
      }),
    ),
  ),
);

const commission = { amountCents: 100, treasureKeys: 1, status: 'pending', heldReason: null, orderId: 1, createdAt: now } as const;

function referralBecomes(previous: Partial<ReferralState>, current: Partial<ReferralState>) {
  const account = (state: Partial<ReferralState>): Account => ({ ...newMember(2), referral: referral([], state) });
  return () => changeStatements(like<AccountSnapshot>({ account: account(previous), version: 1 }), account(current), now);
}

const payment = {
  ...{
    invoiceId: 'in_1',
    paymentIntentId: null,
    subscriptionId: 'sub_1',
    orderId: null,
    amountCents: 0,
    balanceCents: 500,
    currency: 'usd',
  },
  ...{ refundedCents: 0, refundFailedCents: 0, refundOwedCents: 0 },
  ...{ disputeStatus: null, disputedAt: null, revokedAt: null, cardFingerprint: null, description: '' },
  ...{ paidAt: now, periodStart: now, periodEnd: now },
};

function refundBecomes(previous: number | null, current: number | null) {
  const account = (refundRequestedAt: number | null): Account => ({ ...newMember(2), payments: [{ ...payment, refundRequestedAt }] });
  return () => changeStatements(like<AccountSnapshot>({ account: account(previous), version: 1 }), account(current), now);
}

function owedBecomes(previous: number, current: number) {
  const account = (refundOwedCents: number): Account => ({
    ...newMember(2),
    payments: [{ ...payment, refundRequestedAt: null, refundOwedCents }],
  });
  return () => changeStatements(like<AccountSnapshot>({ account: account(previous), version: 1 }), account(current), now);
}

const paidOrder = { ...cardOrder(1, 5, now), status: 'paid', paidAt: now } as const;
const revocation = { userId: 2, orderId: 1, contestedSince: null, now };

const certificate = like<GroupCertificate>({ id: 1, type: 'global', number: 'VC-1', signals: [], review: 'waiting', status: 'active' });
const refusedCertificate: GroupCertificate = { ...certificate, review: 'refused', status: 'cancelled' };
const group = {
  key: 'k',
  reason: 'A farm',
  certificateId: 1,
  signals: [],
  actor: { adminId: 1, address: null, requestId: 'r' },
};
const groupPlan = like<GroupPlan>({
  effects: [{ userId: 2, kind: 'find', entityId: 1, before: {}, taken: 1, owed: 0 }],
  certificates: [{ certificate, after: refusedCertificate, moreSeconds: 0 }],
  chests: [{ id: 1, after: { status: 'reversed', heldReason: null }, isRefused: true }],
  commissions: [],
  due: [{ userId: 2, tokens: 1 }],
  suspended: [],
});
const undoPlan = like<UndoPlan>({
  certificates: [{ certificate: refusedCertificate, after: certificate, moreSeconds: 0 }],
  chests: [],
  commissions: [{ id: 1, before: newMember(2), after: newMember(2) }],
  reinstated: [2],
  kept: [],
});
const undoSnapshot = like<UndoSnapshot>({
  state: '',
  money: new Map([[1, { account: newMember(2), version: 1 }]]),
  orders: [{ userId: 2, orderId: 1, disputeStatus: null, disputedAt: null, revokedAt: now }],
  keysSince: [{ userId: 2, since: now - 100 * 86_400 }],
  facts: { chests: [] },
});

/** One example of every kind of search term that the global search recognizes. */
const searchedList = [
  '4',
  'claim 4',
  'message 4',
  'payout 4',
  'run 4',
  'TC-0000004',
  'VC-7K2M-9QXA',
  'a@x.test',
  'CC-7-1042',
  '1Z999AA10123456784',
];
const lookUpStripeId = ['cus_Maud00000001', 'sub_Maud00000001', 'pi_Maud00000001', 'in_Maud00000001'];

export const plays: ((db: D1Database) => unknown)[] = [
  () => requireSession({ userId: 2, sessionHash: 'hash' }, now),
  (db) => storeOn(db).preferences.chooseNotification(like(), like({ channel: 'push', isOn: false }), now),
  ...[...searchedList, ...lookUpStripeId].map(
    (q) => (db: D1Database) => storeOn(db).admin.search.find(q, { inTexts: true, isSuperAdmin: true }),
  ),
  referralBecomes({}, { keyRows: [{ amount: 1, at: now }], commission }),
  referralBecomes({ commission }, { commission: { ...commission, status: 'reversed' }, reversal: 'pending' }),
  referralBecomes({ commission, reversal: 'reversed' }, { commission }),
  referralBecomes({ commission, reversal: 'paid' }, { commission }),
  refundBecomes(null, now),
  refundBecomes(now, null),
  owedBecomes(0, 500),
  owedBecomes(500, 0),
  ...([null, 'thanks', 'stay'] as const).map(
    (topic) => (db: D1Database) => storeOn(db).mailLinks.unsubscribe({ userId: 2, topic, epoch: 0 }, now),
  ),
  ...(['review_decisions', 'second_looks', 'audit_log'] as const).map(
    (table) => () =>
      withoutNames([{ table, id: 1, reason: 'Not Fay', email: 'fay@x.test', username: null, firstName: 'Fay', lastName: null }]),
  ),
  () => [markFailedRefund({ id: 're_1', reference: 'r', cents: 500, reason: 'unknown' })],
  () => disputeStatements(2, like(), 'ops@x.test', now),
  () => resendStatements({ id: 1, version: 1, resendOfId: 1, hasNewCodes: 1 }, [{ cardId: 'TC-0000001', code: 'AAAA0000' }], now),
  () => resendStatements({ id: 1, version: 1, resendOfId: 1, hasNewCodes: 0 }, [], now),
  ...viewerKinds.map((kind) => (db: D1Database) => storeOn(db).admin.viewers.report({ kind, id: 1, adminId: 1, isActing: true }, now)),
  (db) =>
    storeOn(db).facts.countStep({
      fromDay: 1,
      toDay: 2,
      afterMember: 0,
      throughMember: 9,
      isLastOfMembers: true,
      isYesterday: true,
      base: null,
    }),
  () => cardEffects({ ...revocation, from: 'open', to: paidOrder }),
  () => cardEffects({ ...revocation, from: 'open', to: { ...paidOrder, status: 'cancelled' } }),
  () => cardEffects({ ...revocation, from: 'paid', to: { ...paidOrder, status: 'refunded' } }),
  () => revocationEffects(revocation),
  () => restorationEffects(revocation),
  (db) =>
    storeOn(db).money.commit(
      like({ account: newMember(2) }),
      newMember(2),
      { mails: [], event: like(), candidates: [], restored: null, failedRefunds: [], refunds: [], dispute: null, referred: [3] },
      now,
    ),
  () => insertLostOrder(2, paidOrder, 'cus_1', now),
  (db) => sumsByStatus(db, 2, 3),
  () => [selectNews(2, now)],
  () => recreateCards(paidOrder, [], now),
  (db) => storeOn(db).checkouts.open(2, { kind: 'cache_cards', quantity: 5 }, like(), [], now),
  (db) => storeOn(db).chests.begin(like({ finishedEarlyAt: null }), now),
  (db) => storeOn(db).due.postpone({ subscriptionId: 'sub_1' }, now),
  (db) => storeOn(db).outbox.reconcile([{ id: 1, status: 'sent' }], now),
  (db) => storeOn(db).sessions.find('hash', now, () => true),
  (db) => storeOn(db).scans.commit(requester, { kind: 'repeat', activates: true }, like(), like(), like(), now),
  (db) => storeOn(db).scans.commit(requester, { kind: 'unpaid', activates: true }, like(), like(), like(), now),
  (db) =>
    storeOn(db).scans.commit(
      requester,
      { kind: 'reward', activates: true, tokens: 2, ownerTokens: 1, placement: 'confirmed_and_paid' },
      like({ openReports: 1, ownerId: 3 }),
      like(),
      like(),
      now,
    ),
  (db) => storeOn(db).socialSignIns.open(like({ kind: 'take_over' }), like({ name: 'Ada Marsh' }), like(), [], now),
  (db) => storeOn(db).admin.administrators.change(like(), like({ after: { role: 'admin' } }), now),
  (db) => storeOn(db).admin.ownAccount.changeProfile(like(), like(), like({ after: { lastName: 'Marsh' } }), like(), now),
  (db) =>
    storeOn(db).admin.reviewDecisions.decide(
      { ...group, action: 'take_back', memberIds: [2] },
      groupPlan,
      like<GroupSnapshot>({ state: '', money: new Map() }),
      now,
    ),
  (db) => storeOn(db).admin.reviewDecisions.undo({ ...group, id: 1 }, undoPlan, undoSnapshot, now),
  (db) => storeOn(db).admin.reviewDecisions.findByKey('k'),
  (db) => storeOn(db).admin.keys.correct(like({ keys: 'treasure', amount: 1 }), like(), now),
  (db) => storeOn(db).admin.keys.correct(like({ keys: 'community', amount: -1 }), like(), now),
  (db) => storeOn(db).admin.payoutRows.decideChest(like({ decision: 'hold' }), now),
];
