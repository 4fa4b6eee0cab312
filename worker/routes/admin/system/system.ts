/** System status, and actions on pending events. */
import { Hono } from 'hono';
import { jobNames } from '#schema/admin/jobs.ts';
import { type Runbooks, SettleEventRequest, type System } from '#schema/admin/system.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { dashboardUrl } from '#worker/clients/stripe/dashboard-url.ts';
import { describeMoneyDifference, findMoneyDifference, type MoneyCheck } from '#worker/domain/admin/money-check.ts';
import { toIso, toIsoOrNull, utcDay } from '#worker/domain/time.ts';
import type { Config, Env } from '#worker/env.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { type RetryOutcome, retryEvent } from '#worker/flows/memberships/retry-event.ts';
import { type AdminEnv, requireAdmin, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import type { EventRow, RunRow } from '#worker/store/admin/system/system.ts';

const runbooksFile = '/api/runbooks.md';

export const systemRoutes = new Hono<AdminEnv>()
  .get('/', requireAdmin, async (c) => {
    const { store, config, actsAs, now } = c.var;
    const { alarms, runs, moneyChecks, comparedThrough, counts, events, failedPrints } = await store.admin.system.overview(
      actsAs === 'super_admin',
      now,
    );
    return c.json({
      now: toIso(now),
      alarms: alarms.map((alarm) => ({ ...alarm, beganAt: toIso(alarm.beganAt) })),
      jobs: jobNames.map((job) => ({ job, runs: runs.filter((run) => run.job === job).map(presentRun) })),
      money: presentMoney(moneyChecks, comparedThrough),
      mails: {
        queued: counts.queued,
        sending: counts.sending,
        dead: counts.dead,
        unacknowledged: counts.unacknowledged,
        oldestAt: toIsoOrNull(counts.oldestAt),
      },
      events: { waiting: counts.events, oldest: events.map((event) => presentEvent(event, config)) },
      failedPrints: failedPrints.map((print) => ({ ...print, statusAt: toIso(print.statusAt) })),
      facts: collectFacts(c.env, config),
    } satisfies System);
  })

  /** The runbook file is under /api, where the Worker handles every request, so this authenticated call is the only way to read it. */
  .get('/runbooks', requireAdmin, async (c) => {
    const file = await c.env.ASSETS?.fetch(new URL(runbooksFile, 'https://assets.local'));
    if (!file?.ok) throw new ApiError('not_found');
    return c.json({ markdown: await file.text() } satisfies Runbooks);
  });

function presentMoney(checks: MoneyCheck[], comparedThrough: number | null): System['money'] {
  const lastFinishedCheck = checks.find(({ finishedAt }) => finishedAt !== null);
  const runningCheck = checks.find(({ finishedAt }) => finishedAt === null);
  const differingCheck = findMoneyDifference(checks);
  return {
    checkedAt: toIsoOrNull(lastFinishedCheck?.startedAt ?? null),
    runningSince: toIsoOrNull(runningCheck?.startedAt ?? null),
    differing: differingCheck?.differing ?? 0,
    differences: (differingCheck?.differences ?? []).map(describeMoneyDifference),
    comparedThrough: comparedThrough === null ? null : utcDay(comparedThrough * secondsPerDay),
  };
}

function presentEvent(
  { memberId, email, name, amountCents, currency, receivedAt, ...event }: EventRow & { isGivenUp: boolean },
  { payments }: Config,
): System['events']['oldest'][number] {
  return {
    ...event,
    receivedAt: toIso(receivedAt),
    member: memberId === null || email === null ? null : { id: memberId, email, name },
    amount: amountCents === null || currency === null ? null : { cents: amountCents, currency },
    dashboardUrl: payments.apiBase ? null : dashboardUrl(event.objectId ?? event.id, payments.secretKey),
  };
}

function presentRun({ startedAt, finishedAt, outcome, error }: RunRow): System['jobs'][number]['runs'][number] {
  return {
    startedAt: toIso(startedAt),
    finishedAt: toIsoOrNull(finishedAt),
    outcome: outcome === 'done' || outcome === 'failed' ? outcome : 'unfinished',
    error,
  };
}

/** Lists the configured services. Exposes no keys, and no URL other than the public one. */
function collectFacts(env: Env, { environment, publicOrigin, payments, mail }: Config): System['facts'] {
  const mailProvider = env.EMAIL && mail.from ? 'cloudflare' : 'none';
  return {
    environment,
    publicOrigin,
    payments: payments.apiBase ? 'fake' : 'stripe',
    mail: mail.mailboxBase ? 'fake' : mailProvider,
    travel: environment === 'development' ? 'fake' : 'by_hand',
  };
}

const outcomeMessages: Record<RetryOutcome, string> = {
  applied: 'Event applied.',
  not_ours: 'This event doesn’t concern anything in our database, so it won’t be retried.',
  waiting: 'This event still doesn’t match our data. It will be retried automatically, less and less often.',
};

/** For super administrators only, because applying an event may change memberships. */
export const stripeEventRoutes = new Hono<AdminEnv>()
  .post('/:id/settle', requireMoneyMover, json(SettleEventRequest), async (c) => {
    const { store, actor, now } = c.var;
    const { reason } = c.req.valid('json');
    if (!(await store.admin.system.settleEvent(c.req.param('id'), reason, actor, now))) throw new ApiError('not_found');
    return c.json({ settled: true });
  })

  .post('/:id/retry', requireMoneyMover, async (c) => {
    const { store, config, actor, now } = c.var;
    const id = c.req.param('id');
    const event = requireValue(await store.admin.system.event(id), 'not_found');
    if (event.appliedAt !== null) return c.json({ outcome: 'applied', message: outcomeMessages.applied });
    const deps = await paymentDeps(config, store, now);
    const outcome = await callProvider(c, 'payment_provider_unavailable', () => retryEvent(deps, id));
    await store.admin.system.noteRetriedEvent({ entityId: id, after: { outcome } }, actor, now);
    return c.json({ outcome, message: outcomeMessages[outcome] });
  });
