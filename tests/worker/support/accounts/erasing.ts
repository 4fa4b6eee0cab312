/** Deletes an account, advances the clock to the day of its erasure, and searches for remaining data. */
import { expect } from 'vitest';
import { accountErasureAfterSeconds, accountErasureDeadlineSeconds } from '#schema/rules.ts';
import { advanceClock, everyRow, row, type TestMember } from '#tests/worker/support/client.ts';

/** Deletes the account as its member would. */
export async function remove({ client, password }: TestMember): Promise<void> {
  const { status, body } = await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Advances the clock to when the data is due for erasure. */
export const week = () => advanceClock(accountErasureAfterSeconds + 60);
/** Advances the clock to when the data of suspended members, like `filledMember`, is due too. */
export const month = () => advanceClock(accountErasureDeadlineSeconds);
export const erasedAt = async (id: number) => (await row<{ at: number | null }>('SELECT erased_at AS at FROM users WHERE id = ?', id))?.at;

/** Returns every database value that contains the given text, ignoring case, as `table.column`. */
export async function columnsContaining(text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [table, rows] of Object.entries(await everyRow())) {
    for (const record of rows as Record<string, unknown>[]) {
      for (const [column, value] of Object.entries(record)) {
        if (String(value).toLowerCase().includes(text.toLowerCase())) found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].sort();
}
