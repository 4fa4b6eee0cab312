import { Link } from 'wouter';
import { memberUrl } from '#web/features/admin/urls.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

/** Links to a member's details. Shows `Erased` instead of the email if the member's data was erased. */
export function MemberLink({ member: { id, email } }: { member: { id: number; email: string | null } }) {
  return (
    <>
      <Link href={memberUrl(id)}>{email === null ? 'Erased' : <EmailText email={email} />}</Link>{' '}
      <span className="muted small">ID&nbsp;{id}</span>
    </>
  );
}
