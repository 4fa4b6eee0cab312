/** The one door to D1 and KV. */
import { adminStores } from './admin/admin-stores.ts';
import { alarmStore } from './alarms.ts';
import { cardActivityStore } from './card-activity.ts';
import { cardPlaceStore } from './card-places.ts';
import { cardPrintStore } from './card-print.ts';
import { cardWatchStore } from './card-watches.ts';
import { cardStore } from './cards.ts';
import { certificateMaintenanceStore } from './certificate-maintenance.ts';
import { certificateStore } from './certificates.ts';
import { checkoutStore } from './checkouts.ts';
import { chestStore } from './chests.ts';
import { claimStore } from './claims.ts';
import { contactStore } from './contact.ts';
import { counterStore } from './counters.ts';
import type { Database } from './database.ts';
import { databaseRestoreStore } from './database-restores.ts';
import { deletionStore } from './deletion.ts';
import { digestStore } from './digests.ts';
import { dueStore } from './due.ts';
import { emailChangeStore } from './email-changes.ts';
import { erasureStore } from './erasure.ts';
import { expiredStore } from './expired.ts';
import { findLogStore } from './find-logs.ts';
import { findSumStore } from './find-sums.ts';
import { findStore } from './finds.ts';
import { healthStore } from './health.ts';
import { jobProgressStore } from './job-progress.ts';
import { jobRetryStore } from './job-retries.ts';
import { jobRunStore } from './job-runs.ts';
import { listedTokenStore } from './listed-tokens.ts';
import { lookupStore } from './lookups.ts';
import { lostOrderStore } from './lost-orders.ts';
import { mailLinkStore } from './mail-links.ts';
import { moneyStore } from './money.ts';
import { myDataStore } from './my-data.ts';
import { orderPaymentStore } from './order-payments.ts';
import { orderStore } from './orders.ts';
import { outboxStore } from './outbox.ts';
import { parcelStore } from './parcels.ts';
import { passkeyChallengeStore } from './passkey-challenges.ts';
import { memberPasskeyStore } from './passkeys.ts';
import { passwordResetStore } from './password-resets.ts';
import { paymentStore } from './payments.ts';
import { payoutAddressStore } from './payout-addresses.ts';
import { placeIndexStore } from './place-index.ts';
import { preferenceStore } from './preferences.ts';
import { printSignalStore } from './print-signals.ts';
import { referralStore } from './referrals.ts';
import { refundStore } from './refunds.ts';
import { renewalNoticeStore } from './renewal-notices.ts';
import { reviewStore } from './reviews.ts';
import { scanEvidenceStore } from './scan-evidence.ts';
import { scanStore } from './scans.ts';
import { sessionStore } from './sessions.ts';
import { signInLogStore } from './sign-in-log.ts';
import { signInStore } from './sign-ins.ts';
import { socialSignInStore } from './social-sign-ins.ts';
import { tokenStore } from './tokens.ts';
import { unaskedPlaceStore } from './unasked-places.ts';
import { userStore } from './users.ts';

export function createStore(env: { DB: Database; SESSIONS: KVNamespace }) {
  return {
    admin: adminStores(env.DB),
    alarms: alarmStore(env.DB),
    cardPlaces: cardPlaceStore(env.DB),
    cardActivity: cardActivityStore(env.DB),
    cardPrint: cardPrintStore(env.DB),
    cardWatches: cardWatchStore(env.DB),
    cards: cardStore(env.DB),
    certificates: certificateStore(env.DB),
    certificateMaintenance: certificateMaintenanceStore(env.DB),
    claims: claimStore(env.DB),
    checkouts: checkoutStore(env.DB),
    chests: chestStore(env.DB),
    contact: contactStore(env.DB),
    counters: counterStore(env.DB),
    deletion: deletionStore(env.DB),
    digests: digestStore(env.DB),
    due: dueStore(env.DB),
    emailChanges: emailChangeStore(env.DB),
    erasure: erasureStore(env.DB, env.SESSIONS),
    expired: expiredStore(env.DB),
    findLogs: findLogStore(env.DB),
    finds: findStore(env.DB),
    findSums: findSumStore(env.DB),
    listedTokens: listedTokenStore(env.DB),
    health: healthStore(env.DB, env.SESSIONS),
    jobProgress: jobProgressStore(env.DB),
    jobRetries: jobRetryStore(env.DB),
    jobRuns: jobRunStore(env.DB),
    lookups: lookupStore(env.DB),
    mailLinks: mailLinkStore(env.DB),
    money: moneyStore(env.DB),
    myData: myDataStore(env.DB),
    lostOrders: lostOrderStore(env.DB),
    orderPayments: orderPaymentStore(env.DB),
    orders: orderStore(env.DB),
    outbox: outboxStore(env.DB),
    passkeyChallenges: passkeyChallengeStore(env.DB),
    passkeys: memberPasskeyStore(env.DB),
    passwordResets: passwordResetStore(env.DB),
    parcels: parcelStore(env.DB),
    payments: paymentStore(env.DB),
    payoutAddresses: payoutAddressStore(env.DB),
    placeIndex: placeIndexStore(env.DB),
    preferences: preferenceStore(env.DB),
    printSignals: printSignalStore(env.DB),
    referrals: referralStore(env.DB),
    refunds: refundStore(env.DB),
    databaseRestores: databaseRestoreStore(env.DB),
    renewalNotices: renewalNoticeStore(env.DB),
    reviews: reviewStore(env.DB),
    scanEvidence: scanEvidenceStore(env.DB),
    scans: scanStore(env.DB),
    sessions: sessionStore(env.DB, env.SESSIONS),
    signInLog: signInLogStore(env.DB),
    signIns: signInStore(env.DB),
    socialSignIns: socialSignInStore(env.DB),
    tokens: tokenStore(env.DB),
    unaskedPlaces: unaskedPlaceStore(env.DB),
    users: userStore(env.DB),
  };
}

export type Store = ReturnType<typeof createStore>;
