import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';

export function BackToDashboard() {
  return (
    <Link href={paths.adminDashboard()} className="button secondary">
      <BackIcon />
      Back to Dashboard
    </Link>
  );
}
