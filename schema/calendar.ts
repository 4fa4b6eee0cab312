/** Adds calendar months. If the target month is too short, returns its last day: one year after February 29 is February 28. */
export function addMonths(at: Date, months: number): Date {
  const shiftedDate = new Date(at);
  shiftedDate.setUTCMonth(shiftedDate.getUTCMonth() + months);
  if (shiftedDate.getUTCDate() !== at.getUTCDate()) shiftedDate.setUTCDate(0);
  return shiftedDate;
}

/** Returns the calendar day `days` days after a day (YYYY-MM-DD), or before it if negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
