export function createNulls<Field extends string>(...fields: Field[]): Record<Field, null> {
  return Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>;
}
