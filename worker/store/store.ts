/** The one door to D1 and KV. */
import { adminStores } from './admin/admin-stores.ts';
import { alarmStore } from './alarms.ts';
import { cardActivityStore } from './card-activity.ts';
import { cardPlaceStore } from './card-places.ts';
import { cardPrintStore } from './card-print.ts';
import { cardTileStore } from './card-tiles.ts';
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
import { findStore } from './finds.ts';
import { healthStore } from './health.ts';
import { jobProgressStore } from './job-progress.ts';
import { jobRetryStore } from './job-retries.ts';
import { jobRunStore } from './job-runs.ts';
import { listValueStore } from './list-values.ts';
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
import { sumStore } from './sums.ts';
import { tokenStore } from './tokens.ts';
import { unaskedPlaceStore } from './unasked-places.ts';
import { userStore } from './users.ts';

const stores = {
  admin: adminStores,
  alarms: alarmStore,
  cardPlaces: cardPlaceStore,
  cardActivity: cardActivityStore,
  cardPrint: cardPrintStore,
  cardWatches: cardWatchStore,
  cards: cardStore,
  certificates: certificateStore,
  certificateMaintenance: certificateMaintenanceStore,
  claims: claimStore,
  checkouts: checkoutStore,
  chests: (db: Database) => chestStore(db),
  contact: contactStore,
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
  jobProgress: jobProgressStore,
  jobRetries: jobRetryStore,
  jobRuns: jobRunStore,
  lookups: lookupStore,
  mailLinks: mailLinkStore,
  money: moneyStore,
  myData: myDataStore,
  lostOrders: lostOrderStore,
  orderPayments: orderPaymentStore,
  orders: orderStore,
  outbox: outboxStore,
  passkeyChallenges: passkeyChallengeStore,
  passkeys: memberPasskeyStore,
  passwordResets: passwordResetStore,
  parcels: parcelStore,
  payments: paymentStore,
  payoutAddresses: payoutAddressStore,
  cardTiles: cardTileStore,
  preferences: preferenceStore,
  printSignals: printSignalStore,
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
  socialSignIns: socialSignInStore,
  sums: sumStore,
  tokens: tokenStore,
  unaskedPlaces: unaskedPlaceStore,
  users: userStore,
};

export type Store = { readonly [Name in keyof typeof stores]: ReturnType<(typeof stores)[Name]> };

/** A request needs few of them, so each is made where it is asked for. */
class StoresWhenAsked {
  readonly #db: Database;
  readonly #kv: KVNamespace;

  constructor(db: Database, kv: KVNamespace) {
    this.#db = db;
    this.#kv = kv;
  }

  static {
    for (const [name, make] of Object.entries(stores)) {
      Object.defineProperty(StoresWhenAsked.prototype, name, {
        enumerable: true,
        get(this: StoresWhenAsked) {
          return make(this.#db, this.#kv);
        },
      });
    }
  }
}

export function createStore(env: { DB: Database; SESSIONS: KVNamespace }): Store {
  // TypeScript does not see properties that are defined in a loop.
  return new StoresWhenAsked(env.DB, env.SESSIONS) as unknown as Store;
}
