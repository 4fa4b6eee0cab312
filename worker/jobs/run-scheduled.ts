import { type JobName, jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import type { RunJobResponse } from '#schema/admin/system.ts';
import { clockOffset } from '#worker/clients/local-clock.ts';
import { townFinder } from '#worker/clients/town-files.ts';
import { travelProvider } from '#worker/clients/travel-provider.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type AlarmMailOf, alarmMail, decideAlarms, type RaisedAlarm, raiseAlarms } from '#worker/domain/admin/alarms.ts';
import { type Config, type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { isPrinterDown } from '#worker/flows/printing/outage.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import { mailSubject } from '#worker/mails/compose.ts';
import { deliverMail } from '#worker/mails/deliver-mail.ts';
import { deliverPush } from '#worker/mails/deliver-push.ts';
import { mailDeps, pushDeps } from '#worker/mails/deps.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';
import { createStore, type Store } from '#worker/store/store.ts';
import { addUpTotals } from './add-up-totals.ts';
import { awardMedals } from './award-medals.ts';
import { type Budget, startBudget } from './budget.ts';
import { checkLedger } from './check-ledger.ts';
import { checkMoney } from './check-money.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { maintainCertificates } from './maintain-certificates.ts';
import { maintainStays } from './maintain-stays.ts';
import { openChests } from './open-chests.ts';
import { purgeExpired } from './purge-expired.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { sendDigestsAndNews } from './send-digests.ts';
import { settleAll } from './settle-all.ts';
import { tendInbox } from './tend-inbox.ts';

/**
 * Runs the job for a cron event. Cron may fire twice, late or not at all. Rejects if the job failed, so that the platform records the
 * failure.
 */
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

/**
 * Runs a job immediately for an administrator and audits it. `now` and `clockOffset` come from the request. If an earlier run is in
 * progress, returns undefined without running the job.
 */
export async function runJobNow(
  job: JobName,
  env: Env,
  actor: Actor,
  now: number,
  clockOffset: number,
): Promise<RunJobResponse | undefined> {
  const config = await readConfig(env);
  const { db, budget } = startBudget(env.DB);
  const store = createStore({ ...env, DB: db });
  const id = await store.jobRuns.beginForAdmin({ job, scheduledFor: now, startedAt: now }, actor);
  if (id === undefined) return undefined;
  let failure: string | null = null;
  try {
    await jobs[job]({ env, config, store, budget, now });
  } catch (error) {
    logError('job_failed', { job, error: describeError(error, { withStack: true }) });
    failure = errorText(error);
  }
  await store.jobRuns.end(id, Math.floor(Date.now() / 1_000) + clockOffset, failure);
  return { outcome: failure === null ? 'done' : 'failed', error: failure };
}

interface Run {
  env: Env;
  config: Config;
  store: Store;
  budget: Budget;
  /** Scheduled time of a cron run, or current time of a manual run, in Unix seconds (UTC). */
  now: number;
}

const jobs: Record<JobName, (run: Run) => Promise<void>> = {
  'deliver-mail': ({ env, config, store, budget, now }) =>
    settleAll([
      deliverMail(mailDeps(env, config, store), now, { order: 'oldest', isOver: () => budget.isSpent() }),
      deliverPush(pushDeps(env, config, store), now, () => budget.isSpent()),
      tendInbox({ store, budget }, now),
    ]),
  'reconcile-payments': async ({ config, store, budget, now }) => reconcilePayments(await paymentDeps(config, store, now), budget),
  'open-chests': ({ store, now }) => openChests({ store }, now),
  'maintain-certificates': ({ config, store, budget, now }) => {
    const deps = { store, budget, travel: travelProvider(config.travel), travelerKeys: config.travelerKeys };
    return settleAll([maintainCertificates(deps, now), maintainStays(deps, now)]);
  },
  'add-up-totals': ({ store, budget, now }) => addUpTotals({ store, budget }, now),
  'award-medals': ({ env, store, budget }) => awardMedals({ store, findTown: townFinder(env.ASSETS), budget }),
  'check-ledger': async ({ config, store, budget, now }) => {
    const deps = await paymentDeps(config, store, now);
    await settleAll([checkLedger({ store }, now), checkMoney(deps, budget)]);
  },
  // This job ignores the budget because it only corrects wrong counts and therefore stays within D1's limit on statements per run.
  'check-places': ({ store }) => store.cardTiles.repair(),
  'erase-accounts': async ({ config, store, budget, now }) => {
    const hashMailbox = (address: string) => mailboxHash(config.addressHashKey, address);
    const hashFormerMailbox = (address: string) => mailboxHash(config.personHashKey, address);
    const { publicOrigin } = config;
    await eraseAccounts({ ...(await paymentDeps(config, store, now)), hashMailbox, hashFormerMailbox, publicOrigin, mailSubject }, budget);
  },
  'purge-expired': ({ store, budget, now }) => purgeExpired({ store, budget }, now),
  'send-digests': ({ store, budget, now }) => sendDigestsAndNews({ store, budget }, now),
  watch: async ({ config, store, now }) => {
    await watch(
      {
        store,
        alarmRecipient: config.ops.to,
        isPrinterDown: () => isPrinterDown(config),
      },
      now,
    );
    await store.admin.waitingRuns.mailNewApprovers(config.environment === 'development', now);
  },
};

interface Recording {
  store: Pick<Store, 'jobRuns'>;
  /** Scheduled cron time in Unix seconds (UTC). */
  scheduledFor: number;
  /** Offset of the product's clock from the machine's, in seconds; positive if it is ahead. See clients/local-clock.ts. */
  clockOffset: number;
}

/**
 * Runs a job and records the outcome. The job runs even if its start cannot be recorded. Rejects if the job fails; the message is scrubbed
 * because the platform logs it. For jobs that run every few minutes, records every failure but only some successes.
 */
async function recordRun({ store, scheduledFor, clockOffset }: Recording, job: JobName, work: () => Promise<void>): Promise<void> {
  const seconds = () => Math.floor(Date.now() / 1_000) + clockOffset;
  const run = { job, scheduledFor, startedAt: seconds() };
  const begin = () => attempt(() => store.jobRuns.begin(run));
  const isFrequent = !/^\d+ /.test(jobSchedules[job].cron);
  const earlyRunId = isFrequent ? undefined : await begin();
  try {
    await work();
  } catch (error) {
    logError('job_failed', { job, error: describeError(error, { withStack: true }) });
    const id = earlyRunId ?? (await begin());
    if (id !== undefined) await attempt(() => store.jobRuns.end(id, seconds(), errorText(error)));
    throw new Error(errorText(error));
  }
  if (isFrequent) await attempt(() => store.jobRuns.recordSuccess(run, seconds()));
  else if (earlyRunId !== undefined) await attempt(() => store.jobRuns.end(earlyRunId, seconds(), null));
}

async function attempt<Value>(write: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await write();
  } catch (error) {
    logError('job_run_not_written_down', { error: describeError(error) });
    return undefined;
  }
}

interface WatchDeps {
  store: Pick<Store, 'alarms'>;
  /** Recipient of alarm emails; if null, alarms only appear in the admin area. */
  alarmRecipient: string | null;
  isPrinterDown: () => Promise<boolean>;
}

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel. The operator gets one email when an alarm begins and one when it
 * ends.
 */
async function watch({ store, alarmRecipient, isPrinterDown }: WatchDeps, now: number): Promise<void> {
  const { facts, knownAlarms } = await store.alarms.load(now);
  // A failed quote leaves no row that could show whether the printer works again, so check the printer directly.
  const shouldAskPrinter =
    knownAlarms.some(({ kind, endedAt }) => kind === 'prints_failed' && endedAt === null) && !facts.waiting.prints_failed;
  if (shouldAskPrinter) facts.waiting.prints_failed = await isPrinterDown();
  const raisedAlarms = raiseAlarms(facts, now);
  const plan = decideAlarms(raisedAlarms, knownAlarms, alarmRecipient !== null, now);
  const findDetail = ({ kind, subject }: RaisedAlarm) =>
    raisedAlarms.find((alarm) => alarm.kind === kind && alarm.subject === subject)?.detail;
  const composeMail: AlarmMailOf | null =
    alarmRecipient === null ? null : (template, alarm) => alarmMail(alarmRecipient, template, { ...alarm, detail: findDetail(alarm) });
  await store.alarms.commit(plan, composeMail, now);
}
