import '#web/features/admin/account/account.css';
import { AdministratorsSection } from '#web/features/admin/account/AdministratorsSection.tsx';
import { FactorsSection } from '#web/features/admin/account/FactorsSection.tsx';
import { ProfileSection } from '#web/features/admin/account/ProfileSection.tsx';
import { SecuritySection } from '#web/features/admin/account/SecuritySection.tsx';
import { SetOwnPassword } from '#web/features/admin/account/SetOwnPassword.tsx';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import { BackToDashboard } from '#web/features/admin/frame/BackToDashboard.tsx';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';

export function AdminAccountPage() {
  const { admin } = useAdmin();
  if (!admin) return null;
  if (admin.mustSetPassword) return <SetOwnPassword email={admin.email} />;
  return (
    <AdminPage title="My Account" actions={<BackToDashboard />}>
      <div className="admin-account">
        <ProfileSection admin={admin} />
        <SecuritySection email={admin.email} />
        <FactorsSection isMissing={admin.secondFactor === 'missing'} />
      </div>
      {admin.role === 'super_admin' && admin.secondFactor !== 'missing' && <AdministratorsSection admin={admin} />}
    </AdminPage>
  );
}
