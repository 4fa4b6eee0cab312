/** What an administrator changes of a member's profile. Rulings sections 3 and 11. */
import type { EditUserRequest } from '#schema/admin/users.ts';
import { comparisonKey } from './profile.ts';
import { err, ok, type Result } from './result.ts';

const texts = ['firstName', 'lastName', 'phone', 'address', 'city', 'state', 'zip', 'country'] as const;
type Text = (typeof texts)[number];

/** The member as they are, as far as an edit asks. */
export type EditedMember = Record<Text, string | null> & {
  version: number;
  email: string;
  username: string | null;
  isLeaving: boolean;
};

export interface MemberEdit {
  set: Partial<Record<Text, string | null>>;
  username?: { username: string | null; usernameKey: string | null };
  /** `isNew`: not the same address in another case, which stays verified. */
  email?: { email: string; emailKey: string; isNew: boolean };
  before: Record<string, string | null>;
  after: Record<string, string | null>;
}

export type EditRefusal = 'changed_meanwhile' | 'member_leaving' | 'super_admin_only';

/** Only what is given and differs; undefined where nothing does. */
export function decideEdit(
  request: EditUserRequest,
  member: EditedMember,
  mayChangeEmail: boolean,
): Result<MemberEdit | undefined, EditRefusal> {
  const { version, email, username } = request;
  if (email !== undefined && email !== member.email && !mayChangeEmail) return err('super_admin_only');
  if (member.isLeaving) return err('member_leaving');
  if (version !== member.version) return err('changed_meanwhile');
  const changed = texts.filter((name) => request[name] !== undefined && request[name] !== member[name]);
  const edit: MemberEdit = {
    set: Object.fromEntries(changed.map((name) => [name, request[name] ?? null])),
    before: Object.fromEntries(changed.map((name) => [name, member[name]])),
    after: Object.fromEntries(changed.map((name) => [name, request[name] ?? null])),
  };
  if (username !== undefined && username !== member.username) {
    edit.username = { username, usernameKey: username === null ? null : comparisonKey(username) };
    edit.before.username = member.username;
    edit.after.username = username;
  }
  if (email !== undefined && email !== member.email) {
    const emailKey = comparisonKey(email);
    edit.email = { email, emailKey, isNew: emailKey !== comparisonKey(member.email) };
    edit.before.email = member.email;
    edit.after.email = email;
  }
  return ok(Object.keys(edit.after).length > 0 ? edit : undefined);
}
