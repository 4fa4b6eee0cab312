import { maxAttentionCount } from '#schema/rules.ts';

/** Returns `7`, or `49+` if the count reached its cap. */
export function cappedCount(count: number): string {
  return count > maxAttentionCount ? `${maxAttentionCount}+` : String(count);
}
