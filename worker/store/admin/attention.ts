/** Counts of what waits for somebody. */
import { attentionMaxCount } from '#schema/rules.ts';

/** How many rows there are, up to one more than is counted; `from` is a table of ours and a condition that an index serves. */
export const countSome = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${attentionMaxCount + 1}))`;
