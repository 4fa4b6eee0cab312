/** Plain-language descriptions of Stripe's dispute reason codes. */
const reasons: Record<string, string> = {
  bank_cannot_process: 'The bank could not process the payment',
  check_returned: 'The payment was returned',
  credit_not_processed: 'They say a refund never arrived',
  customer_initiated: 'They disputed it with their bank, without a reason',
  debit_not_authorized: 'They say they did not authorize it',
  duplicate: 'They say they were charged twice',
  fraudulent: 'They say they did not make this payment',
  general: 'The bank gave no reason',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds: 'The account had too little money',
  noncompliant: 'The card network found a rule broken',
  product_not_received: 'They say nothing arrived',
  product_unacceptable: 'They say it was damaged or not as described',
  subscription_canceled: 'They say they had canceled',
  unrecognized: 'They do not recognize the charge',
};

/** Returns a plain-language description of a dispute's reason. Returns unknown codes unchanged because Stripe may add new ones. */
export function describeDisputeReason(code: string): string {
  return Object.hasOwn(reasons, code) ? (reasons[code] as string) : code;
}
