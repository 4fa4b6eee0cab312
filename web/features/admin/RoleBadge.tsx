import type { AdminRole } from '#schema/admin/session.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function RoleBadge({ role }: { role: AdminRole }) {
  const isSuper = role === 'super_admin';
  return <Badge tone={isSuper ? 'green' : 'grey'}>{isSuper ? 'Super admin' : 'Admin'}</Badge>;
}
