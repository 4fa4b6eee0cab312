import type { Mail } from '#worker/domain/messages/mail.ts';

export interface Addressee {
  email: string;
  firstName: string | null;
}

export type MakeMail = (template: Mail['template'], cause: string, payload: Mail['payload']) => Mail;

export function createMailMaker({ email, firstName }: Addressee): MakeMail {
  return (template, cause, payload) => ({ template, to: email, cause, payload: { firstName, ...payload } });
}
