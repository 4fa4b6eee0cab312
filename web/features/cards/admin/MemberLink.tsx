import { Link } from 'wouter';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

/** An erased member has no email. */
export function MemberLink({ member: { id, email } }: { member: { id: number; email: string | null } }) {
  return (
    <>
      <Link href={memberAddress(id)}>{email === null ? 'Erased' : <EmailText email={email} />}</Link>{' '}
      <span className="muted small">ID {id}</span>
    </>
  );
}
