import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { payFromBalance } from '#web/features/orders/order-api.ts';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { PayButton } from '#web/features/orders/payment/PayButton.tsx';
import { Form } from '#web/ui/forms/Form.tsx';

interface BalancePaymentProps {
  orderId: number;
  label: string;
  failure: ReactNode;
  onPay: (attempt: () => Promise<PayResult>) => Promise<void>;
  pendingLabel: string;
  isBusy: boolean;
  terms: string | null;
}

/** Pays the full amount from the member's balance, after proof of identity. */
export function BalancePayment({ orderId, label, failure, onPay, ...buttonProps }: BalancePaymentProps) {
  const { user } = useUser();
  return (
    <Form
      className="card-form"
      label={t`Payment from your balance`}
      schema={IdentityProofForm}
      defaults={{ currentPassword: '' }}
      send={({ currentPassword = '' }) => onPay(() => payFromBalance(orderId, currentPassword))}
      failed={t`Payment Failed`}
    >
      <p>{t`Your balance covers the full amount. No card will be charged.`}</p>
      {user && <ProofOfIdentity user={user} subject="balance" />}
      {failure}
      <PayButton label={label} {...buttonProps} />
    </Form>
  );
}
