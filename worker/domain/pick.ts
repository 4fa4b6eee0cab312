/** Responses list the columns that they expose, so that new columns stay private by default. */
export function pick<Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
