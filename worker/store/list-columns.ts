import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { scanSources } from '#schema/cards/card.ts';
import * as admins from '#schema/tables/admins.ts';
import * as cards from '#schema/tables/cards.ts';
import * as disputes from '#schema/tables/disputes.ts';
import * as factors from '#schema/tables/factors.ts';
import * as finds from '#schema/tables/finds.ts';
import * as members from '#schema/tables/members.ts';
import * as notifications from '#schema/tables/notifications.ts';
import * as operations from '#schema/tables/operations.ts';
import * as orders from '#schema/tables/orders.ts';
import * as payoutRuns from '#schema/tables/payout-runs.ts';
import * as payouts from '#schema/tables/payouts.ts';
import * as progress from '#schema/tables/progress.ts';
import * as refunds from '#schema/tables/refunds.ts';
import * as reviewCases from '#schema/tables/review-cases.ts';
import * as reviews from '#schema/tables/reviews.ts';
import * as stayCatalogues from '#schema/tables/stay-catalogues.ts';
import * as stays from '#schema/tables/stays.ts';
import * as tokens from '#schema/tables/tokens.ts';
import { keyKinds, owedKinds, scanKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';

export interface ListColumn {
  name: string;
  values: readonly (string | number)[];
}

const codes: Record<string, readonly number[]> = {
  'card_scans.kind': listCodes(scanKinds),
  'card_scans.source': scanSources.map((_, index) => index),
  'key_events.kind': listCodes(keyKinds),
  'owed_token_events.kind': listCodes(owedKinds),
  'owed_token_events.reversal_kind': listCodes(tokenKinds),
  'token_transactions.kind': listCodes(tokenKinds),
};

function listCodes(kinds: Record<string, { code: number }>): number[] {
  return Object.values(kinds).map(({ code }) => code);
}

const files = [
  admins,
  cards,
  disputes,
  factors,
  finds,
  members,
  notifications,
  operations,
  orders,
  payoutRuns,
  payouts,
  progress,
  refunds,
  reviewCases,
  reviews,
  stayCatalogues,
  stays,
  tokens,
];

export const allTables: SQLiteTable[] = files.flatMap((file): unknown[] => Object.values(file)).filter((value) => is(value, SQLiteTable));

const listsOf = (table: SQLiteTable, isGenerated: boolean): ListColumn[] => {
  const { name, columns } = getTableConfig(table);
  return columns
    .filter((column) => (column.generated !== undefined) === isGenerated)
    .map((column) => ({ name: column.name, values: codes[`${name}.${column.name}`] ?? column.enumValues ?? [] }))
    .filter(({ values }) => values.length > 0);
};

export const tablesWithLists: { table: string; lists: ListColumn[] }[] = allTables.map((table) => ({
  table: getTableConfig(table).name,
  lists: listsOf(table, false),
}));

/** Lists of generated columns, which cannot have other values. */
export const generatedLists: ListColumn[] = allTables.flatMap((table) => listsOf(table, true));
