import type { AdminRole, SignedInAdmin } from '#schema/admin/session.ts';
import { Client } from '#tests/worker/support/client.ts';
import { newAdmin } from './administrators.ts';

export interface AdminWithPassword {
  client: Client;
  id: number;
  email: string;
  password: string;
}

let made = 0;

/** Creates an administrator who is signed in with the token from the registration response. */
export async function adminWithPassword(role: AdminRole = 'admin'): Promise<AdminWithPassword> {
  made += 1;
  const email = `keeper${made}@example.test`;
  const password = 'pass-word-1';
  const registration = { email, password, confirmPassword: password, firstName: 'Kee', lastName: 'Per', role };
  const answer = await (await newAdmin('super_admin')).client.post<SignedInAdmin>('/api/admin/register', registration);
  if (answer.status !== 201) throw new Error(`Registration failed: ${JSON.stringify(answer.body)}`);
  return { client: new Client().bearer(answer.body.token), id: answer.body.admin.id, email, password };
}

export const signInAdmin = (client: Client, email: string, password: string) =>
  client.post<SignedInAdmin>('/api/admin/login', { email, password });
