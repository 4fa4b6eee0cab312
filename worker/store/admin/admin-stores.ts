import { adminMemberAccessStore } from '#worker/store/accounts/admin-member-access.ts';
import { adminMemberDetailStore } from '#worker/store/accounts/admin-member-details.ts';
import { memberNoteStore } from '#worker/store/accounts/admin-member-notes.ts';
import { adminMemberStore } from '#worker/store/accounts/admin-members.ts';
import { suspensionStore } from '#worker/store/accounts/admin-suspensions.ts';
import { timelineStore } from '#worker/store/accounts/timeline/admin-timeline.ts';
import { administratorStore } from '#worker/store/admin/access/administrators.ts';
import { adminFactorStore } from '#worker/store/admin/access/factors.ts';
import { adminOwnAccountStore } from '#worker/store/admin/access/own-account.ts';
import { ownMemberStore } from '#worker/store/admin/access/own-member.ts';
import { adminPasswordResetStore } from '#worker/store/admin/access/password-resets.ts';
import { adminProofStore } from '#worker/store/admin/access/proofs.ts';
import { adminSignInStore } from '#worker/store/admin/access/sign-ins.ts';
import { auditListStore } from '#worker/store/admin/audit/audit-list.ts';
import { moneyCheckStore } from '#worker/store/admin/money-checks/money-checks.ts';
import { stripeDayStore } from '#worker/store/admin/money-checks/stripe-days.ts';
import { numberRowStore } from '#worker/store/admin/numbers/number-rows.ts';
import { numberStore } from '#worker/store/admin/numbers/numbers.ts';
import { adminSearchStore } from '#worker/store/admin/search/search-everything.ts';
import { adminSystemStore } from '#worker/store/admin/system/system.ts';
import { cardDetailsStore } from '#worker/store/cards/admin-card-details.ts';
import { cardReplacementStore } from '#worker/store/cards/admin-card-replacement.ts';
import { adminCardStore } from '#worker/store/cards/admin-cards.ts';
import { testCardStore } from '#worker/store/cards/admin-test-cards.ts';
import { adminCertificateStore } from '#worker/store/certificates/admin-certificates.ts';
import { adminClaimStore } from '#worker/store/claims/admin-claims.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { disputeStore } from '#worker/store/disputes/admin-disputes.ts';
import { evidenceFactStore } from '#worker/store/disputes/evidence-facts.ts';
import { adminMemberMoneyStore } from '#worker/store/memberships/admin-member-money.ts';
import { adminMembershipStore } from '#worker/store/memberships/admin-memberships.ts';
import { adminMessageStore } from '#worker/store/messages/admin-messages.ts';
import { adminOutboxStore } from '#worker/store/messages/admin-outbox.ts';
import { savedReplyStore } from '#worker/store/messages/saved-replies.ts';
import { adminOrderStore } from '#worker/store/orders/admin-orders.ts';
import { addressReminderStore } from '#worker/store/payouts/admin-address-reminders.ts';
import { payoutPaymentStore } from '#worker/store/payouts/admin-payments.ts';
import { payoutQueueStore } from '#worker/store/payouts/admin-queue.ts';
import { payoutRowStore } from '#worker/store/payouts/admin-rows.ts';
import { payoutRunPaymentStore } from '#worker/store/payouts/admin-run-payments.ts';
import { payoutRunUndoStore } from '#worker/store/payouts/admin-run-undo.ts';
import { payoutRunStore } from '#worker/store/payouts/admin-runs.ts';
import { payoutYearStore } from '#worker/store/payouts/admin-years.ts';
import { waitingRunStore } from '#worker/store/payouts/waiting-runs.ts';
import { printDraftStore } from '#worker/store/printing/admin-print-drafts.ts';
import { printOrderStore } from '#worker/store/printing/admin-print-orders.ts';
import { adminReferrerStore } from '#worker/store/referrals/admin-referrers.ts';
import { reviewCaseStore } from '#worker/store/reviews/admin-review-case.ts';
import { reviewDecisionStore } from '#worker/store/reviews/admin-review-decisions.ts';
import { adminReviewStore } from '#worker/store/reviews/admin-reviews.ts';
import { secondLookStore } from '#worker/store/reviews/admin-second-looks.ts';
import { adminStayStore } from '#worker/store/stays/admin-stays.ts';
import { adminKeyStore } from '#worker/store/tokens/admin-keys.ts';
import { ledgerStore } from '#worker/store/tokens/admin-ledger.ts';
import { ledgerCheckStore } from '#worker/store/tokens/admin-ledger-checks.ts';
import { adminOverviewStore } from './overview.ts';
import { adminTotalsStore } from './totals.ts';
import { viewerStore } from './viewers.ts';

export function adminStores(db: Database, env: StoreEnv) {
  return {
    administrators: administratorStore(db),
    audit: auditListStore(db),
    cardDetails: cardDetailsStore(db),
    cardReplacements: cardReplacementStore(db),
    cards: adminCardStore(db),
    certificates: adminCertificateStore(db),
    claims: adminClaimStore(db),
    disputes: disputeStore(db),
    evidenceFacts: evidenceFactStore(db),
    factors: adminFactorStore(db),
    ledger: ledgerStore(db),
    ledgerChecks: ledgerCheckStore(db),
    memberAccess: adminMemberAccessStore(db),
    memberDetails: adminMemberDetailStore(db),
    memberMoney: adminMemberMoneyStore(db),
    memberships: adminMembershipStore(db),
    moneyChecks: moneyCheckStore(db),
    numbers: numberStore(db),
    numberRows: numberRowStore(db),
    stripeDays: stripeDayStore(db),
    memberNotes: memberNoteStore(db),
    timeline: timelineStore(db),
    keys: adminKeyStore(db),
    referrers: adminReferrerStore(db),
    members: adminMemberStore(db),
    messages: adminMessageStore(db),
    savedReplies: savedReplyStore(db),
    orders: adminOrderStore(db),
    outbox: adminOutboxStore(db),
    overview: adminOverviewStore(db),
    ownAccount: adminOwnAccountStore(db),
    ownMembers: ownMemberStore(db),
    passwordResets: adminPasswordResetStore(db),
    addressReminders: addressReminderStore(db),
    payoutPayments: payoutPaymentStore(db),
    payoutQueue: payoutQueueStore(db),
    payoutRows: payoutRowStore(db),
    payoutRunPayments: payoutRunPaymentStore(db),
    payoutRuns: payoutRunStore(db),
    payoutRunUndo: payoutRunUndoStore(db),
    payoutYears: payoutYearStore(db),
    waitingRuns: waitingRunStore(db),
    printDrafts: printDraftStore(db),
    printOrders: printOrderStore(db),
    proofs: adminProofStore(db),
    reviewCases: reviewCaseStore(db),
    reviewDecisions: reviewDecisionStore(db, env),
    reviews: adminReviewStore(db),
    search: adminSearchStore(db),
    secondLooks: secondLookStore(db),
    signIns: adminSignInStore(db),
    stays: adminStayStore(db),
    suspensions: suspensionStore(db),
    system: adminSystemStore(db),
    testCards: testCardStore(db),
    totals: adminTotalsStore(db),
    viewers: viewerStore(db),
  };
}
