/** Response of GET /api/admin/numbers/rows/<figure>: the rows that the figure counts in the period `from` to `to`. */
import * as v from 'valibot';
import { type FigureName, figureNames, type Range } from '#schema/admin/numbers.ts';
import { addDays } from '#schema/calendar.ts';
import { isoInstant } from '#schema/fields.ts';

/** The figures with a list of rows. The tokens that members hold are not the rows of a period. */
export type ListedFigure = Exclude<FigureName, 'tokensOutstanding'>;
export const listedFigures = figureNames.filter((figure): figure is ListedFigure => figure !== 'tokensOutstanding');

/** Days before the end of a period whose rows these figures count. The others count those of the period. */
const daysCounted: Partial<Record<FigureName, number>> = { active7: 7, active28: 28, tokenLiability: 365 };

export function rangeOfRows(figure: FigureName, { from, to }: Range): Range {
  const days = daysCounted[figure];
  return { from: days === undefined ? from : addDays(to, 1 - days), to };
}

export const NumberRow = v.object({
  id: v.number(),
  at: isoInstant,
  /** Null if the row belongs to no member. `email` is null once the member is erased. */
  member: v.nullable(v.object({ id: v.number(), email: v.nullable(v.string()) })),
  about: v.string(),
  orderId: v.nullable(v.number()),
  certificateId: v.nullable(v.number()),
  /** The row's part of the figure in cents or tokens; null if the figure counts rows. */
  amount: v.nullable(v.number()),
});
export type NumberRow = v.InferOutput<typeof NumberRow>;
export const NumberRowList = v.array(NumberRow);
