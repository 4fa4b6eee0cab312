/** Tests when alarms are raised and cleared, and which changes trigger an email. */
import { describe, expect, test } from 'vitest';
import { type JobName, jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import { alarmMailIntervalSeconds, databaseAlarmBytes, secondsPerMinute } from '#schema/rules.ts';
import { type AlarmFacts, decideAlarms, isMissed, type KnownAlarm, type RaisedAlarm, raiseAlarms } from '#worker/domain/admin/alarms.ts';
import { assessHealth } from '#worker/domain/admin/health.ts';
import type { MoneyCheck } from '#worker/domain/admin/money-check.ts';
import type { LedgerCheckState } from '#worker/domain/tokens/ledger-check.ts';

const now = 1_800_000_000;
const wellCheck: LedgerCheckState = {
  entries: 2,
  ledger: 5,
  held: 5,
  runningEntries: 2,
  runningBalance: 5,
  issued: 5,
  redeemed: 0,
  withdrawn: 0,
  owed: 0,
  owedLedger: 0,
  differing: 0,
  finishedAt: now - 60,
};
const allIsWell: AlarmFacts = {
  jobs: jobNames.map((job) => ({ job, lastOutcome: 'done', lastGoodAt: now - 60 })),
  firstRunAt: now - 1_000_000,
  failedKinds: [],
  mailsWaitForProvider: false,
  ledgerChecks: [wellCheck],
  moneyChecks: [],
  databaseBytes: 1_000_000,
  waiting: {
    values_unknown: false,
    mails_dead: false,
    events_waiting: false,
    balances_to_return: false,
    refunds_to_pay: false,
    disputes_due: false,
    checkouts_wait: false,
    prints_failed: false,
    payouts_overdue: false,
    payouts_held: false,
    reviews_waiting: false,
    stays_recovered: false,
    errors_rising: false,
    cards_declined: false,
  },
};

const dollarsDiffer = {
  ...{ startedAt: now - 90, finishedAt: now - 60, differing: 2 },
  differences: [
    { kind: 'payout', subject: '12', expected: 1_000, found: 1_100 },
    { kind: 'day', subject: '2026-11-20', expected: 0, found: 777 },
  ],
} satisfies MoneyCheck;

/** Returns facts for the alarm check in which everything is healthy except the given job. */
const withJob = (job: JobName, is: Partial<AlarmFacts['jobs'][number]>, more: Partial<AlarmFacts> = {}): AlarmFacts => ({
  ...allIsWell,
  ...more,
  jobs: allIsWell.jobs.map((one) => (one.job === job ? { ...one, ...is } : one)),
});

describe('raised alarms', () => {
  test('include the database from 6 GB', () => {
    expect(raiseAlarms({ ...allIsWell, databaseBytes: databaseAlarmBytes - 1 }, now)).toEqual([]);
    expect(raiseAlarms({ ...allIsWell, databaseBytes: databaseAlarmBytes }, now)).toEqual([{ kind: 'database_large', subject: '' }]);
  });

  test('are none while all is well, nor on the first day before any job has run', () => {
    expect(raiseAlarms(allIsWell, now)).toEqual([]);
    const jobs = jobNames.map((job) => ({ job, lastOutcome: null, lastGoodAt: null }));
    expect(raiseAlarms({ ...allIsWell, jobs, firstRunAt: null, ledgerChecks: [] }, now)).toEqual([]);
    expect(raiseAlarms({ ...allIsWell, jobs, firstRunAt: now - 60, ledgerChecks: [] }, now)).toEqual([]);
  });

  test('name the first figure that differs in dollars, until a later check finds none', () => {
    const moneyChecks = [dollarsDiffer];
    const facts = withJob('check-ledger', { lastOutcome: 'failed' }, { moneyChecks });
    expect(raiseAlarms(facts, now)).toEqual([
      { kind: 'money_differs', subject: '', detail: 'Payout 12: amount vs. its entries: expected $10.00, found $11.00' },
    ]);
    const running = { startedAt: now, finishedAt: null, differing: 0, differences: [] };
    expect(raiseAlarms({ ...allIsWell, moneyChecks: [running, ...moneyChecks] }, now)).toHaveLength(1);
    expect(raiseAlarms({ ...allIsWell, moneyChecks: [{ ...running, finishedAt: now }] }, now)).toEqual([]);
  });

  test('include a job whose last run failed, until a run succeeds and no failed item awaits a retry', () => {
    const failed = [{ kind: 'job_failed', subject: 'reconcile-payments' }];
    expect(raiseAlarms(withJob('reconcile-payments', { lastOutcome: 'failed' }), now)).toEqual(failed);
    expect(raiseAlarms(withJob('reconcile-payments', {}, { failedKinds: ['refund'] }), now)).toEqual(failed);
    expect(raiseAlarms(withJob('reconcile-payments', {}, { failedKinds: ['erasure'] }), now)).toEqual([
      { kind: 'job_failed', subject: 'erase-accounts' },
    ]);
    expect(raiseAlarms({ ...allIsWell, mailsWaitForProvider: true }, now)).toEqual([{ kind: 'job_failed', subject: 'deliver-mail' }]);
  });

  test.each(jobNames.filter((job) => job !== 'watch'))('include %s as missed once its allowance since the last good run is over', (job) => {
    const allowed = jobSchedules[job].missedAfterSeconds;
    expect(raiseAlarms(withJob(job, { lastGoodAt: now - allowed }), now)).toEqual([]);
    expect(raiseAlarms(withJob(job, { lastGoodAt: now - allowed - 1 }), now)).toEqual([{ kind: 'job_missed', subject: job }]);
    expect(raiseAlarms(withJob(job, { lastGoodAt: null, lastOutcome: null }), now)).toEqual([{ kind: 'job_missed', subject: job }]);
  });

  test('are raised only once for a job that fails for days or a ledger that does not add up', () => {
    expect(raiseAlarms(withJob('open-chests', { lastOutcome: 'failed', lastGoodAt: now - 1_000_000 }), now)).toHaveLength(1);
    const ledgerChecks = [{ ...wellCheck, held: 6 }];
    expect(raiseAlarms(withJob('check-ledger', { lastOutcome: 'failed' }, { ledgerChecks }), now)).toEqual([
      { kind: 'ledger_differs', subject: '' },
    ]);
  });

  test('keep a known ledger difference while another check is running, which can only add to it', () => {
    const going = { ...wellCheck, finishedAt: null, entries: 0, ledger: 0, held: 0 };
    const differs = { ...wellCheck, differing: 1 };
    const isRaised = (...ledgerChecks: LedgerCheckState[]) => raiseAlarms({ ...allIsWell, ledgerChecks }, now).length === 1;
    expect(isRaised(going, differs)).toBe(true);
    expect(isRaised(going, wellCheck)).toBe(false);
    expect(isRaised({ ...going, differing: 2 }, wellCheck)).toBe(true);
    expect(isRaised(wellCheck)).toBe(false);
    expect(isRaised(wellCheck, differs), 'a later one says that it adds up').toBe(false);
    expect(isRaised(differs, wellCheck)).toBe(true);
  });

  test('include each kind of waiting work', () => {
    const waiting = { ...allIsWell.waiting, mails_dead: true, reviews_waiting: true };
    expect(raiseAlarms({ ...allIsWell, waiting }, now).map(({ kind }) => kind)).toEqual(['mails_dead', 'reviews_waiting']);
  });
});

describe('alarm emails', () => {
  /**
   * Simulates a check every five minutes. `isRaised` receives the minute and returns whether the alarm is raised. Returns the minute and
   * kind of each email.
   */
  function play(minutes: number, isRaised: (minute: number) => boolean, isMailed = true): string[] {
    const raised: RaisedAlarm = { kind: 'mails_dead', subject: '' };
    const alarms: KnownAlarm[] = [];
    const mails: string[] = [];
    for (let minute = 0; minute <= minutes; minute += 5) {
      const at = now + minute * secondsPerMinute;
      const known = alarms.filter(({ endedAt, mailedAt }) => endedAt === null || (mailedAt ?? 0) > at - alarmMailIntervalSeconds);
      const plan = decideAlarms(isRaised(minute) ? [raised] : [], known, isMailed, at);
      for (const one of plan.end) {
        one.endedAt = at;
        if (one.mailedAt !== null) mails.push(`${minute} over`);
      }
      for (const one of plan.alarmsToMail) {
        one.mailedAt = at;
        mails.push(`${minute} began, late`);
      }
      for (const one of plan.begin) {
        alarms.push({ ...raised, id: alarms.length, beganAt: at, endedAt: null, mailedAt: one.isMailed ? at : null });
        if (one.isMailed) mails.push(`${minute} began`);
      }
    }
    return mails;
  }

  test('are sent once when an alarm begins, however long it lasts, and once when it ends', () => {
    expect(play(600, (minute) => minute >= 10 && minute < 500)).toEqual(['10 began', '500 over']);
  });

  test('are sent at most once an hour for an alarm that flaps', () => {
    expect(play(180, (minute) => minute % 10 === 0)).toEqual([
      '0 began',
      '5 over',
      '60 began',
      '65 over',
      '120 began',
      '125 over',
      '180 began',
    ]);
  });

  test('for an alarm that returned within the hour and stayed are sent when the hour is over', () => {
    expect(play(200, (minute) => minute < 20 || (minute >= 30 && minute < 150))).toEqual([
      '0 began',
      '20 over',
      '60 began, late',
      '150 over',
    ]);
  });

  test('are not sent without a recipient', () => {
    expect(play(200, () => true, false)).toEqual([]);
  });

  test('are separate for the alarms of two jobs', () => {
    const failedJob = (subject: JobName): RaisedAlarm => ({ kind: 'job_failed', subject });
    const standing = { ...failedJob('open-chests'), id: 1, beganAt: now - 60, endedAt: null, mailedAt: now - 60 };
    const plan = decideAlarms([failedJob('open-chests'), failedJob('purge-expired')], [standing], true, now);
    expect(plan).toEqual({ begin: [{ ...failedJob('purge-expired'), isMailed: true }], end: [], alarmsToMail: [] });
  });
});

describe('deep health', () => {
  const queues = {
    jobs: allIsWell.jobs,
    firstRunAt: now - 1_000_000,
    oldestDueAt: null,
    mailsWaitForProvider: false,
    ledgerChecks: [wellCheck],
    moneyChecks: [],
  };
  const well = { queues, canReadSessions: true, hasMailProvider: true };

  test('is ok if every part is', () => {
    expect(assessHealth(well, now)).toMatchObject({
      status: 'ok',
      database: 'ok',
      sessions: 'ok',
      mail: { status: 'ok', oldestDueAt: null },
    });
    expect(assessHealth({ ...well, hasMailProvider: false }, now)).toMatchObject({ status: 'ok', mail: { status: 'off' } });
  });

  test.each([
    ['the database', { ...well, queues: undefined }, { database: 'failing', mail: { status: 'unknown' } }],
    ['the sessions', { ...well, canReadSessions: false }, { sessions: 'failing' }],
    ['mails that are overdue', { ...well, queues: { ...queues, oldestDueAt: now - 31 * 60 } }, { mail: { status: 'failing' } }],
    ['the mail provider', { ...well, queues: { ...queues, mailsWaitForProvider: true } }, { mail: { status: 'failing' } }],
    [
      'the last run of the mails',
      { ...well, queues: { ...queues, jobs: withJob('deliver-mail', { lastOutcome: 'failed' }).jobs } },
      { mail: { status: 'failing' } },
    ],
    [
      'a job that failed for long',
      { ...well, queues: { ...queues, jobs: withJob('watch', { lastGoodAt: now - 86_400 }).jobs } },
      { jobs: { watch: { status: 'failing' }, 'open-chests': { status: 'ok' } } },
    ],
    [
      'a job whose last run failed',
      { ...well, queues: { ...queues, jobs: withJob('open-chests', { lastOutcome: 'failed' }).jobs } },
      { jobs: { watch: { status: 'ok' }, 'open-chests': { status: 'failing' } } },
    ],
    ['the token ledger', { ...well, queues: { ...queues, ledgerChecks: [{ ...wellCheck, held: 6 }] } }, { ledger: 'failing', money: 'ok' }],
    ['the dollars', { ...well, queues: { ...queues, moneyChecks: [dollarsDiffer] } }, { ledger: 'ok', money: 'failing' }],
  ])('names the failing part: %s', (_, seen, part) => {
    expect(assessHealth(seen, now)).toMatchObject({ status: 'failing', ...part });
  });

  test('reports a missed job only after the first run of any job', () => {
    expect(isMissed('open-chests', null, now)).toBe(false);
  });
});
