import { Route, Switch } from 'wouter';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { AdminRoute } from '#web/features/admin/session/AdminRoute.tsx';
import { AdminAccountPage } from '#web/pages/admin/account/AdminAccountPage.tsx';
import { LoginPage } from '#web/pages/admin/login/LoginPage.tsx';
import { ResetAdminPasswordPage } from '#web/pages/admin/reset-password/ResetAdminPasswordPage.tsx';

export function TestAdminArea() {
  return (
    <PageFrame>
      <Switch>
        <Route path="/admin/login" component={LoginPage} />
        <Route path="/admin/reset-password" component={ResetAdminPasswordPage} />
        <Route path="/admin/account">
          <AdminRoute>
            <AdminAccountPage />
          </AdminRoute>
        </Route>
        <Route>
          <AdminRoute>
            <h1>The dashboard</h1>
          </AdminRoute>
        </Route>
      </Switch>
    </PageFrame>
  );
}
