import type { AuditEntry } from '#schema/admin/audit.ts';
import { describeAction } from '#schema/admin/audit-actions.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { listChanges } from '#web/features/admin/audit/changes.ts';
import { itemLabel } from '#web/features/admin/audit/entity-types.ts';
import { dateTime } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { admin, userId, personal } = entry;
  const changes = personal ? listChanges(personal) : [];
  return (
    <Dialog open onClose={onClose} title={itemLabel(entry)} size={changes.length > 0 ? 'large' : 'medium'}>
      <div className="stack">
        <AdminFacts
          facts={{
            Action: (
              <>
                {describeAction(entry.action)} <span className="code">{entry.action}</span>
              </>
            ),
            When: dateTime(entry.createdAt),
            Administrator: admin ? admin.email : 'No administrator',
            Member: userId && (personal?.userEmail ? `${personal.userEmail} (${userId})` : userId),
            Reason: personal?.reason,
            'IP address': personal?.address,
            Request: <span className="code">{entry.requestId}</span>,
          }}
        />
        {changes.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          <section className="table-scroll" aria-label="Changes" tabIndex={0}>
            <table className="audit-diff">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">{field}</th>
                    <td dir="auto">{before ?? ''}</td>
                    <td dir="auto">{after ?? ''}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {!personal && <p className="muted">Only super administrators can see what changed, why, and from where.</p>}
      </div>
    </Dialog>
  );
}
