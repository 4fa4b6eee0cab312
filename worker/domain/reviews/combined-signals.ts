import type { SignalCode } from '#schema/reviews/signals.ts';
import { fedShareSignal, tiedTokensSignal } from '#schema/rules.ts';
import type { HastyFinder } from '#worker/domain/reviews/pace/haste.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { transfersBehind, transfersFromErased, transfersFromSharedMailboxes } from './account-signals.ts';
import { type ReviewCase, sumTokens } from './case.ts';
import type { KnownSignal } from './signal.ts';
import { listTiedTransfers } from './tied-tokens.ts';

/** Signals with a threshold of their own for the tokens that `combinedSignals` adds up. */
const singleSignals: ReadonlySet<SignalCode> = new Set(['pace', 'mailbox', 'left', 'money_back', 'one_owner']);

const linkedAccounts = 'linked accounts';

/**
 * Flags tokens from several doubtful sources that each stay below their threshold, because a farm could spread its tokens over them. Each
 * token counts once. Tokens from linked accounts count less, because families and friends have them too.
 */
export function combinedSignals(
  reviewCase: ReviewCase,
  hasty: ReadonlyMap<number, HastyFinder>,
  raised: readonly KnownSignal[],
  now: Seconds,
): KnownSignal[] {
  if (raised.some(({ code }) => singleSignals.has(code))) return [];
  const unused = new Set(reviewCase.transfers);
  const sources = [
    { what: 'finds at an impossible pace', transfers: reviewCase.transfers.filter(({ finderId }) => hasty.has(finderId)) },
    { what: 'finders with disposable or shared mailboxes', transfers: transfersFromSharedMailboxes(reviewCase) },
    { what: 'accounts that were deleted', transfers: transfersFromErased(reviewCase) },
    {
      what: 'cards or memberships whose payment was returned',
      transfers: reviewCase.facts.returnedPayments.flatMap((payment) => transfersBehind(payment, reviewCase, now)),
    },
    { what: linkedAccounts, transfers: listTiedTransfers(reviewCase, hasty), weight: fedShareSignal / tiedTokensSignal.share },
  ].map(({ what, transfers, weight = 1 }) => ({
    what,
    weight,
    tokens: sumTokens(transfers.filter((transfer) => unused.delete(transfer))),
  }));
  const found = sources.filter(({ tokens }) => tokens > 0);
  const weighted = found.reduce((sum, { tokens, weight }) => sum + tokens * weight, 0);
  const hasOnlyTies = found.every(({ what }) => what === linkedAccounts);
  if (hasOnlyTies || weighted < fedShareSignal * reviewCase.tokens) return [];
  const parts = found.map(({ what, tokens }) => `${tokens} from ${what}`).join(', ');
  const tokens = sumTokens(found);
  return [
    {
      code: 'combined',
      sentence: `${tokens} of the ${reviewCase.tokens} tokens add up: ${parts}.`,
      counts: { tokens, allTokens: reviewCase.tokens },
    },
  ];
}
