/** Counts for the "needs attention" badges. */
import { attentionMaxCount } from '#schema/rules.ts';

/** Counts up to one more row than is shown; `from` is a table with an indexed condition. */
export const countSome = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${attentionMaxCount + 1}))`;
