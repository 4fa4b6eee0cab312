/**
 * Counts the daily facts behind the founder's numbers. Finds and bookings are append-only and are added by row id. Everything else about a
 * day is counted when the day is over: members in steps, and money and stays by the day they belong to.
 */
import type { FactKind } from '#schema/admin/numbers.ts';
import {
  conversionDays,
  factsRecountDays,
  membershipPriceCents,
  olderFactsRecountDays,
  renewalGraceSeconds,
  secondsPerDay,
} from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { isRewardedScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, batchAfter, firstRow, queryFirst, type Statement, statement } from '#worker/store/sql.ts';

/** Rows or members per step, which bound a statement's run time. */
const findsPerStep = 5_000;
const bookingsPerStep = 10_000;
const membersPerStep = 20_000;
/** Days before yesterday with which counting starts: two years of complete months. */
const maxDaysBack = 25 * 31;

interface Source {
  job: string;
  table: 'card_scans' | 'payment_bookings';
  perStep: number;
}
const finds: Source = { job: 'numbers-finds', table: 'card_scans', perStep: findsPerStep };
const bookings: Source = { job: 'numbers-bookings', table: 'payment_bookings', perStep: bookingsPerStep };

const through = ({ job }: Source) => `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
const newest = ({ table }: Source) => `coalesce((SELECT max(n.id) FROM ${table} n), 0)`;
const next = (source: Source) =>
  `coalesce((SELECT n.id FROM ${source.table} n WHERE n.id > ${through(source)} ORDER BY n.id LIMIT 1 OFFSET ${source.perStep - 1}), ${newest(source)})`;
const saveProgress = (source: Source) =>
  statement(
    `INSERT INTO job_progress (job, through_id) SELECT '${source.job}', ${next(source)} WHERE ${next(source)} > ${through(source)}
     ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id`,
  );

const addToFact = 'ON CONFLICT (kind, day, cohort) DO UPDATE SET value = value + excluded.value';
const replaceFact = 'ON CONFLICT (kind, day, cohort) DO UPDATE SET value = excluded.value';
const dayText = (day: string) => `date((${day}) * ${secondsPerDay}, 'unixepoch')`;
const monthOf = (seconds: string) => `strftime('%Y-%m', ${seconds}, 'unixepoch')`;

/** SQL for each member's new days with a find, `day`, and the member's day with a find before it, `previous`. In days since 1970. */
const findDays = `SELECT f.user_id, f.day,
    coalesce(lag(f.day) OVER (PARTITION BY f.user_id ORDER BY f.day), p.last_find_day) AS previous
  FROM (SELECT s.user_id, s.scan_date / ${secondsPerDay} AS day FROM card_scans s
      WHERE s.id > ${through(finds)} AND s.id <= ${next(finds)} AND ${isRewardedScan('s')} GROUP BY 1, 2) f
    LEFT JOIN member_progress p ON p.user_id = f.user_id`;

const longestActiveDays = 28;
const activeKinds: { kind: FactKind; days: number }[] = [
  { kind: 'active_7', days: 7 },
  { kind: 'active_28', days: longestActiveDays },
];

function findStatements(): Statement[] {
  return [
    // A find makes its member active from that day on. Days that the previous find, `gap` days before, covers are not counted twice.
    statement(
      `INSERT INTO day_facts (kind, day, value)
       SELECT w.value ->> 'kind', ${dayText('d.day + n.value')}, sum(d.members)
       FROM (SELECT day, min(coalesce(day - previous, ${longestActiveDays}), ${longestActiveDays}) AS gap, count(*) AS members FROM (${findDays}) GROUP BY 1, 2) d
         CROSS JOIN json_each(?1) w CROSS JOIN json_each(?2) n
       WHERE n.value < w.value ->> 'days' AND n.value >= (w.value ->> 'days') - d.gap GROUP BY 1, 2 ${addToFact}`,
      [JSON.stringify(activeKinds), JSON.stringify(Array.from({ length: longestActiveDays }, (_, index) => index))],
    ),
    statement(
      `INSERT INTO day_facts (kind, day, cohort, value)
       SELECT 'cohort_active', date(d.day * ${secondsPerDay}, 'unixepoch', 'start of month', '+1 month', '-1 day'), ${monthOf('u.created_at')}, count(*)
       FROM (${findDays}) d JOIN users u ON u.id = d.user_id
       WHERE d.previous IS NULL OR ${dayText('d.previous')} < date(d.day * ${secondsPerDay}, 'unixepoch', 'start of month') GROUP BY 2, 3 ${addToFact}`,
    ),
    statement(
      `INSERT INTO member_progress (user_id, last_find_day) SELECT d.user_id, max(d.day) FROM (${findDays}) d GROUP BY 1
       ON CONFLICT (user_id) DO UPDATE SET last_find_day = max(coalesce(last_find_day, 0), excluded.last_find_day)`,
    ),
    saveProgress(finds),
  ];
}

function bookingStatements(): Statement[] {
  return [
    statement(
      `INSERT INTO day_facts (kind, day, value)
       SELECT iif(p.order_id IS NULL, 'renewal_cents', iif(o.kind = 'cache_cards', 'card_cents', 'membership_cents')),
         date(b.booked_at, 'unixepoch'), sum(b.amount_cents)
       FROM payment_bookings b JOIN payments p ON p.id = b.payment_id LEFT JOIN orders o ON o.id = p.order_id
       WHERE b.id > ${through(bookings)} AND b.id <= ${next(bookings)} AND b.kind = 'payment' GROUP BY 1, 2 ${addToFact}`,
    ),
    saveProgress(bookings),
  ];
}

/** Days to count, in days since 1970, for the members with ids from `afterMember` (exclusive) to `throughMember`. */
export interface FactStep {
  fromDay: number;
  toDay: number;
  afterMember: number;
  throughMember: number;
  isLastOfMembers: boolean;
  isYesterday: boolean;
  /** The stored progress on which the step is based. */
  base: string | null;
}

interface NextMembers {
  cursor: string | null;
  firstDay: number | null;
  members: number;
  throughMember: number | null;
  lastMember: number | null;
}

const daysJob = 'numbers';
/** SQL condition: no other run has taken the step meanwhile. */
const isAtStep = `(SELECT p.cursor FROM job_progress p WHERE p.job = '${daysJob}') IS ?1`;

/** Returns SQL that stores `facts`, which are SQL over the rows of `from`. Their column `day` is in days since 1970. */
const insertFacts = (facts: Partial<Record<FactKind, string>>, from: string, conflict: string) =>
  `INSERT INTO day_facts (kind, day, value) SELECT f.key, ${dayText('s.day')}, f.value
   FROM (SELECT day, json_object(${Object.entries(facts)
     .map(([kind, sql]) => `'${kind}', ${sql}`)
     .join(', ')}) AS facts FROM ${from}) s CROSS JOIN json_each(s.facts) f WHERE ${isAtStep} ${conflict}`;

const dayStart = `d.day * ${secondsPerDay}`;
const isOnDay = (column: string) => `${column} >= ${dayStart} AND ${column} < ${dayStart} + ${secondsPerDay}`;
const sumOf = (value: string, rows: string) => `(SELECT coalesce(sum(${value}), 0) FROM ${rows})`;

const joinedMonthAgo = `users u WHERE u.created_at >= (d.day - ${conversionDays}) * ${secondsPerDay} AND u.created_at < (d.day - ${conversionDays} + 1) * ${secondsPerDay}`;
/** SQL conditions on a member `u`, a print order `p` and a stay `s`, which the lists of rows behind the numbers share. */
export const isPaidWithinMonth = (u: string) => `EXISTS (SELECT 1 FROM membership_periods m
  WHERE m.user_id = ${u}.id AND m.source = 'stripe' AND m.starts_at < ${u}.created_at + ${conversionDays * secondsPerDay})`;
export const isPrinted = (p: string) => `${p}.environment = 'production' AND ${p}.status NOT IN ('draft', 'cancelled')`;
/** A stay counts until the member or the hotel says that it did not take place. */
export const hasTakenPlace = (s: string) => `coalesce(${s}.took_place, 1) = 1 AND ${s}.no_show_at IS NULL`;
/** SQL for the loss on a print order `p` for the order `o`. */
export const printLoss = (p: string) =>
  `max(0, coalesce(${p}.price_cents, 0) - iif(${p}.resend_of_id IS NULL, coalesce(o.amount_cents - o.refunded_cents, 0), 0))`;

const printed = `print_orders p LEFT JOIN orders o ON o.id = p.order_id WHERE ${isPrinted('p')} AND ${isOnDay('p.created_at')}`;
/** Stays that ended on the day. */
const stayed = `stays s JOIN vacation_certificates c ON c.id = s.certificate_id
  WHERE s.stage = 'stayed' AND s.departure = ${dayText('d.day')} AND ${hasTakenPlace('s')}`;

const rowFacts: Partial<Record<FactKind, string>> = {
  joined_month_ago: sumOf('1', joinedMonthAgo),
  converted: sumOf('1', `${joinedMonthAgo} AND ${isPaidWithinMonth('u')}`),
  print_cents: sumOf('p.price_cents', printed),
  print_loss_cents: sumOf(printLoss('p'), printed),
  commission_cents: sumOf('r.amount_cents', `referral_commissions r WHERE ${isOnDay('r.created_at')} AND r.status <> 'reversed'`),
  chest_cents: sumOf('t.amount_cents', `treasure_chest_payouts t WHERE ${isOnDay('t.created_at')} AND t.status <> 'reversed'`),
  stays: sumOf('1', stayed),
  stay_cents: sumOf('s.cost_cents', stayed),
  stay_tokens: sumOf('iif(s.cost_cents IS NULL, 0, c.tokens_redeemed)', stayed),
};

/**
 * SQL for the tier of the member of periods `m` at the end of the day `daysBefore` days before `d`: that of a paid membership, also during
 * the grace period after its end. Of two tiers, `max` is the premium one.
 */
function tierAt(daysBefore: number): string {
  const at = `(d.value + ${1 - daysBefore}) * ${secondsPerDay} - 1`;
  return `max(iif(m.starts_at <= ${at} AND m.ends_at + ${renewalGraceSeconds} > ${at}, m.tier, NULL))`;
}
const price = (tier: string) =>
  `CASE ${tier} WHEN 'basic' THEN ${membershipPriceCents.basic} WHEN 'premium' THEN ${membershipPriceCents.premium} ELSE 0 END`;

/** SQL for the members who pay or paid, one row per day of ?2. `condition` limits the days `d`. */
const payingMembers = (
  condition = 'true',
) => `SELECT d.value AS day, m.user_id, ${tierAt(0)} AS tier, ${tierAt(1)} AS tier_before, ${tierAt(365)} AS tier_year_ago
  FROM json_each(?2) d CROSS JOIN membership_periods m
  WHERE m.user_id > ?3 AND m.user_id <= ?4 AND m.source = 'stripe' AND ${condition} GROUP BY d.value, m.user_id`;
const isMonthEnd = `${dayText('d.value + 1')} = date((d.value + 1) * ${secondsPerDay}, 'unixepoch', 'start of month')`;

const memberFacts: Partial<Record<FactKind, string>> = {
  paying_basic: `coalesce(sum(tier IS 'basic'), 0)`,
  paying_premium: `coalesce(sum(tier IS 'premium'), 0)`,
  churned: 'coalesce(sum(tier IS NULL AND tier_before IS NOT NULL), 0)',
  year_ago_cents: `coalesce(sum(${price('tier_year_ago')}), 0)`,
  kept_cents: `coalesce(sum(iif(tier_year_ago IS NULL, 0, ${price('tier')})), 0)`,
};

function dayStatements({ fromDay, toDay, afterMember, throughMember, isLastOfMembers, isYesterday, base }: FactStep): Statement[] {
  const days = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const newDays = JSON.stringify(days(fromDay, toDay));
  const isFirst = afterMember === 0;
  const conflict = isFirst ? replaceFact : addToFact;
  const members = [base, newDays, afterMember, throughMember];
  const recountFrom = isYesterday ? Math.min(fromDay, toDay - factsRecountDays + 1) : fromDay;
  const olderDays = isYesterday
    ? days(toDay - maxDaysBack, recountFrom - 1).filter((day) => (toDay - day) % olderFactsRecountDays === 0)
    : [];
  return [
    ...(isFirst
      ? [
          statement(insertFacts(rowFacts, '(SELECT value AS day FROM json_each(?2)) d', replaceFact), [
            base,
            JSON.stringify([...olderDays, ...days(recountFrom, toDay)]),
          ]),
        ]
      : []),
    statement(insertFacts(memberFacts, `(${payingMembers()}) GROUP BY day`, conflict), members),
    statement(
      `INSERT INTO day_facts (kind, day, cohort, value)
       SELECT 'cohort_paying', ${dayText('m.day')}, ${monthOf('u.created_at')}, count(*)
       FROM (${payingMembers(isMonthEnd)}) m JOIN users u ON u.id = m.user_id
       WHERE m.tier IS NOT NULL AND ${isAtStep} GROUP BY 2, 3 ${conflict}`,
      members,
    ),
    statement(
      `INSERT INTO job_progress (job, through_id, cursor) SELECT '${daysJob}', ?2, ?3 WHERE ${isAtStep}
       ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id, cursor = excluded.cursor`,
      isLastOfMembers ? [base, toDay, `${toDay + 1}:0`] : [base, fromDay - 1, `${fromDay}:${throughMember}`],
    ),
  ];
}

export const factStore = bindStore({
  /** Adds the next finds and bookings. Returns true if there are more. Atomic, so concurrent runs add each row only once. */
  async addSome(db): Promise<boolean> {
    const [remaining] = await batchAfter(
      db,
      [...findStatements(), ...bookingStatements()],
      [
        statement<{ isMore: 0 | 1 }, 'isMore'>(
          `SELECT ${through(finds)} < ${newest(finds)} OR ${through(bookings)} < ${newest(bookings)} AS "isMore"`,
        ),
      ],
    );
    return firstRow(remaining)?.isMore === 1;
  },

  /** Returns the next days to count, up to yesterday; undefined if all are counted. Few members are counted for many days at once. */
  async nextStep(db, now: number, perStep: number = membersPerStep): Promise<FactStep | undefined> {
    const state = await queryFirst<NextMembers, Exclude<keyof NextMembers, 'cursor'>>(
      db,
      `WITH progress AS (SELECT (SELECT p.cursor FROM job_progress p WHERE p.job = '${daysJob}') AS cursor),
         members AS MATERIALIZED (SELECT u.id FROM users u
           WHERE u.id > (SELECT coalesce(CAST(substr(cursor, instr(cursor, ':') + 1) AS INTEGER), 0) FROM progress) ORDER BY u.id LIMIT ?1)
       SELECT p.cursor AS "cursor", (SELECT min(created_at) FROM users) / ${secondsPerDay} AS "firstDay", (SELECT count(*) FROM members) AS "members",
         (SELECT max(id) FROM members) AS "throughMember", (SELECT max(id) FROM users) AS "lastMember" FROM progress p`,
      [perStep],
    );
    if (!state || state.firstDay === null || state.throughMember === null) return undefined;
    const { cursor, firstDay, members, throughMember, lastMember } = state;
    const yesterday = Math.floor(now / secondsPerDay) - 1;
    const [fromDay = 0, afterMember = 0] = cursor?.split(':').map(Number) ?? [Math.max(firstDay, yesterday - maxDaysBack)];
    if (fromDay > yesterday) return undefined;
    const isLastOfMembers = throughMember === lastMember;
    const days = afterMember === 0 && isLastOfMembers ? Math.floor(perStep / members) : 1;
    const toDay = Math.min(yesterday, fromDay + days - 1);
    return { fromDay, toDay, afterMember, throughMember, isLastOfMembers, isYesterday: toDay === yesterday, base: cursor };
  },

  countStep: (db, step: FactStep) => batch(db, dayStatements(step)),
});
