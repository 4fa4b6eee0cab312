import { attentionMaxCount } from '#schema/rules.ts';

/** Returns SQL for the number of rows, counted up to one beyond the displayed maximum. `from` is a table with an indexed condition. */
export const countUpToMax = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${attentionMaxCount + 1}))`;
