import { Link } from 'wouter';
import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { useCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { reviewLabels, stageLabels, statusLabels } from '#web/features/certificates/admin/labels.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { dateTime, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function DetailsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useCertificate(id);
  return (
    <Dialog open onClose={onClose} title={`Certificate ${query.data?.number ?? ''}`}>
      <Loaded query={query} subject="The certificate" lines={8}>
        {(certificate) => <Details certificate={certificate} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ certificate }: { certificate: AdminCertificate }) {
  const { user, status, review, stage } = certificate;
  const formatOptionalTime = (at: string | null) => at && dateTime(at);
  return (
    <AdminFacts
      facts={{
        Status: <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
        Member: <Link href={memberUrl(user.id)}>{user.name ? `${user.name}, ${user.email}` : user.email}</Link>,
        'Issued to': certificate.holderName,
        Stay: findOption(certificate.type).name,
        'Paid with': tokensLabel(certificate.tokensRedeemed),
        Created: dateTime(certificate.createdAt),
        Review: reviewLabels[review]?.label,
        'Activate by': review === 'waiting' ? null : calendarDay(certificate.activateBy),
        Activated: formatOptionalTime(certificate.activatedAt),
        'Valid until': calendarDay(certificate.validUntil),
        Progress: stage && stageLabels[stage].label,
        Reference: certificate.travelPlugId && <span className="code">{certificate.travelPlugId}</span>,
        Canceled: formatOptionalTime(certificate.cancelledAt),
        'Canceled by': certificate.cancelledBy,
        Reason: certificate.cancelReason,
        'Audit log': <Link href={`${paths.adminDashboard('audit')}&q=${certificate.number}`}>View changes</Link>,
      }}
    />
  );
}
