import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { calendarDay, daysUntil } from '#web/lib/calendar-day.ts';
import { now } from '#web/lib/react/now.ts';

interface RedemptionPauseProps {
  id?: string;
  /** ISO time of the next allowed redemption. */
  until: string;
  /** Number of tokens that the member still needs for the next stay; 0 if they have enough. */
  tokensNeeded: number;
}

const daysPerMonth = 30.44;

/** Shows when the member can redeem again, and how many tokens a month are enough by then. */
export function RedemptionPause({ id, until, tokensNeeded }: RedemptionPauseProps) {
  const months = Math.max(1, Math.ceil(daysUntil(until, now()) / daysPerMonth));
  return (
    <p id={id} className="muted">
      <Trans>
        You can redeem again on <time dateTime={until}>{calendarDay(until)}</time>.
      </Trans>
      {tokensNeeded > 0 && (
        <>
          {' '}
          {t`Collect ${plural(Math.ceil(tokensNeeded / months), { one: '# token', other: '# tokens' })} a month and you’ll have enough by then.`}
        </>
      )}
    </p>
  );
}
