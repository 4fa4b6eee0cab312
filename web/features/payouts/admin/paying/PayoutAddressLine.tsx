import type { MemberPayoutAddress } from '#schema/payouts/admin-payouts.ts';
import { dateTime } from '#web/lib/format.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

export function PayoutAddressLine({ address }: { address: MemberPayoutAddress | null }) {
  if (address === null) return <p className="small">No PayPal address.</p>;
  const { email, heldUntil } = address;
  return (
    <p className="small">
      {email === null ? (
        'PayPal address on file'
      ) : (
        <>
          PayPal address: <EmailText email={email} />
        </>
      )}
      {heldUntil !== null && `, new: on hold until ${dateTime(heldUntil)}`}
    </p>
  );
}
