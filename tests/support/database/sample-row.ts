/** Sample rows derived from a table's columns, for tables without a handwritten sample. */
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';

interface SampleValues {
  /** SQL for the value of `column` in a row of a referenced table, such as the id of a user. */
  referenceTo: (table: string, column: string) => string;
  /** SQL for the value of text columns that are not enums. */
  text: string;
}

/**
 * Returns SQL that inserts a row unless `existing` selects one. Enum columns get their first value, other text columns get the given text,
 * and required numbers get 1. Tables whose CHECKs or triggers require other values need a handwritten row.
 */
export function sampleRow(table: SQLiteTable, { referenceTo, text }: SampleValues, existing: string): string {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const references = new Map(
    foreignKeys.map((key) => {
      const { columns: own, foreignTable, foreignColumns } = key.reference();
      return [own[0]?.name, referenceTo(getTableConfig(foreignTable).name, foreignColumns[0]?.name ?? 'id')];
    }),
  );
  const sampleOf = (column: SQLiteColumn): string => {
    const referenced = references.get(column.name);
    if (referenced !== undefined) return referenced;
    if (column.dataType !== 'string') return '1';
    return column.enumValues?.[0] === undefined ? text : `'${column.enumValues[0]}'`;
  };
  const filled = columns.filter(
    ({ name, dataType, notNull, primary, generated }) =>
      generated === undefined && (dataType === 'string' || (notNull && !(primary && name === 'id'))),
  );
  return `INSERT INTO ${name} (${filled.map((column) => column.name).join(', ')})
    SELECT ${filled.map(sampleOf).join(', ')} WHERE NOT EXISTS (${existing})`;
}

/** Returns the names of the columns that reference `users`. */
export function memberReferences(table: SQLiteTable): string[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return getTableConfig(foreignTable).name === 'users' ? columns.map(({ name }) => name) : [];
  });
}

/** Returns the stored text columns that are not enums. */
export function freeTextColumns(table: SQLiteTable): string[] {
  return getTableConfig(table)
    .columns.filter(({ dataType, enumValues, generated }) => generated === undefined && dataType === 'string' && !enumValues?.length)
    .map(({ name }) => name);
}
