import type { Admin } from '#schema/admin/session.ts';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import type { ReplyFieldValues } from '#schema/messages/saved-replies.ts';
import { tierNames } from '#web/features/memberships/membership-labels.ts';
import { number } from '#web/lib/format.ts';

/** Returns the address that replies go to: the member's, or the one that a visitor entered. */
export const writersEmail = ({ member, email }: AdminConversation) => member?.email ?? email;

/** Returns the values for saved replies. Cards, orders and certificates are those that the conversation names, or else the newest. */
export function replyValues(conversation: AdminConversation, admin: Admin | null | undefined): ReplyFieldValues {
  const { member, name, message, replies } = conversation;
  const received = [message, ...replies.filter(({ kind }) => kind !== 'answer').map(({ text }) => text)].reverse();
  const find = (pattern: RegExp) => received.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  const order = find(/\border\s*(?:no\.?\s*)?#?(\d{1,15})\b/i) ?? member?.orders[0]?.name;
  return {
    'first name': member?.firstName ?? name.trim().split(/\s+/)[0] ?? null,
    name: member?.name ?? name,
    email: writersEmail(conversation),
    card: find(/\b(TC-\d{7})\b/i)?.toUpperCase() ?? null,
    order: order === undefined ? null : `#${order}`,
    certificate: find(/\b(VC-[0-9A-Z]{4}-[0-9A-Z]{4})\b/i)?.toUpperCase() ?? member?.certificates[0]?.name ?? null,
    tokens: member ? number(member.tokens) : null,
    tier: member ? tierNames[member.tier] : null,
    'my name': admin?.firstName ?? null,
  };
}
