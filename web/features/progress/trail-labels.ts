import { plural } from '@lingui/core/macro';

export function weeksLabel(weeks: number): string {
  return plural(weeks, { one: '# week', other: '# weeks' });
}
