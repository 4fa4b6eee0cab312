import * as v from 'valibot';
import { MessageResponse } from '#schema/accounts/account.ts';
import type { AdminRegisterRequest } from '#schema/admin/account.ts';
import { type AdministratorChange, ListedAdministrator } from '#schema/admin/administrators.ts';
import { type Admin, SignedInAdmin } from '#schema/admin/session.ts';
import { apiSend } from '#web/lib/api/client.ts';

export const administratorsPath = '/api/admin/administrators';

export const AdministratorList = v.array(ListedAdministrator);

/** The token in the response belongs to the new administrator and is ignored. */
export async function addAdministrator(registration: AdminRegisterRequest): Promise<Admin> {
  return (await apiSend('POST', '/api/admin/register', registration, SignedInAdmin)).admin;
}

export function changeAdministrator(id: number, change: AdministratorChange): Promise<ListedAdministrator> {
  return apiSend('PATCH', `${administratorsPath}/${id}`, change, ListedAdministrator);
}

/** Emails a link for setting a new password. Returns the server's message. */
export async function sendResetLink(id: number): Promise<string> {
  return (await apiSend('POST', `${administratorsPath}/${id}/reset-link`, undefined, MessageResponse)).message;
}

export function formatName({ firstName, lastName, email }: Pick<Admin, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
