/** The store's door for the administrators' area. */
import type { Database } from '#worker/store/database.ts';
import { administratorStore } from './administrators.ts';
import { auditListStore } from './audit-list.ts';
import { cardDetailsStore } from './card-details.ts';
import { cardReplacementStore } from './card-replacement.ts';
import { adminCardStore } from './cards.ts';
import { adminCertificateStore } from './certificates.ts';
import { adminClaimStore } from './claims.ts';
import { adminFactorStore } from './factors.ts';
import { ledgerStore } from './ledger.ts';
import { ledgerCheckStore } from './ledger-checks.ts';
import { adminMemberAccessStore } from './member-access.ts';
import { adminMemberDetailStore } from './member-details.ts';
import { adminMemberMoneyStore } from './member-money.ts';
import { memberNoteStore } from './member-notes.ts';
import { adminMemberStore } from './members.ts';
import { adminMessageStore } from './messages.ts';
import { adminOrderStore } from './orders.ts';
import { adminOutboxStore } from './outbox.ts';
import { adminOverviewStore } from './overview.ts';
import { adminOwnAccountStore } from './own-account.ts';
import { adminPasswordResetStore } from './password-resets.ts';
import { payoutPaymentStore } from './payout-payments.ts';
import { payoutQueueStore } from './payout-queue.ts';
import { payoutRowStore } from './payout-rows.ts';
import { payoutRunPaymentStore } from './payout-run-payments.ts';
import { payoutRunStore } from './payout-runs.ts';
import { payoutYearStore } from './payout-years.ts';
import { printDraftStore } from './print-drafts.ts';
import { printOrderStore } from './print-orders.ts';
import { adminProofStore } from './proofs.ts';
import { reviewCaseStore } from './review-case.ts';
import { reviewDecisionStore } from './review-decisions.ts';
import { adminReviewStore } from './reviews.ts';
import { adminSearchStore } from './search-everything.ts';
import { adminSignInStore } from './sign-ins.ts';
import { suspensionStore } from './suspensions.ts';
import { adminSystemStore } from './system.ts';
import { testCardStore } from './test-cards.ts';
import { adminTotalsStore } from './totals.ts';

export function adminStores(db: Database) {
  return {
    administrators: administratorStore(db),
    audit: auditListStore(db),
    cardDetails: cardDetailsStore(db),
    cardReplacements: cardReplacementStore(db),
    cards: adminCardStore(db),
    certificates: adminCertificateStore(db),
    claims: adminClaimStore(db),
    factors: adminFactorStore(db),
    ledger: ledgerStore(db),
    ledgerChecks: ledgerCheckStore(db),
    memberAccess: adminMemberAccessStore(db),
    memberDetails: adminMemberDetailStore(db),
    memberMoney: adminMemberMoneyStore(db),
    memberNotes: memberNoteStore(db),
    members: adminMemberStore(db),
    messages: adminMessageStore(db),
    orders: adminOrderStore(db),
    outbox: adminOutboxStore(db),
    overview: adminOverviewStore(db),
    ownAccount: adminOwnAccountStore(db),
    passwordResets: adminPasswordResetStore(db),
    payoutPayments: payoutPaymentStore(db),
    payoutQueue: payoutQueueStore(db),
    payoutRows: payoutRowStore(db),
    payoutRunPayments: payoutRunPaymentStore(db),
    payoutRuns: payoutRunStore(db),
    payoutYears: payoutYearStore(db),
    printDrafts: printDraftStore(db),
    printOrders: printOrderStore(db),
    proofs: adminProofStore(db),
    reviewCases: reviewCaseStore(db),
    reviewDecisions: reviewDecisionStore(db),
    reviews: adminReviewStore(db),
    search: adminSearchStore(db),
    signIns: adminSignInStore(db),
    suspensions: suspensionStore(db),
    system: adminSystemStore(db),
    testCards: testCardStore(db),
    totals: adminTotalsStore(db),
  };
}
