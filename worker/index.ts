import type { JobName } from '#schema/admin/system.ts';
import { app } from './app.ts';
import { clockOffset } from './clients/local-clock.ts';
import { travelProvider } from './clients/travel-provider.ts';
import { type Env, readConfig } from './env.ts';
import { checkLedger } from './jobs/check-ledger.ts';
import { eraseAccounts } from './jobs/erase-accounts.ts';
import { maintainCertificates } from './jobs/maintain-certificates.ts';
import { openChests } from './jobs/open-chests.ts';
import { purgeExpired } from './jobs/purge-expired.ts';
import { reconcilePayments } from './jobs/reconcile-payments.ts';
import { recordRun } from './jobs/record-run.ts';
import { deliverMail } from './mails/deliver-mail.ts';
import { mailDeps } from './mails/deps.ts';
import { paymentDeps } from './payments/deps.ts';
import { newMessageId } from './security/link.ts';
import { createStore } from './store/store.ts';

/** Fires each minute, for the mails alone; every other cron runs all jobs. As in wrangler.toml. */
const mailCron = '* * * * *';

export default {
  fetch: app.fetch,

  async scheduled(event, env) {
    const config = await readConfig(env);
    const store = createStore(env);
    const offset = await clockOffset(config);
    const now = Math.floor(event.scheduledTime / 1_000) + offset;
    const mails = mailDeps(env, config, store);
    const recording = { store, scheduledFor: now, clockOffset: offset };
    const deliver = () => deliverMail(mails, now);
    if (event.cron === mailCron) return recordRun({ ...recording, onlyFailures: true }, 'deliver-mail', deliver);
    const travel = travelProvider(config.environment);
    const payments = () => paymentDeps(config, store, now);
    const jobs: [JobName, () => Promise<void>][] = [
      ['purge-expired', () => purgeExpired({ store }, now)],
      ['reconcile-payments', async () => reconcilePayments(await payments())],
      ['erase-accounts', async () => eraseAccounts(await payments())],
      ['open-chests', () => openChests({ store }, now)],
      ['check-ledger', () => checkLedger({ store }, now)],
      ['maintain-certificates', () => maintainCertificates({ store, travel, newMessageId: () => newMessageId(config.publicOrigin) }, now)],
    ];
    const done = await Promise.allSettled(jobs.map(([name, work]) => recordRun(recording, name, work)));
    // Last, so that it takes along what the others have queued.
    const outcomes = [...done, ...(await Promise.allSettled([recordRun(recording, 'deliver-mail', deliver)]))];
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    // Each has done what it could; the platform is told that one has not.
    if (failed) throw failed.reason;
  },
} satisfies ExportedHandler<Env>;
