/** Fields that are null where nothing was asked that fills them: Stripe's objects have many. */
export function nulls<Field extends string>(...fields: Field[]): Record<Field, null> {
  return Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>;
}
