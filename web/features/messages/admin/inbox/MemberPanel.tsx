import { Link } from 'wouter';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { stateText } from '#web/features/admin/cells.tsx';
import { certificateUrl, memberUrl, messageUrl, orderUrl } from '#web/features/admin/urls.ts';
import { tierNames } from '#web/features/memberships/membership-labels.ts';
import { date, number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmailText } from '#web/ui/EmailText.tsx';

/** Facts about the author of the conversation. */
export function MemberPanel({ conversation: { name, email, member, isErased } }: { conversation: AdminConversation }) {
  if (isErased) return <p className="muted">The sender’s account was erased.</p>;
  if (!member) {
    return (
      <>
        <AdminFacts facts={{ Name: name, Email: <EmailText email={email} /> }} />
        <p className="muted">Sent from the contact form, not signed in. Anyone can enter this address.</p>
      </>
    );
  }
  const { certificates, orders, conversations } = member;
  return (
    <AdminFacts
      facts={{
        Member: (
          <>
            <Link href={memberUrl(member.id)}>{member.name ?? member.username ?? `#${member.id}`}</Link>{' '}
            {member.isSuspended && <Badge tone="red">Suspended</Badge>}
          </>
        ),
        Email: (
          <>
            <EmailText email={member.email} /> {!member.isEmailVerified && <Badge tone="yellow">Not verified</Badge>}
          </>
        ),
        'Email in the form': email !== member.email && <EmailText email={email} />,
        Tier: tierNames[member.tier],
        Finds: number(member.finds),
        Tokens: number(member.tokens),
        Cards: member.cards > 0 && number(member.cards),
        Joined: date(member.joinedAt),
        Certificates: certificates.length > 0 && (
          <ul className="plain-list">
            {certificates.map((certificate) => (
              <li key={certificate.name}>
                <Link href={certificateUrl(certificate.name)}>{certificate.name}</Link> {stateText(certificate.state)}
              </li>
            ))}
          </ul>
        ),
        Orders: orders.length > 0 && (
          <ul className="plain-list">
            {orders.map((order) => (
              <li key={order.name}>
                <Link href={orderUrl(Number(order.name))}>#{order.name}</Link> {stateText(order.state)}
              </li>
            ))}
          </ul>
        ),
        'Also open': conversations.length > 0 && (
          <ul className="plain-list">
            {conversations.map((id) => (
              <li key={id}>
                <Link href={messageUrl(id)}>Message #{id}</Link>
              </li>
            ))}
          </ul>
        ),
      }}
    />
  );
}
