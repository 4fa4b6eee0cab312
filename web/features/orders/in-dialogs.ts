/**
 * The card forms that dialogs load on demand. One chunk: a second one would part what they share with the checkout into more
 * pieces, each compressed by itself, and the checkout would be 0.4 KB larger.
 */
// biome-ignore lint/performance/noBarrelFile: one chunk, loaded on demand
export { ChangeCardForm } from '#web/features/orders/payment/ChangeCardForm.tsx';
export { DialogPayment } from '#web/features/orders/payment/DialogPayment.tsx';
