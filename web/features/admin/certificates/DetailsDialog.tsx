import { Link } from 'wouter';
import type { AdminCertificate } from '#schema/admin/certificates.ts';
import { Badge } from '#web/components/Badge.tsx';
import { optionOf } from '#web/components/certificates/certificate-words.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { bookingWords, statusWords } from '#web/features/admin/certificates/words.ts';
import { Facts } from '#web/features/admin/Facts.tsx';
import { date, dateTime, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

interface DetailsDialogProps {
  certificate: AdminCertificate;
  onClose: () => void;
}

/** All that is known of one certificate. */
export function DetailsDialog({ certificate, onClose }: DetailsDialogProps) {
  const { user, status, bookingStatus } = certificate;
  const moment = (at: string | null) => at && dateTime(at);
  return (
    <Dialog open onClose={onClose} title={`Certificate ${certificate.number}`}>
      <Facts
        rows={[
          [
            'Status',
            <Badge key="status" tone={statusWords[status].tone}>
              {statusWords[status].word}
            </Badge>,
          ],
          [
            'Member',
            <Link key="member" href={memberAddress(user.id)}>
              {user.name ? `${user.name}, ${user.email}` : user.email}
            </Link>,
          ],
          ['Name on it', certificate.holderName],
          ['Stay', optionOf(certificate.type).name],
          ['Paid with', tokensLabel(certificate.tokensRedeemed)],
          ['Created', dateTime(certificate.createdAt)],
          ['Activate by', date(certificate.activateBy)],
          ['Activated', moment(certificate.activatedAt)],
          ['Valid until', date(certificate.validUntil)],
          ['Booking', bookingWords[bookingStatus]?.word],
          [
            'Reference',
            certificate.travelPlugId && (
              <span key="reference" className="code">
                {certificate.travelPlugId}
              </span>
            ),
          ],
          ['Cancelled', moment(certificate.cancelledAt)],
          ['Cancelled by', certificate.cancelledBy],
          ['Reason', certificate.cancelReason],
          [
            'Audit log',
            <Link key="audit" href={`${paths.adminDashboard('audit')}&q=${certificate.number}`}>
              What was done with it
            </Link>,
          ],
        ]}
      />
    </Dialog>
  );
}
