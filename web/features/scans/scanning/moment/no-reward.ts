import { t } from '@lingui/core/macro';

/** Returns why a scan has no reward. A message of several sentences says it already. */
export function describeNoReward(message: string): string {
  return message.includes('. ') ? message : t`You have this one already: each card pays once.`;
}
