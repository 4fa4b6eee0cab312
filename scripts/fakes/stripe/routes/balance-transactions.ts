import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { cursors, matchFields, slicePage } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, integer, text } from '#scripts/fakes/stripe/http/parameters.ts';

const ListBalanceTransactionsParameters = createParameters<Stripe.BalanceTransactionListParams>()({
  ...cursors,
  created: v.optional(v.strictObject({ gte: v.optional(integer), lt: v.optional(integer) })),
  type: v.optional(text),
  source: v.optional(text),
});

export const balanceTransactionRoutes: Routes = {
  'GET /v1/balance_transactions': (call) => {
    const { created, ...query } = call.read(ListBalanceTransactionsParameters);
    const isInRange = (at: number) => at >= (created?.gte ?? 0) && at < (created?.lt ?? Number.MAX_SAFE_INTEGER);
    const matchingTransactions = call.account.store
      .all('balance_transaction')
      .filter((transaction) => isInRange(transaction.created) && matchFields('type', 'source')(transaction, query))
      .sort((one, other) => one.created - other.created);
    return slicePage(call, matchingTransactions, query);
  },
  'GET /v1/balance_transactions/:id': (call) => call.account.store.get('balance_transaction', call.id),
};
