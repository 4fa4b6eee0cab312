/** The pages that emailed links open. They share one chunk because each is small. */
// biome-ignore lint/performance/noBarrelFile: one chunk, loaded on demand
export { ConfirmEmailChangePage } from '#web/pages/mail-links/ConfirmEmailChangePage.tsx';
export { ConfirmPayoutAddressPage } from '#web/pages/mail-links/ConfirmPayoutAddressPage.tsx';
export { RemovePayoutAddressPage } from '#web/pages/mail-links/RemovePayoutAddressPage.tsx';
export { ResetPasswordPage } from '#web/pages/mail-links/ResetPasswordPage.tsx';
export { SecureAccountPage } from '#web/pages/mail-links/SecureAccountPage.tsx';
export { UndoEmailChangePage } from '#web/pages/mail-links/UndoEmailChangePage.tsx';
export { UnsubscribePage } from '#web/pages/mail-links/UnsubscribePage.tsx';
export { VerifyEmailPage } from '#web/pages/mail-links/VerifyEmailPage.tsx';
