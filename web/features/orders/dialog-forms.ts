/**
 * Bundles into one chunk the payment forms that dialogs load on demand. With two chunks, the bundler would split the code shared with
 * checkout into more files and make checkout 0.4 KB larger.
 */
// biome-ignore lint/performance/noBarrelFile: one chunk, loaded on demand
export { ChangeCardForm } from '#web/features/orders/payment/ChangeCardForm.tsx';
export { DialogPayment } from '#web/features/orders/payment/DialogPayment.tsx';
