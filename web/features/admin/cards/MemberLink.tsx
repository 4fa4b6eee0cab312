import { Link } from 'wouter';
import { paths } from '#web/paths.ts';

/** A member, leading to all that is known of them. */
export function MemberLink({ member: { id, email } }: { member: { id: number; email: string } }) {
  return (
    <>
      <Link href={`${paths.adminDashboard('users')}&user=${id}`}>{email}</Link> <span className="muted small">ID {id}</span>
    </>
  );
}
