import { Link } from 'wouter';
import { EmailText } from '#web/ui/EmailText.tsx';
import '#web/features/payouts/admin/member-cell.css';
import { memberUrl } from '#web/features/admin/urls.ts';

export function MemberCell({ member: { id, email, name } }: { member: { id: number; email: string; name: string | null } }) {
  return (
    <span className="payout-member">
      <Link href={memberUrl(id)}>{name ?? <EmailText email={email} />}</Link>
      {name !== null && (
        <span className="muted small">
          <EmailText email={email} />
        </span>
      )}
    </span>
  );
}
