import { Link } from 'wouter';
import { memberUrl } from '#web/features/admin/urls.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

export function MemberLink({ member: { id, email } }: { member: { id: number; email: string } }) {
  return (
    <>
      <Link href={memberUrl(id)}>
        <EmailText email={email} />
      </Link>{' '}
      <span className="muted small">ID {id}</span>
    </>
  );
}
