import { number } from '#web/lib/format.ts';

export function weeksLabel(weeks: number): string {
  return `${number(weeks)} ${weeks === 1 ? 'week' : 'weeks'}`;
}
