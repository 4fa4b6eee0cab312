import { attentionMaxCount } from '#schema/rules.ts';

/** `7`, or `49+` at the cap. */
export function cappedCount(count: number): string {
  return count > attentionMaxCount ? `${attentionMaxCount}+` : String(count);
}
