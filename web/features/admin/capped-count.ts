import { attentionMaxCount } from '#schema/rules.ts';

/** What waits is counted up to a bound: `7`, `49+`. */
export function cappedCount(count: number): string {
  return count > attentionMaxCount ? `${attentionMaxCount}+` : String(count);
}
