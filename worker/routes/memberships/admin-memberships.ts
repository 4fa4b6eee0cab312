import type { AdminMembership } from '#schema/memberships/admin-memberships.ts';
import { toIso } from '#worker/domain/time.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { type MembershipRow, membershipList } from '#worker/store/memberships/admin-memberships.ts';

export const adminMembershipRoutes = adminList<MembershipRow, AdminMembership>({
  shape: membershipList,
  read: (store, request) => store.admin.memberships.list(request),
  present: ({ id, userId, email, tier, source, startsAt, endsAt }) => ({
    id,
    member: { id: userId, email },
    tier,
    source,
    startsAt: toIso(startsAt),
    endsAt: toIso(endsAt),
  }),
  csv: {
    fileName: 'memberships.csv',
    columns: [
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Member ID', value: ({ member }) => member.id },
      { header: 'Tier', value: ({ tier }) => tier },
      { header: 'Source', value: ({ source }) => source },
      { header: 'Started', value: ({ startsAt }) => startsAt },
      { header: 'Ends', value: ({ endsAt }) => endsAt },
    ],
  },
});
