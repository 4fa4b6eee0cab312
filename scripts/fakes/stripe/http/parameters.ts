import * as v from 'valibot';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';

export const text = v.pipe(v.string(), v.nonEmpty('empty'), v.maxLength(5_000));
export const clearableText = v.pipe(
  v.string(),
  v.maxLength(5_000),
  v.transform((value) => value || null),
);
export const integer = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'integer'), v.transform(Number));
export const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);
/** Metadata parameter. A key with an empty value is deleted; `metadata=` deletes all keys. */
export const metadata = v.union([v.literal(''), v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(500)))]);
const textOrNull = v.optional(clearableText, '');
/** Address parameter; missing fields become null. */
export const address = v.strictObject({
  city: textOrNull,
  country: textOrNull,
  line1: textOrNull,
  line2: textOrNull,
  postal_code: textOrNull,
  state: textOrNull,
});
export const shipping = v.strictObject({
  address,
  name: text,
  phone: v.optional(clearableText),
  carrier: v.optional(clearableText),
  tracking_number: v.optional(clearableText),
});

type Entries<Params> = { [Name in keyof Params]?: v.GenericSchema | v.OptionalSchema<v.GenericSchema, undefined> };

/**
 * Defines the parameters of a call. Each one must exist in Stripe's types.
 * @example createParameters<Stripe.CouponCreateParams>()({ amount_off: integer, name: v.optional(text) })
 */
export function createParameters<Params>() {
  return <Taken extends v.ObjectEntries & Entries<Params>>(entries: Taken & Record<Exclude<keyof Taken, keyof Params>, never>) =>
    v.strictObject<Taken, undefined>(entries, undefined);
}

/** Validates a form. Throws the same errors as Stripe for unknown, missing, empty and malformed parameters. */
export function readParameters<Schema extends v.GenericSchema>(schema: Schema, form: FormObject): v.InferOutput<Schema> {
  const result = v.safeParse(schema, form);
  if (result.success) return result.output;
  throw createRefusal(result.issues.find(isUnknownParameter) ?? result.issues[0]);
}

function isUnknownParameter(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

function createRefusal(issue: v.BaseIssue<unknown>) {
  const path = (issue.path ?? []).map((item) => String(item.key));
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
  if (isUnknownParameter(issue)) {
    return badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    return badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.message === 'integer') return badRequest(`Invalid integer: ${issue.input}`, { code: 'parameter_invalid_integer', param });
  if (issue.message === 'empty') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return badRequest(message, { code: 'parameter_invalid_empty', param });
  }
  return badRequest(`Invalid ${param}: expected ${issue.expected ?? 'another value'}, got ${issue.received}.`, { param });
}

/** Merges metadata; '' deletes a key. Like Stripe, allows at most 50 keys. */
export function mergeMetadata(
  current: Record<string, string> | null,
  changes: v.InferOutput<typeof metadata> | undefined,
): Record<string, string> {
  if (changes === undefined) return current ?? {};
  if (changes === '') return {};
  const mergedParameters = Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''));
  if (Object.keys(mergedParameters).length > 50) throw badRequest('Metadata can have at most 50 keys.', { param: 'metadata' });
  return mergedParameters;
}
