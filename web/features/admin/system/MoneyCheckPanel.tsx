import type { System } from '#schema/admin/system.ts';
import { date, dateTime, number, plural } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

const secondsPerDay = 86_400;

/** Shows the result of the daily check of all dollar amounts, and the last day that was compared with Stripe. */
export function MoneyCheckPanel({ money, now }: { money: System['money']; now: string }) {
  const { checkedAt, runningSince, differing, differences, comparedThrough } = money;
  const comparison = describeComparison(comparedThrough, now);
  return (
    <section className="stack" aria-label="Money check">
      {differing > 0 ? (
        <Alert tone="error" title="The money totals do not add up">
          <p>
            {plural(differing, 'figure differs', 'figures differ')}
            {differing > differences.length && ` (first ${number(differences.length)} shown)`}. The alarm clears once a later check finds
            none.
          </p>
          <ul>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
          <p>{comparison}</p>
        </Alert>
      ) : (
        <p className="muted">
          {checkedAt === null
            ? 'The money totals have not been checked yet. Checks run every day.'
            : `The money totals added up on ${dateTime(checkedAt)}.`}
          {runningSince !== null && ` A check has been running since ${dateTime(runningSince)}.`} {comparison}
        </p>
      )}
    </section>
  );
}

function describeComparison(comparedThrough: string | null, now: string): string {
  if (comparedThrough === null) return 'Payments have not been compared with Stripe yet.';
  const daysBehind = Math.floor(Date.parse(now) / 1_000 / secondsPerDay) - Math.floor(Date.parse(comparedThrough) / 1_000 / secondsPerDay);
  const compared = `Compared with Stripe through ${date(comparedThrough)}.`;
  return daysBehind > 2 ? `${compared} Later days were not compared, because Stripe could not be reached.` : compared;
}
