import { useState } from 'react';
import { type AdminCertificate, AdminCertificates } from '#schema/certificates/admin-certificates.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { BookingDialog } from '#web/features/certificates/admin/BookingDialog.tsx';
import { CancelDialog } from '#web/features/certificates/admin/CancelDialog.tsx';
import { certificatesPath } from '#web/features/certificates/admin/certificates-api.ts';
import { DetailsDialog } from '#web/features/certificates/admin/DetailsDialog.tsx';
import { canBeCancelled, hasStay, memberName, reviewLabels, stageLabels, statusLabels } from '#web/features/certificates/admin/labels.ts';
import { OtherPersonDialog } from '#web/features/certificates/admin/OtherPersonDialog.tsx';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { downloadByLink } from '#web/lib/api/download.ts';
import { errorText } from '#web/lib/api-error.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

const columns: readonly Column<AdminCertificate>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: ({ number }) => <span className="code">{number}</span>,
    sort: 'number',
    orders: ['Number A–Z', 'Number Z–A'],
    isName: true,
  },
  { id: 'member', header: 'Member', cell: memberName },
  { id: 'email', header: 'Email', cell: ({ user }) => <EmailText email={user.email} />, isOptional: true },
  { id: 'stay', header: 'Stay', cell: ({ type }) => findOption(type).name },
  { id: 'tokens', header: 'Tokens', cell: ({ tokensRedeemed }) => tokensRedeemed, align: 'end', isForWideScreens: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge> },
  { id: 'review', header: 'Review', cell: ({ review }) => <State words={reviewLabels[review]} /> },
  { id: 'stage', header: 'Progress', cell: ({ stage }) => <State words={stage && stageLabels[stage]} />, isForWideScreens: true },
  { id: 'reference', header: 'Reference', cell: ({ travelPlugId }) => travelPlugId ?? '', isForWideScreens: true },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => calendarDay(createdAt), isForWideScreens: true },
  {
    id: 'activateBy',
    header: 'Activate by',
    cell: ({ activateBy, review }) => (review === 'waiting' ? '' : calendarDay(activateBy)),
    sort: 'activateBy',
    orders: ['Due soonest', 'Due last'],
  },
];

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: toOptions(statusLabels), sorts: ['created', 'activateBy'] },
  { name: 'review', label: 'Review', options: { waiting: 'Waiting for review', passed: 'Passed', refused: 'Refused' }, sorts: ['created'] },
];

type OpenDialog = { dialog: 'booking' | 'cancel' | 'person'; certificate: AdminCertificate };

/** Lists certificates. The URL parameter `?certificate=17` opens one of them. */
export function CertificatesTab() {
  const isSuperAdmin = useIsSuperAdmin();
  const [openId, setOpenId] = useIdParameter('certificate');
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const openDialog = (dialog: OpenDialog['dialog']) => (certificate: AdminCertificate) => setOpen({ dialog, certificate });

  const rowActions: RowAction<AdminCertificate>[] = [
    { label: 'View details', onChoose: ({ id }) => setOpenId(id) },
    { label: 'Download PDF', onChoose: (certificate) => void downloadPdf(certificate) },
    { label: 'Enter booking reference', isShown: (row) => hasStay(row) && row.travelPlugId === null, onChoose: openDialog('booking') },
    {
      label: 'Correct booking reference',
      isShown: (row) => isSuperAdmin && hasStay(row) && row.travelPlugId !== null,
      onChoose: openDialog('booking'),
    },
    {
      label: 'Approve different person',
      isShown: (row) => isSuperAdmin && canBeCancelled(row) && !row.isOtherPerson,
      onChoose: openDialog('person'),
    },
    { label: 'Cancel certificate', isShown: (row) => isSuperAdmin && canBeCancelled(row), onChoose: openDialog('cancel') },
  ];

  return (
    <>
      <AdminList
        name="certificates"
        label="Certificates"
        path={certificatesPath}
        schema={AdminCertificates}
        columns={columns}
        rowLabel={({ number }) => number}
        searchLabel="Search number, member or reference"
        filters={filters}
        onOpen={({ id }) => setOpenId(id)}
        openKey={openId}
        rowActions={rowActions}
        emptyTitle="No certificates yet"
        emptyHint="Certificates appear here when members redeem Treasure Tokens."
      />
      {openId !== null && <DetailsDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
      {open?.dialog === 'booking' && <BookingDialog certificate={open.certificate} onClose={close} />}
      {open?.dialog === 'person' && <OtherPersonDialog certificate={open.certificate} onClose={close} />}
      {open?.dialog === 'cancel' && <CancelDialog certificate={open.certificate} onClose={close} />}
    </>
  );
}

function State({ words }: { words: StateLabel | null }) {
  return words && <Badge tone={words.tone}>{words.label}</Badge>;
}

async function downloadPdf({ id }: AdminCertificate) {
  try {
    await downloadByLink(`${certificatesPath}/${id}/certificate.pdf`);
  } catch (error) {
    showToast({ tone: 'error', title: 'The PDF could not be downloaded', description: errorText(error, 'Please try again in a moment.') });
  }
}
