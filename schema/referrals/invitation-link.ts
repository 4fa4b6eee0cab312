import { routes } from '#schema/routes.ts';

/** Where a member's friends register, so that they count as invited: what the dashboard shows and its QR code encodes. */
export function invitationLink(publicOrigin: string, referralCode: string): string {
  return `${publicOrigin}${routes.auth.path}?ref=${encodeURIComponent(referralCode)}`;
}
