/** Bulk actions in administrators' lists. Product rules: Administrators. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { cardStatuses } from '#schema/cards/card.ts';
import { optionalLines } from '#schema/fields.ts';
import { bulkMaxReleases, bulkMaxRows } from '#schema/rules.ts';

const rowId = v.pipe(v.number('id must be a number'), v.integer('id must be a whole number'), v.minValue(1, 'id must be at least 1'));
const rowVersion = v.strictObject({ id: rowId, version });

function uniqueItems<const Item extends v.GenericSchema>(item: Item, maxItems: number, getId: (one: v.InferOutput<Item>) => unknown) {
  return v.pipe(
    v.array(item, 'Please choose at least one row'),
    v.minLength(1, 'Please choose at least one row'),
    v.maxLength(maxItems, `Choose at most ${maxItems} rows`),
    v.check((items) => new Set(items.map(getId)).size === items.length, 'Choose each row only once'),
  );
}

export const BulkResponse = v.object({
  results: v.array(
    v.object({
      id: v.union([v.number(), v.string()]),
      isDone: v.boolean(),
      /** Why the change was rejected; null on success. */
      reason: v.nullable(v.string()),
    }),
  ),
});
export type BulkResponse = v.InferOutput<typeof BulkResponse>;

export const HandleMessagesRequest = v.strictObject({
  messages: uniqueItems(rowVersion, bulkMaxRows, ({ id }) => id),
  isHandled: v.boolean('isHandled must be true or false'),
});

export const CardsStatusRequest = v.strictObject({
  cards: uniqueItems(v.strictObject({ cardId: v.string('cardId is required'), version }), bulkMaxRows, ({ cardId }) => cardId),
  status: v.picklist(cardStatuses, `Choose one of ${cardStatuses.join(', ')}`),
  reason: optionalLines('Reason', 200),
});

export const RejectClaimsRequest = v.strictObject({
  claims: uniqueItems(rowVersion, bulkMaxRows, ({ id }) => id),
  comment: optionalLines('Comment', 500),
});

/** Body of POST /api/admin/payouts/without-address/reminders, which asks members for a PayPal address. */
export const RemindPayeesRequest = v.strictObject({ members: uniqueItems(rowId, bulkMaxRows, (id) => id) });

/** Body of POST /api/admin/payouts/commissions/releases and of the equivalent endpoint for chests. */
export const ReleasesRequest = v.strictObject({ rows: uniqueItems(rowVersion, bulkMaxReleases, ({ id }) => id) });
