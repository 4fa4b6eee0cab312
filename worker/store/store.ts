/** The one door to D1 and KV. */
import type { Env } from '#worker/env.ts';
import { administratorStore } from './admin/administrators.ts';
import { auditListStore } from './admin/audit-list.ts';
import { cardDetailsStore } from './admin/card-details.ts';
import { adminCardStore } from './admin/cards.ts';
import { adminCertificateStore } from './admin/certificates.ts';
import { adminClaimStore } from './admin/claims.ts';
import { ledgerStore } from './admin/ledger.ts';
import { ledgerCheckStore } from './admin/ledger-checks.ts';
import { adminMemberAccessStore } from './admin/member-access.ts';
import { adminMemberDetailStore } from './admin/member-details.ts';
import { adminMemberMoneyStore } from './admin/member-money.ts';
import { adminMemberStore } from './admin/members.ts';
import { adminMessageStore } from './admin/messages.ts';
import { adminOrderStore } from './admin/orders.ts';
import { adminOutboxStore } from './admin/outbox.ts';
import { adminOwnAccountStore } from './admin/own-account.ts';
import { adminPasswordResetStore } from './admin/password-resets.ts';
import { payoutPaymentStore } from './admin/payout-payments.ts';
import { payoutQueueStore } from './admin/payout-queue.ts';
import { payoutRowStore } from './admin/payout-rows.ts';
import { printDraftStore } from './admin/print-drafts.ts';
import { printOrderStore } from './admin/print-orders.ts';
import { adminSignInStore } from './admin/sign-ins.ts';
import { adminSystemStore } from './admin/system.ts';
import { testCardStore } from './admin/test-cards.ts';
import { adminTotalsStore } from './admin/totals.ts';
import { cardPrintStore } from './card-print.ts';
import { cardStore } from './cards.ts';
import { certificateUpkeepStore } from './certificate-upkeep.ts';
import { certificateStore } from './certificates.ts';
import { chestStore } from './chests.ts';
import { claimStore } from './claims.ts';
import { contactStore } from './contact.ts';
import { counterStore } from './counters.ts';
import { deletionStore } from './deletion.ts';
import { dueStore } from './due.ts';
import { emailChangeStore } from './email-changes.ts';
import { erasureStore } from './erasure.ts';
import { expiredStore } from './expired.ts';
import { jobRunStore } from './job-runs.ts';
import { lookupStore } from './lookups.ts';
import { mailLinkStore } from './mail-links.ts';
import { moneyStore } from './money.ts';
import { myDataStore } from './my-data.ts';
import { orderStore } from './orders.ts';
import { outboxStore } from './outbox.ts';
import { parcelStore } from './parcels.ts';
import { passwordResetStore } from './password-resets.ts';
import { paymentStore } from './payments.ts';
import { preferenceStore } from './preferences.ts';
import { printSignalStore } from './print-signals.ts';
import { referralStore } from './referrals.ts';
import { scanStore } from './scans.ts';
import { sessionStore } from './sessions.ts';
import { signInStore } from './sign-ins.ts';
import { socialSignInStore } from './social-sign-ins.ts';
import { tokenStore } from './tokens.ts';
import { userStore } from './users.ts';

export function createStore(env: Env) {
  return {
    adminAudit: auditListStore(env.DB),
    adminCertificates: adminCertificateStore(env.DB),
    adminMessages: adminMessageStore(env.DB),
    administrators: administratorStore(env.DB),
    adminMemberAccess: adminMemberAccessStore(env.DB),
    adminMemberDetails: adminMemberDetailStore(env.DB),
    adminMemberMoney: adminMemberMoneyStore(env.DB),
    adminMembers: adminMemberStore(env.DB),
    adminOwnAccount: adminOwnAccountStore(env.DB),
    adminSignIns: adminSignInStore(env.DB),
    adminLedger: ledgerStore(env.DB),
    adminLedgerChecks: ledgerCheckStore(env.DB),
    adminPasswordResets: adminPasswordResetStore(env.DB),
    adminOutbox: adminOutboxStore(env.DB),
    adminPayments: payoutPaymentStore(env.DB),
    adminPayoutQueue: payoutQueueStore(env.DB),
    adminPayoutRows: payoutRowStore(env.DB),
    adminSystem: adminSystemStore(env.DB),
    adminTotals: adminTotalsStore(env.DB),
    adminCards: adminCardStore(env.DB),
    adminCardDetails: cardDetailsStore(env.DB),
    adminClaims: adminClaimStore(env.DB),
    adminTestCards: testCardStore(env.DB),
    adminOrders: adminOrderStore(env.DB),
    adminPrintDrafts: printDraftStore(env.DB),
    adminPrintOrders: printOrderStore(env.DB),
    cardPrint: cardPrintStore(env.DB),
    cards: cardStore(env.DB),
    certificates: certificateStore(env.DB),
    certificateUpkeep: certificateUpkeepStore(env.DB),
    claims: claimStore(env.DB),
    chests: chestStore(env.DB),
    contact: contactStore(env.DB),
    counters: counterStore(env.DB),
    deletion: deletionStore(env.DB),
    due: dueStore(env.DB),
    emailChanges: emailChangeStore(env.DB),
    erasure: erasureStore(env.DB),
    expired: expiredStore(env.DB),
    jobRuns: jobRunStore(env.DB),
    lookups: lookupStore(env.DB),
    mailLinks: mailLinkStore(env.DB),
    money: moneyStore(env.DB),
    myData: myDataStore(env.DB),
    orders: orderStore(env.DB),
    outbox: outboxStore(env.DB),
    passwordResets: passwordResetStore(env.DB),
    parcels: parcelStore(env.DB),
    payments: paymentStore(env.DB),
    preferences: preferenceStore(env.DB),
    printSignals: printSignalStore(env.DB),
    referrals: referralStore(env.DB),
    scans: scanStore(env.DB),
    sessions: sessionStore(env.DB, env.SESSIONS),
    signIns: signInStore(env.DB),
    socialSignIns: socialSignInStore(env.DB),
    tokens: tokenStore(env.DB),
    users: userStore(env.DB),
  };
}

export type Store = ReturnType<typeof createStore>;
