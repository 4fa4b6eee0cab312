import { t } from '@lingui/core/macro';
/** Returns what the page says about a scan without a reward: the message's second sentence, because the toast already shows the first. */
export function describeNoReward(message: string): string {
  return message.split('. ')[1] ?? t`You have this one already: each card pays once.`;
}
