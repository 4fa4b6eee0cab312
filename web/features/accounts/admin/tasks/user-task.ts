import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';

export interface UserTask {
  kind:
    | 'edit'
    | 'tokens'
    | 'forgive'
    | 'keys'
    | 'referrer'
    | 'membership'
    | 'cancel'
    | 'end-grant'
    | 'sign-out'
    | 'suspend'
    | 'reinstate'
    | 'view'
    | 'delete';
  userId: number;
}

export interface UserFormProps {
  details: AdminUserDetails;
  onDone: () => void;
}
