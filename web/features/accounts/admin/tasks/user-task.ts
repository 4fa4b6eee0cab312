/** Changes of a member, each made in a dialog of its own. */
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';

/** What is to be done, and to whom. */
export interface UserTask {
  kind: 'edit' | 'tokens' | 'forgive' | 'membership' | 'end-grant' | 'sign-out' | 'suspend' | 'let-back' | 'view' | 'delete';
  userId: number;
}

export interface UserFormProps {
  details: AdminUserDetails;
  onDone: () => void;
}
