import * as v from 'valibot';
import type { Call, Handler, ResponseObject } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, notFoundFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { integer, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { Kind, Shapes } from '#scripts/fakes/stripe/http/shapes.ts';

export const cursors = { limit: v.optional(integer), starting_after: v.optional(text), ending_before: v.optional(text) };

export const created = v.optional(v.strictObject({ gte: integer }));

interface Cursors {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

interface Page extends ResponseObject {
  data: object[];
  has_more: boolean;
  url: string;
}

/** Returns one page of `objects`, which must be sorted oldest first. */
export function slicePage(call: Call, objects: { id: string }[], { limit = 10, starting_after, ending_before }: Cursors): Page {
  if (limit < 1 || limit > 100)
    throw badRequest('This value must be between 1 and 100.', { param: 'limit', code: 'parameter_invalid_integer' });
  if (starting_after && ending_before) throw badRequest('You may only specify one of these parameters: starting_after, ending_before.');
  const newestFirst = [...objects].reverse();
  const position = (id: string, param: string) => {
    const index = newestFirst.findIndex((object) => object.id === id);
    if (index < 0) throw notFoundFailure('object', id, param);
    return index;
  };
  if (ending_before) {
    const end = position(ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url: call.path };
  }
  const start = starting_after ? position(starting_after, 'starting_after') + 1 : 0;
  return { object: 'list', data: newestFirst.slice(start, start + limit), has_more: start + limit < newestFirst.length, url: call.path };
}

export function createListRoute<K extends Kind, Schema extends v.GenericSchema<unknown, Cursors>>(
  kind: K,
  parameters: Schema,
  isMatch: (object: Shapes[K], query: v.InferOutput<Schema>) => boolean,
): Handler {
  return (call) => {
    const query = call.read(parameters);
    return slicePage(
      call,
      call.account.store.all(kind).filter((object) => isMatch(object, query)),
      query,
    );
  };
}

export function isSince(object: { created: number }, query: { created?: { gte: number } | undefined }): boolean {
  return query.created === undefined || object.created >= query.created.gte;
}

/** Whether a list includes the object. Objects on a test clock are included only if the call filters by that clock or by customer. */
export function isListed(
  object: { test_clock?: string | null },
  query: { customer?: string | undefined; test_clock?: string | undefined },
): boolean {
  if (query.test_clock) return object.test_clock === query.test_clock;
  return query.customer !== undefined || !object.test_clock;
}

export function matchFields<Field extends string>(...fields: Field[]) {
  return (object: { [F in Field]?: unknown }, query: { [F in Field]?: unknown }) =>
    fields.every((field) => query[field] === undefined || object[field] === query[field]);
}
