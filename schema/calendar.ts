/** Adds calendar months. If the target month is too short, returns its last day: one year after February 29 is February 28. */
export function addMonths(at: Date, months: number): Date {
  const shiftedDate = new Date(at);
  shiftedDate.setUTCMonth(shiftedDate.getUTCMonth() + months);
  if (shiftedDate.getUTCDate() !== at.getUTCDate()) shiftedDate.setUTCDate(0);
  return shiftedDate;
}
