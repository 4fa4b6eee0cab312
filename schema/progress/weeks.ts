/** Calendar weeks from Monday to Sunday, numbered from the week of December 29, 1969. */

const daysPerWeek = 7;
const millisecondsPerDay = 86_400_000;
/** January 1, 1970 was a Thursday, the fourth day of week 0. */
const firstThursday = 3;

/** Returns the number of the week that contains a calendar day, `YYYY-MM-DD`. */
export function weekOf(day: string): number {
  return Math.floor((Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay + firstThursday) / daysPerWeek);
}

/** Returns the Monday of a week, `YYYY-MM-DD`. */
export function mondayOf(week: number): string {
  return new Date((week * daysPerWeek - firstThursday) * millisecondsPerDay).toISOString().slice(0, 10);
}
