import { Link } from 'wouter';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

export function MemberLink({ member: { id, email } }: { member: { id: number; email: string } }) {
  return (
    <>
      <Link href={memberAddress(id)}>
        <EmailText email={email} />
      </Link>{' '}
      <span className="muted small">ID {id}</span>
    </>
  );
}
