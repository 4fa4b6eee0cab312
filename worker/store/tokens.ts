/** A member's ledger, newest first, and paying back what they owe. */

import { tokenTransactions } from '#schema/tables/tokens.ts';
import type { PaidBack } from '#schema/token.ts';
import type { Caller } from '#worker/domain/caller.ts';
import type { Database } from './database.ts';
import { payBack } from './owed-tokens.ts';
import { batch, batchAfter, firstRow, type OlderRows, type RowOf, rows, selectList, statement } from './sql.ts';
import { type Member, signedInMember } from './users.ts';

export const ledgerKeys = ['id', 'amount', 'type', 'relatedEntityType', 'relatedEntityId', 'createdAt'] as const;
export type LedgerRow = RowOf<typeof tokenTransactions, (typeof ledgerKeys)[number]> & { description: string };

/** Why row `t` of the ledger is there, in words for its member. */
export const ledgerReason = reasonNaming('(SELECT f.card_id FROM cache_cards f WHERE f.id = CAST(t.related_entity_id AS INTEGER))');

/** Where the card of a find is joined already. */
export function reasonNaming(cardId: string): string {
  return `coalesce(t.description, iif(t.type = 'scan', 'Found Cache Card ' || ${cardId}, 'Your Cache Card ' || ${cardId} || ' was found'), 'A find')`;
}

/** What is shown of row `t`. */
export const ledgerColumns = `${selectList(tokenTransactions, 't', ledgerKeys)}, ${ledgerReason} AS "description"`;

export function tokenStore(db: Database) {
  return {
    async history(caller: Caller, page: OlderRows, now: number): Promise<{ member: Member | undefined; entries: LedgerRow[] }> {
      const [member, entries] = await batch(db, [
        signedInMember(caller, now),
        statement<LedgerRow, 'description'>(
          `SELECT ${ledgerColumns} FROM token_transactions t WHERE t.user_id = ?1 AND t.id < ?2 ORDER BY t.id DESC LIMIT ?3`,
          caller.userId,
          page.before ?? Number.MAX_SAFE_INTEGER,
          page.limit,
        ),
      ]);
      return { member: firstRow(member), entries: rows(entries) };
    },

    /** As far as the balance reaches; `key` is random per request. */
    async payBack(userId: number, key: string, now: number): Promise<PaidBack> {
      const [paidBack] = await batchAfter(db, payBack(userId, key, now), [
        statement<PaidBack, 'paidBack'>(
          `SELECT u.token_balance AS "tokenBalance", u.owed_tokens AS "owedTokens", (SELECT coalesce(-sum(e.amount), 0)
             FROM owed_token_events e WHERE e.user_id = u.id AND e.cause LIKE '%:' || ?2) AS "paidBack" FROM users u WHERE u.id = ?1`,
          userId,
          key,
        ),
      ]);
      return firstRow(paidBack) ?? { paidBack: 0, tokenBalance: 0, owedTokens: 0 };
    },
  };
}
