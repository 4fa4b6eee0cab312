export const dashboardTabs = [
  { id: 'cache-cards', label: 'Cache Cards' },
  { id: 'treasure-chests', label: 'Treasure Chests' },
  { id: 'referrals', label: 'Referrals' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'account', label: 'Account' },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['id'];

export function getDashboardTab(value: string | null): DashboardTab {
  return dashboardTabs.find((tab) => tab.id === value)?.id ?? dashboardTabs[0].id;
}
