import { accountSecurityStore } from '#worker/store/accounts/account-security.ts';
import { deletionStore } from '#worker/store/accounts/deletion.ts';
import { emailChangeStore } from '#worker/store/accounts/email-changes.ts';
import { erasureStore } from '#worker/store/accounts/erasure.ts';
import { mailLinkStore } from '#worker/store/accounts/mail-links.ts';
import { myDataStore } from '#worker/store/accounts/my-data.ts';
import { preferenceStore } from '#worker/store/accounts/preferences.ts';
import { searchKeyStore } from '#worker/store/accounts/search-keys.ts';
import { passkeyChallengeStore } from '#worker/store/accounts/sign-in/passkey-challenges.ts';
import { memberPasskeyStore } from '#worker/store/accounts/sign-in/passkeys.ts';
import { passwordResetStore } from '#worker/store/accounts/sign-in/password-resets.ts';
import { sessionStore } from '#worker/store/accounts/sign-in/sessions.ts';
import { signInLogStore } from '#worker/store/accounts/sign-in/sign-in-log.ts';
import { signInStore } from '#worker/store/accounts/sign-in/sign-ins.ts';
import { socialSignInStore } from '#worker/store/accounts/sign-in/social-sign-ins.ts';
import { usernameStore } from '#worker/store/accounts/usernames.ts';
import { userStore } from '#worker/store/accounts/users.ts';
import { factStore } from '#worker/store/admin/numbers/facts.ts';
import { alarmStore } from '#worker/store/admin/system/alarms.ts';
import { databaseRestoreStore } from '#worker/store/admin/system/database-restores.ts';
import { expiredStore } from '#worker/store/admin/system/expired-rows.ts';
import { healthStore } from '#worker/store/admin/system/health.ts';
import { jobProgressStore } from '#worker/store/admin/system/job-progress.ts';
import { jobRetryStore } from '#worker/store/admin/system/job-retries.ts';
import { jobRunStore } from '#worker/store/admin/system/job-runs.ts';
import { serverErrorStore } from '#worker/store/admin/system/server-errors.ts';
import { sumStore } from '#worker/store/admin/system/sums.ts';
import { cardActivityStore } from '#worker/store/cards/card-activity.ts';
import { cardReportStore } from '#worker/store/cards/card-reports.ts';
import { cardStore } from '#worker/store/cards/cards.ts';
import { lostCardStore } from '#worker/store/cards/lost-cards.ts';
import { placeQuestionStore } from '#worker/store/cards/place-questions.ts';
import { certificateMaintenanceStore } from '#worker/store/certificates/certificate-maintenance.ts';
import { certificateStore } from '#worker/store/certificates/certificates.ts';
import { formerRedemptionStore } from '#worker/store/certificates/former-redemptions.ts';
import { chestStore } from '#worker/store/chests/chests.ts';
import { claimStore } from '#worker/store/claims/claims.ts';
import { cardPlaceStore } from '#worker/store/finding/card-places.ts';
import { cardTileStore } from '#worker/store/finding/card-tiles.ts';
import { cardWatchStore } from '#worker/store/finding/card-watches.ts';
import { dueStore } from '#worker/store/memberships/due-work.ts';
import { moneyStore } from '#worker/store/memberships/money.ts';
import { payingMemberStore } from '#worker/store/memberships/paying-members.ts';
import { paymentStore } from '#worker/store/memberships/payments.ts';
import { renewalNoticeStore } from '#worker/store/memberships/renewal-notices.ts';
import { bouncedAddressStore } from '#worker/store/messages/bounced-addresses.ts';
import { contactStore } from '#worker/store/messages/contact.ts';
import { conversationWordStore } from '#worker/store/messages/conversation-words.ts';
import { inboxStore } from '#worker/store/messages/inbox.ts';
import { outboxStore } from '#worker/store/messages/outbox.ts';
import { pushStore } from '#worker/store/messages/push.ts';
import { checkoutStore } from '#worker/store/orders/checkouts.ts';
import { declinedCardStore } from '#worker/store/orders/declined-cards.ts';
import { lostOrderStore } from '#worker/store/orders/lost-orders.ts';
import { orderPaymentStore } from '#worker/store/orders/order-payments.ts';
import { orderStore } from '#worker/store/orders/orders.ts';
import { parcelStore } from '#worker/store/orders/parcels.ts';
import { refundStore } from '#worker/store/orders/refunds.ts';
import { payoutAddressStore } from '#worker/store/payouts/payout-addresses.ts';
import { cardPrintStore } from '#worker/store/printing/card-print.ts';
import { printSignalStore } from '#worker/store/printing/print-signals.ts';
import { progressDerivationStore } from '#worker/store/progress/derivations.ts';
import { progressStore } from '#worker/store/progress/progress.ts';
import { referralStore } from '#worker/store/referrals/referrals.ts';
import { caseEvidenceStore } from '#worker/store/reviews/case-evidence.ts';
import { reviewStore } from '#worker/store/reviews/reviews.ts';
import { digestStore } from '#worker/store/scans/digests.ts';
import { findLogStore } from '#worker/store/scans/find-logs.ts';
import { findStore } from '#worker/store/scans/finds.ts';
import { lookupStore } from '#worker/store/scans/lookups.ts';
import { scanEvidenceStore } from '#worker/store/scans/scan-evidence.ts';
import { scanStore } from '#worker/store/scans/scans.ts';
import { catalogueStore } from '#worker/store/stays/catalogues.ts';
import { stayFigureStore } from '#worker/store/stays/stay-figures.ts';
import { stayMaintenanceStore } from '#worker/store/stays/stay-maintenance.ts';
import { stayStore } from '#worker/store/stays/stays.ts';
import { listedTokenStore } from '#worker/store/tokens/token-list.ts';
import { tokenStore } from '#worker/store/tokens/tokens.ts';
import { adminStores } from './admin/admin-stores.ts';
import { counterStore } from './counters.ts';
import type { Database, StoreEnv } from './database.ts';
import { listValueStore } from './list-values.ts';

const stores = {
  admin: adminStores,
  alarms: alarmStore,
  bouncedAddresses: bouncedAddressStore,
  cardPlaces: cardPlaceStore,
  cardActivity: cardActivityStore,
  cardPrint: cardPrintStore,
  cardReports: cardReportStore,
  lostCards: lostCardStore,
  cardWatches: cardWatchStore,
  cards: cardStore,
  caseEvidence: caseEvidenceStore,
  formerRedemptions: formerRedemptionStore,
  certificates: certificateStore,
  certificateMaintenance: certificateMaintenanceStore,
  claims: claimStore,
  checkouts: checkoutStore,
  chests: (db: Database) => chestStore(db),
  contact: contactStore,
  conversationWords: conversationWordStore,
  counters: counterStore,
  deletion: deletionStore,
  digests: digestStore,
  due: dueStore,
  emailChanges: emailChangeStore,
  erasure: erasureStore,
  expired: expiredStore,
  findLogs: findLogStore,
  finds: findStore,
  listedTokens: listedTokenStore,
  listValues: (db: Database) => listValueStore(db),
  health: healthStore,
  inbox: inboxStore,
  jobProgress: jobProgressStore,
  jobRetries: jobRetryStore,
  jobRuns: jobRunStore,
  lookups: lookupStore,
  mailLinks: mailLinkStore,
  money: moneyStore,
  myData: myDataStore,
  declinedCards: declinedCardStore,
  serverErrors: serverErrorStore,
  lostOrders: lostOrderStore,
  orderPayments: orderPaymentStore,
  orders: orderStore,
  outbox: outboxStore,
  passkeyChallenges: passkeyChallengeStore,
  passkeys: memberPasskeyStore,
  passwordResets: passwordResetStore,
  parcels: parcelStore,
  payingMembers: payingMemberStore,
  payments: paymentStore,
  payoutAddresses: payoutAddressStore,
  accountSecurity: accountSecurityStore,
  cardTiles: cardTileStore,
  preferences: preferenceStore,
  progress: progressStore,
  progressDerivations: progressDerivationStore,
  printSignals: printSignalStore,
  push: pushStore,
  referrals: referralStore,
  refunds: refundStore,
  databaseRestores: databaseRestoreStore,
  renewalNotices: renewalNoticeStore,
  reviews: reviewStore,
  scanEvidence: scanEvidenceStore,
  scans: scanStore,
  sessions: sessionStore,
  signInLog: signInLogStore,
  signIns: signInStore,
  searchKeys: searchKeyStore,
  socialSignIns: socialSignInStore,
  stays: stayStore,
  stayCatalogues: catalogueStore,
  stayFigures: stayFigureStore,
  stayMaintenance: stayMaintenanceStore,
  facts: factStore,
  sums: sumStore,
  tokens: tokenStore,
  placeQuestions: placeQuestionStore,
  usernames: usernameStore,
  users: userStore,
};

export type Store = { readonly [Name in keyof typeof stores]: ReturnType<(typeof stores)[Name]> };

/**
 * Stores that record what Stripe and the travel provider have already done. They write even if the session of the member who asked has
 * ended in the meantime; otherwise, the records would be missing until a webhook or a job adds them.
 */
const recordingStores = new Set<string>(['money', 'stayMaintenance'] satisfies (keyof typeof stores)[]);

/** Creates each store on first access because a request needs only a few of them. */
class LazyStores {
  readonly #env: StoreEnv;
  readonly #recordingEnv: StoreEnv;

  constructor(env: StoreEnv, recordingEnv = env) {
    this.#env = env;
    this.#recordingEnv = recordingEnv;
  }

  static {
    for (const [name, make] of Object.entries(stores)) {
      Object.defineProperty(LazyStores.prototype, name, {
        enumerable: true,
        get(this: LazyStores) {
          const env = recordingStores.has(name) ? this.#recordingEnv : this.#env;
          return make(env.DB, env);
        },
      });
    }
  }

  guardedBy(db: Database): LazyStores {
    return new LazyStores({ ...this.#env, DB: db }, this.#recordingEnv);
  }
}

export function createStore(env: StoreEnv): Store {
  // The cast is needed because TypeScript does not know properties that are defined in a loop.
  return new LazyStores(env) as unknown as Store;
}

/** Returns the store on a guarded database. `recordingStores` keep theirs. */
export function guardStore(store: Store, guarded: Database): Store {
  return (store as unknown as LazyStores).guardedBy(guarded) as unknown as Store;
}
