import { maxCountedRows } from '#schema/rules.ts';
import { number } from '#web/lib/format.ts';

/** Returns `7`, or `more than 10,000` if the count reached its cap. */
export function cappedCount(count: number): string {
  return count > maxCountedRows ? `more than ${number(maxCountedRows)}` : number(count);
}
