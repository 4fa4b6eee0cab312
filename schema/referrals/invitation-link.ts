import { routes } from '#schema/routes.ts';

export function invitationLink(publicOrigin: string, referralCode: string): string {
  return `${publicOrigin}${routes.auth.path}?ref=${encodeURIComponent(referralCode)}`;
}
