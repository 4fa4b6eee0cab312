/**
 * Returns the path and form with which a browser asks Stripe to confirm a PaymentIntent or SetupIntent with a test card number. The path is
 * relative to the API's base URL.
 */
export function cardPayment(clientSecret: string, key: string, number: string): { path: string; form: Record<string, string> } {
  const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  return {
    path: `v1/${kind}/${clientSecret.slice(0, clientSecret.indexOf('_secret_'))}/confirm`,
    form: {
      key,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  };
}
