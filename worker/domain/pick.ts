/** These properties of an object. Answers name what they show of a row, so that a new column is not exposed by itself. */
export function pick<Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
