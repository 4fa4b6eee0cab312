/** Username skeletons. Names that look alike have the same skeleton. Product rules: Accounts and sessions. */
import { toSkeleton } from '#worker/domain/accounts/usernames/skeleton.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, queryAll } from '#worker/store/sql.ts';

const perStep = 500;

/**
 * Separates a skeleton from a member id. The id is appended if an older name looks like another one, which keeps the column unique.
 * Skeletons of new names never contain the separator.
 */
const markSql = 'char(1)';
const nextMarkSql = 'char(2)';

/**
 * SQL for the skeleton to store with a new name. If an older name is stored under this skeleton plus a member id, returns that value so
 * that the unique index rejects the new name. `memberId` is the member who gets the name; NULL during registration.
 */
export function freeSkeletonSql(skeleton: string, memberId = 'NULL'): string {
  return `coalesce((SELECT o.username_skeleton FROM users o WHERE o.username_skeleton > ${skeleton} || ${markSql}
    AND o.username_skeleton < ${skeleton} || ${nextMarkSql} AND o.id IS NOT ${memberId} LIMIT 1), ${skeleton})`;
}

export const usernameStore = bindStore({
  /** Stores missing skeletons of older names. Returns false once none are missing. */
  async addSomeSkeletons(db): Promise<boolean> {
    const members = await queryAll<{ id: number; username: string }, 'username'>(
      db,
      'SELECT id, username FROM users WHERE username IS NOT NULL AND username_skeleton IS NULL ORDER BY id LIMIT ?1',
      [perStep],
    );
    const added = new Set<string>();
    const values = members.map(({ id, username }) => {
      const skeleton = toSkeleton(username);
      const isFirst = !added.has(skeleton);
      added.add(skeleton);
      return { id, username, skeleton, isFirst };
    });
    if (values.length > 0)
      // The unary plus stops SQLite from comparing every member without a skeleton with every value.
      await execute(
        db,
        `UPDATE users SET username_skeleton = iif(v.value ->> 'isFirst' AND NOT EXISTS
             (SELECT 1 FROM users o WHERE o.username_skeleton = v.value ->> 'skeleton'),
             v.value ->> 'skeleton', v.value ->> 'skeleton' || ${markSql} || users.id)
         FROM json_each(?1) v
         WHERE users.id = v.value ->> 'id' AND users.username = v.value ->> 'username' AND +users.username_skeleton IS NULL`,
        [JSON.stringify(values)],
      );
    return values.length === perStep;
  },
});
