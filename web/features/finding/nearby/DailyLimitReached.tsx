import { t } from '@lingui/core/macro';
import { dailyCards } from '#schema/finding/daily-cards.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { number } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/**
 * Shown when a member reaches the daily limit of cards viewed. In practice, verified members reach it only by scraping. For other members,
 * the notice about verifying replaces it.
 */
export function DailyLimitReached() {
  if (!useUser().user?.emailVerified) return null;
  return (
    <Alert tone="info" title={t`You’ve reached today’s limit`}>
      {t`You’ve seen ${number(dailyCards(true))} different cards today.`}{' '}
      {t`You can see more after midnight UTC. Cards you saved offline still work.`}
    </Alert>
  );
}
