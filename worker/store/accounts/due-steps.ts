/** Finds the steps of an erasure that still have rows to erase, in one statement for all steps. */
import type { Statement } from '#worker/store/sql.ts';
import { perStatement } from './personal-rows.ts';

export interface StepConditions {
  /** SQL conditions in the order of the steps. */
  conditions: string[];
  /** The given values, followed by those of the conditions. */
  values: Statement['values'];
}

/** Returns an SQL condition for each step: it has rows left to erase. The conditions' placeholders come after those of `values`. */
export function listStepConditions(steps: readonly Statement<unknown>[], values: Statement['values'] = []): StepConditions {
  const allValues = [...values];
  const placeholderOf = (value: string | number | null) => {
    const index = allValues.indexOf(value, values.length);
    return `?${index === -1 ? allValues.push(value) : index + 1}`;
  };
  const conditions = steps.map(({ sql, values: stepValues }) => {
    const rowsToErase = selectRowsToErase(sql).replace(/\?(\d+)/g, (_, number) => placeholderOf(stepValues[Number(number) - 1] ?? null));
    return `EXISTS (${rowsToErase})`;
  });
  return { conditions, values: allValues };
}

/** Patterns for the part of a step's SQL that selects the rows to erase, or to record before they are erased. */
const stepPatterns = [
  new RegExp(`\\([\\w, ]+\\) IN \\((SELECT .*) LIMIT ${perStatement}\\)\\s+RETURNING 1 AS "one"$`, 's'),
  /^INSERT INTO [^(]*\([^)]*\)\s+(SELECT .*) ON CONFLICT/s,
];

function selectRowsToErase(sql: string): string {
  for (const pattern of stepPatterns) {
    const rowsToErase = sql.match(pattern)?.[1];
    if (rowsToErase !== undefined) return rowsToErase;
  }
  throw new Error(`Cannot find the rows that a statement erases: ${sql}`);
}

/** D1 allows a function 32 arguments. */
const maxArguments = 32;

/** Returns SQL for a JSON array of JSON arrays that hold the values of the expressions, in order. */
export function nestedJsonArray(expressions: readonly string[]): string {
  const groups: string[] = [];
  for (let from = 0; from < expressions.length; from += maxArguments)
    groups.push(`json_array(${expressions.slice(from, from + maxArguments).join(', ')})`);
  return `json_array(${groups.join(', ')})`;
}
