import { type JobName, jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import { clockOffset } from '#worker/clients/local-clock.ts';
import { travelProvider } from '#worker/clients/travel-provider.ts';
import { type Config, type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { isPrinterDown } from '#worker/flows/printing/outage.ts';
import { deliverMail } from '#worker/mails/deliver-mail.ts';
import { mailDeps } from '#worker/mails/deps.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';
import { createStore, type Store } from '#worker/store/store.ts';
import { addUpTotals } from './add-up-totals.ts';
import { type Budget, startBudget } from './budget.ts';
import { checkLedger } from './check-ledger.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { maintainCertificates } from './maintain-certificates.ts';
import { openChests } from './open-chests.ts';
import { purgeExpired } from './purge-expired.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recordRun } from './record-run.ts';
import { sendDigestsAndNews } from './send-digests.ts';
import { watch } from './watch.ts';

/** Runs the job of a cron event. Cron may fire twice, late or not at all. Rejects if the job failed, so that the platform records it. */
export async function runScheduled(event: Pick<ScheduledController, 'cron' | 'scheduledTime'>, env: Env): Promise<void> {
  const config = await readConfig(env);
  const job = jobNames.find((name) => jobSchedules[name].cron === event.cron);
  if (!job) throw new Error(`No job is scheduled at "${event.cron}"`);
  const { db, budget } = startBudget(env.DB);
  const store = createStore({ ...env, DB: db });
  const offset = await clockOffset(config);
  const run: Run = { env, config, store, budget, now: Math.floor(event.scheduledTime / 1_000) + offset };
  await recordRun({ store, scheduledFor: run.now, clockOffset: offset }, job, () => jobs[job](run));
}

interface Run {
  env: Env;
  config: Config;
  store: Store;
  budget: Budget;
  /** Scheduled cron time in Unix seconds (UTC). */
  now: number;
}

const jobs: Record<JobName, (run: Run) => Promise<void>> = {
  'deliver-mail': ({ env, config, store, budget, now }) =>
    deliverMail(mailDeps(env, config, store), now, { order: 'oldest', isOver: () => budget.isSpent() }),
  'reconcile-payments': async ({ config, store, budget, now }) => reconcilePayments(await paymentDeps(config, store, now), budget),
  'open-chests': ({ store, now }) => openChests({ store }, now),
  'maintain-certificates': ({ config, store, budget, now }) =>
    maintainCertificates({ store, budget, travel: travelProvider(config.environment) }, now),
  'add-up-totals': ({ store, budget, now }) => addUpTotals({ store, budget }, now),
  'check-ledger': ({ store, now }) => checkLedger({ store }, now),
  // Writes only the differences, so it stays within a run's number of statements.
  'check-places': ({ store }) => store.cardTiles.repair(),
  'erase-accounts': async ({ config, store, budget, now }) => {
    const hashMailbox = (address: string) => mailboxHash(config.addressHashKey, address);
    await eraseAccounts({ ...(await paymentDeps(config, store, now)), hashMailbox }, budget);
  },
  'purge-expired': ({ store, budget, now }) => purgeExpired({ store, budget }, now),
  'send-digests': ({ store, budget, now }) => sendDigestsAndNews({ store, budget }, now),
  watch: ({ config, store, now }) =>
    watch(
      {
        store,
        alarmRecipient: config.ops.to,
        isPrinterDown: () => isPrinterDown(config),
      },
      now,
    ),
};
