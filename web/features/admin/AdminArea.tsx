import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import { pagePatterns } from '#schema/pages.ts';
import { AdminRoute } from '#web/features/admin/session/AdminRoute.tsx';
import '#web/features/admin/admin.css';

const LoginPage = lazy(() => import('#web/features/admin/session/LoginPage.tsx').then((file) => ({ default: file.LoginPage })));
const ResetAdminPasswordPage = lazy(() =>
  import('#web/features/admin/session/ResetAdminPasswordPage.tsx').then((file) => ({ default: file.ResetAdminPasswordPage })),
);
const AdminDashboardPage = lazy(() =>
  import('#web/features/admin/dashboard/AdminDashboardPage.tsx').then((file) => ({ default: file.AdminDashboardPage })),
);
const TestQrPage = lazy(() => import('#web/features/admin/test-qr/TestQrPage.tsx').then((file) => ({ default: file.TestQrPage })));
const TestCardApiPage = lazy(() =>
  import('#web/features/admin/test-card-api/TestCardApiPage.tsx').then((file) => ({ default: file.TestCardApiPage })),
);
const AdminAccountPage = lazy(() =>
  import('#web/features/admin/account/AdminAccountPage.tsx').then((file) => ({ default: file.AdminAccountPage })),
);
const NotFoundPage = lazy(() => import('#web/components/not-found/NotFoundPage.tsx').then((file) => ({ default: file.NotFoundPage })));

/** The administrators' pages: one chunk a page, none of it in the first load of the site. */
export function AdminArea() {
  return (
    <Switch>
      <Route path={pagePatterns.adminLogin} component={LoginPage} />
      <Route path={pagePatterns.adminResetPassword} component={ResetAdminPasswordPage} />
      <Route path={pagePatterns.adminDashboard}>
        <AdminRoute>
          <AdminDashboardPage />
        </AdminRoute>
      </Route>
      <Route path={pagePatterns.adminTestQr}>
        <AdminRoute>
          <TestQrPage />
        </AdminRoute>
      </Route>
      <Route path={pagePatterns.adminTestCardApi}>
        <AdminRoute>
          <TestCardApiPage />
        </AdminRoute>
      </Route>
      <Route path={pagePatterns.adminAccount}>
        <AdminRoute>
          <AdminAccountPage />
        </AdminRoute>
      </Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}
