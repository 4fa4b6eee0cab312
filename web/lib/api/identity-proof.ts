/** Returns the password for a request's body, or nothing if it is empty: a recent sign-in is then the proof. */
export const identityProof = (currentPassword = ''): { currentPassword?: string } => (currentPassword === '' ? {} : { currentPassword });
