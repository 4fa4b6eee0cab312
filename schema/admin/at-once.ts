/** Several rows of a list changed by one call, each as by itself. Product rules: Administrators. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { cardStatuses } from '#schema/cards/card.ts';
import { optionalText } from '#schema/fields.ts';
import { changedAtOnce, releasedAtOnce } from '#schema/rules.ts';

const rowId = v.pipe(v.number('id must be a number'), v.integer('id must be a whole number'), v.minValue(1, 'There is no such id'));
const seen = v.strictObject({ id: rowId, version });

function several<const Item extends v.GenericSchema>(item: Item, most: number, idOf: (one: v.InferOutput<Item>) => unknown) {
  return v.pipe(
    v.array(item, 'Please choose some rows'),
    v.minLength(1, 'Please choose at least one row'),
    v.maxLength(most, `Choose at most ${most} rows`),
    v.check((all) => new Set(all.map(idOf)).size === all.length, 'Each row once'),
  );
}

/** What became of each, in the order in which they were named. */
export const AtOnceResponse = v.object({
  results: v.array(
    v.object({
      id: v.union([v.number(), v.string()]),
      isDone: v.boolean(),
      /** Why it was not done; null where it was. */
      reason: v.nullable(v.string()),
    }),
  ),
});
export type AtOnceResponse = v.InferOutput<typeof AtOnceResponse>;

/** POST /api/admin/messages/handled */
export const HandleMessagesRequest = v.strictObject({
  messages: several(seen, changedAtOnce, ({ id }) => id),
  isHandled: v.boolean('isHandled must be true or false'),
});

/** POST /api/admin/cards/status */
export const CardsStatusRequest = v.strictObject({
  cards: several(v.strictObject({ cardId: v.string('cardId is required'), version }), changedAtOnce, ({ cardId }) => cardId),
  status: v.picklist(cardStatuses, `Choose one of ${cardStatuses.join(', ')}`),
  reason: optionalText('Reason', 200),
});

/** POST /api/admin/claims/rejections */
export const RejectClaimsRequest = v.strictObject({
  claims: several(seen, changedAtOnce, ({ id }) => id),
  comment: optionalText('Comment', 500),
});

/** POST /api/admin/payouts/commissions/releases, and the same of chests. */
export const ReleasesRequest = v.strictObject({ rows: several(seen, releasedAtOnce, ({ id }) => id) });
