import { tokenTransactions } from '#schema/tables/tokens.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { RepayResponse, TokenTransactionType } from '#schema/tokens/token.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { tokenTimeForMember } from '#worker/store/scans/owner-view.ts';
import { batch, batchAfter, firstRow, type OlderRows, type RowOf, rows, selectList, statement } from '#worker/store/sql.ts';
import { shownTokenColumns } from './ledger-kinds.ts';
import { insertRepayments, settleFromBalance } from './owed-tokens.ts';

const ledgerKeys = ['id', 'amount', 'createdAt'] as const;
export type LedgerRow = RowOf<typeof tokenTransactions, (typeof ledgerKeys)[number]> & {
  type: TokenTransactionType;
  relatedEntityType: string | null;
  relatedEntityId: string | null;
  description: string;
};
export type LedgerExpression = 'type' | 'relatedEntityType' | 'relatedEntityId' | 'description';

const subjectCard = '(SELECT f.card_id FROM cache_cards f WHERE f.id = t.subject_id)';
/** The reason of a ledger row as the member reads it. */
export const ledgerReason = reasonNaming(subjectCard, 'Your');

/** `owner` is `Your` for the member, and `Their` for administrators. */
export function reasonNaming(cardId: string, owner: 'Your' | 'Their'): string {
  return `coalesce(t.description, iif(t.kind = ${tokenKinds.scan.code}, 'Found Cache Card ' || ${cardId}, '${owner} Cache Card ' || ${cardId} || ' was found'), 'A find')`;
}

export const entryColumns = (reason: string, createdAt = 't.created_at') =>
  `${selectList(tokenTransactions, 't', ['id', 'amount'])}, ${createdAt} AS "createdAt", ${shownTokenColumns}, ${reason} AS "description"`;
/** Columns for administrators. */
export const ledgerColumns = entryColumns(reasonNaming(subjectCard, 'Their'));

export const tokenStore = bindStore({
  async history(db, caller: Caller, page: OlderRows, now: number): Promise<{ member: Member | undefined; entries: LedgerRow[] }> {
    const [member, entries] = await batch(db, [
      signedInMember(caller, now),
      statement<LedgerRow, LedgerExpression | 'createdAt'>(
        `SELECT ${entryColumns(ledgerReason, tokenTimeForMember)} FROM token_transactions t WHERE t.user_id = ?1 AND t.id < ?2 ORDER BY t.id DESC LIMIT ?3`,
        [caller.userId, page.before ?? Number.MAX_SAFE_INTEGER, page.limit],
      ),
    ]);
    return { member: firstRow(member), entries: rows(entries) };
  },

  /** Repays as many of the member's owed tokens as the balance covers. */
  async repay(db, userId: number, now: number): Promise<RepayResponse> {
    const [deducted, balance] = await batchAfter(
      db,
      [settleFromBalance(userId, now)],
      [
        insertRepayments('= ?1', userId, 'Owed tokens paid'),
        statement<Omit<RepayResponse, 'paidBack'>>(
          `SELECT token_balance AS "tokenBalance", owed_tokens AS "owedTokens" FROM users WHERE id = ?1`,
          [userId],
        ),
      ],
    );
    return {
      paidBack: rows(deducted).reduce((sum, { amount }) => sum - amount, 0),
      ...(firstRow(balance) ?? { tokenBalance: 0, owedTokens: 0 }),
    };
  },
});
