import { t } from '@lingui/core/macro';
import type { ChangeEvent } from 'react';
import { useUser } from '#web/features/accounts/session/session.ts';
import type { CardFormProps } from '#web/features/orders/payment/card-form.ts';
import { formatCardNumber, formatCvc, formatExpiry, formatInPlace, LocalCard } from '#web/features/orders/payment/local-card.ts';
import { confirmLocally } from '#web/features/orders/payment/local-confirm.ts';
import { useLightForm } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';
import { Field } from '#web/ui/forms/Field.tsx';

const formats = { number: formatCardNumber, expiry: formatExpiry, cvc: formatCvc };

const testCards = () => [
  { number: '4242 4242 4242 4242', result: t`succeeds` },
  { number: '4000 0000 0000 0002', result: t`is declined` },
  { number: '4000 0025 0000 3155', result: t`asks for approval first` },
];

/** Card form for the local Stripe fake only. */
export function LocalCardForm({ label, clientSecret, returnUrl, onPay, children }: CardFormProps) {
  const { user } = useUser();
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const { form, errors } = useLightForm({ load: async () => pay });

  function pay(formData: FormData) {
    return validateAndSend(LocalCard, Object.fromEntries(formData), async (card) =>
      onPay(() => confirmLocally(clientSecret, returnUrl, card)),
    );
  }

  function getDigitFieldProps(name: keyof typeof formats) {
    return {
      name,
      error: errors[name],
      inputMode: 'numeric' as const,
      onChange: (event: ChangeEvent<HTMLInputElement>) => formatInPlace(event.target, formats[name]),
    };
  }

  return (
    <form {...form} className="card-form" aria-label={label}>
      <details className="test-cards">
        <summary>{t`Test form: no real card is charged`}</summary>
        <ul>
          {testCards().map(({ number, result }) => (
            <li key={number}>
              <span className="code">{number}</span> {result}
            </li>
          ))}
        </ul>
        <p>{t`Use any future date and any three digits as the security code.`}</p>
      </details>
      <Field label={t`Card number`} {...getDigitFieldProps('number')} autoComplete="cc-number" placeholder="1234 1234 1234 1234" />
      <div className="card-form-row">
        <Field label={t`Expiry`} {...getDigitFieldProps('expiry')} autoComplete="cc-exp" placeholder={t`MM / YY`} />
        <Field label={t`Security code`} {...getDigitFieldProps('cvc')} autoComplete="cc-csc" placeholder={t`CVC`} />
      </div>
      <Field label={t`Name on card`} optional name="name" error={errors.name} autoComplete="cc-name" defaultValue={name} />
      {children}
    </form>
  );
}
