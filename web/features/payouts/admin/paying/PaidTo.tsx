import type { MemberPayoutAddress } from '#schema/payouts/admin-payouts.ts';
import { dateTime } from '#web/lib/format.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

export function PaidTo({ address }: { address: MemberPayoutAddress | null }) {
  if (address === null) return <p className="small">They have given no PayPal address.</p>;
  const { email, heldUntil } = address;
  return (
    <p className="small">
      {email === null ? (
        'They have given a PayPal address'
      ) : (
        <>
          PayPal address: <EmailText email={email} />
        </>
      )}
      {heldUntil !== null && `, changed lately: held until ${dateTime(heldUntil)}`}
    </p>
  );
}
