/** Responses name the columns that they expose, so that a new column stays private. */
export function pick<Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
