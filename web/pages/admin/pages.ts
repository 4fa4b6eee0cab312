/** Loaded on demand so that the initial code for members does not list the admin area's files. */
import '#web/features/admin/admin.css';

// biome-ignore lint/performance/noBarrelFile: one chunk, loaded on demand
export { AdminRoute } from '#web/features/admin/session/AdminRoute.tsx';

export const loadLogin = () => import('#web/pages/admin/login/LoginPage.tsx').then((file) => file.LoginPage);
export const loadResetPassword = () =>
  import('#web/pages/admin/reset-password/ResetAdminPasswordPage.tsx').then((file) => file.ResetAdminPasswordPage);
export const loadDashboard = () => import('#web/pages/admin/dashboard/AdminDashboardPage.tsx').then((file) => file.AdminDashboardPage);
export const loadTestQr = () => import('#web/pages/admin/test-qr/TestQrPage.tsx').then((file) => file.TestQrPage);
export const loadTestCardApi = () => import('#web/pages/admin/test-card-api/TestCardApiPage.tsx').then((file) => file.TestCardApiPage);
export const loadAccount = () => import('#web/pages/admin/account/AdminAccountPage.tsx').then((file) => file.AdminAccountPage);
