import { membershipPeriods } from '#schema/tables/orders.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { bindStore } from '#worker/store/database.ts';
import { type RowOf, selectList } from '#worker/store/sql.ts';

const listKeys = ['id', 'userId', 'tier', 'source', 'startsAt', 'endsAt'] as const;
export type MembershipRow = RowOf<typeof membershipPeriods, (typeof listKeys)[number]> & { email: string };

const isOfKind = (source: 'stripe' | 'grant', tier: 'basic' | 'premium') => `(t.source || t.tier) = '${source}${tier}'`;

export const membershipList: ListShape = {
  from: 'membership_periods t',
  join: 'JOIN users u ON u.id = t.user_id',
  columns: `${selectList(membershipPeriods, 't', listKeys)}, u.email AS "email"`,
  search: '(SELECT email FROM users WHERE users.id = t.user_id)',
  sorts: { ended: 't.ends_at' },
  defaultSort: '-ended',
  filters: {
    kind: {
      conditions: {
        basic: isOfKind('stripe', 'basic'),
        premium: isOfKind('stripe', 'premium'),
        granted_basic: isOfKind('grant', 'basic'),
        granted_premium: isOfKind('grant', 'premium'),
      },
      sorts: ['ended'],
    },
  },
  dates: dateFilter('t.ends_at', ['ended']),
  exact: { email: matchEmail('membership_periods') },
};

export const adminMembershipStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<MembershipRow>(db, membershipList, request),
});
