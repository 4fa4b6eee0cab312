import { signOutAdmin } from '#web/features/admin/session/admin-session.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { LogoutIcon } from '#web/ui/icons/shell-icons.tsx';

export function LogoutButton() {
  return (
    <ActionButton className="secondary" action={signOutAdmin}>
      <LogoutIcon />
      Logout
    </ActionButton>
  );
}
