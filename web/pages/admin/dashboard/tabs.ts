import { type ComponentType, createElement } from 'react';
import { page } from '#web/lib/react/page.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export interface AdminTab {
  id: string;
  label: string;
  Panel: ComponentType;
}

const panel = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  page(() => load().then((file) => file[name]), createElement(Skeleton, { lines: 8 })).Component;

const users: AdminTab = {
  id: 'users',
  label: 'Users',
  Panel: panel(() => import('#web/features/accounts/admin/UsersTab.tsx'), 'UsersTab'),
};

export const adminTabs: readonly AdminTab[] = [
  {
    id: 'overview',
    label: 'Overview',
    Panel: panel(() => import('#web/pages/admin/dashboard/overview/OverviewTab.tsx'), 'OverviewTab'),
  },
  {
    id: 'numbers',
    label: 'Numbers',
    Panel: panel(() => import('#web/pages/admin/dashboard/numbers/NumbersTab.tsx'), 'NumbersTab'),
  },
  users,
  { id: 'cards', label: 'Cache Cards', Panel: panel(() => import('#web/features/cards/admin/CardsTab.tsx'), 'CardsTab') },
  { id: 'tokens', label: 'Tokens', Panel: panel(() => import('#web/features/tokens/admin/TokensTab.tsx'), 'TokensTab') },
  { id: 'claims', label: 'Claims', Panel: panel(() => import('#web/features/claims/admin/ClaimsTab.tsx'), 'ClaimsTab') },
  { id: 'payouts', label: 'Payouts', Panel: panel(() => import('#web/features/payouts/admin/PayoutsTab.tsx'), 'PayoutsTab') },
  { id: 'orders', label: 'Orders', Panel: panel(() => import('#web/features/orders/admin/OrdersTab.tsx'), 'OrdersTab') },
  { id: 'reviews', label: 'Reviews', Panel: panel(() => import('#web/features/reviews/admin/ReviewsTab.tsx'), 'ReviewsTab') },
  {
    id: 'certificates',
    label: 'Certificates',
    Panel: panel(() => import('#web/features/certificates/admin/CertificatesTab.tsx'), 'CertificatesTab'),
  },
  { id: 'stays', label: 'Stays', Panel: panel(() => import('#web/features/stays/admin/StaysTab.tsx'), 'StaysTab') },
  { id: 'messages', label: 'Messages', Panel: panel(() => import('#web/features/messages/admin/MessagesTab.tsx'), 'MessagesTab') },
  { id: 'audit', label: 'Audit log', Panel: panel(() => import('#web/features/admin/audit/AuditTab.tsx'), 'AuditTab') },
  { id: 'system', label: 'System', Panel: panel(() => import('#web/features/admin/system/SystemTab.tsx'), 'SystemTab') },
];

export function findTab(id: string | null): AdminTab {
  return adminTabs.find((tab) => tab.id === id) ?? users;
}
