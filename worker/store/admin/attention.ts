import { maxCountedRows } from '#schema/rules.ts';

/** Returns SQL that counts rows, but stops at one more than the displayed maximum. `from` is a table with an indexed condition. */
export const countUpToMax = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${maxCountedRows + 1}))`;
