import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RoleBadge } from '#web/features/admin/RoleBadge.tsx';
import { SearchButton } from '#web/features/admin/search/SearchButton.tsx';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { paths } from '#web/lib/paths.ts';
import { EmailText } from '#web/ui/EmailText.tsx';
import { LogoMark } from '#web/ui/Logo.tsx';

interface AdminPageProps {
  title: string;
  subtitle?: ReactNode;
  figures?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ title, subtitle, figures, actions, children }: AdminPageProps) {
  return (
    <div className="stack gap-5 admin-page">
      <AdminBar />
      <header className="spread admin-head">
        <div>
          <h1>{title}</h1>
          {subtitle && <p className="muted">{subtitle}</p>}
        </div>
        {figures}
        {actions && <div className="admin-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function AdminBar() {
  const { admin } = useAdmin();
  return (
    <div className="admin-bar">
      <Link href={paths.adminDashboard()} className="logo" aria-label="Cache Cards administration, dashboard">
        <LogoMark />
        <span className="admin-place">Administration</span>
      </Link>
      {admin && !admin.mustSetPassword && <SearchButton />}
      {admin && (
        <p className="admin-who">
          <span className="admin-name">
            <EmailText email={admin.email} />
          </span>
          <RoleBadge role={admin.role} />
        </p>
      )}
    </div>
  );
}
