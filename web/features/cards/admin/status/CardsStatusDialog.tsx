import { type AdminCard, CardStatusForm as CardStatusFields } from '#schema/cards/admin-cards.ts';
import { BulkDialog, type BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { cardUrl } from '#web/features/admin/urls.ts';
import { adminCardsPath, setCardStatuses } from '#web/features/cards/admin/cards-api.ts';
import { StatusChoices } from '#web/features/cards/admin/status/StatusChoices.tsx';
import { plural } from '#web/lib/format.ts';

const getOwnerId = ({ userInfo }: AdminCard) => userInfo?.id;

export function CardsStatusDialog({ selection, onClose }: { selection: BulkSelection<AdminCard>; onClose: () => void }) {
  // Keeps an owner's cards in one request because the owner gets one email per request.
  const rows = selection.rows.toSorted((one, other) => (getOwnerId(one) ?? 0) - (getOwnerId(other) ?? 0));
  return (
    <BulkDialog
      selection={{ ...selection, rows }}
      action={`Change the status of ${plural(rows.length, 'card')}`}
      labels={{
        noun: 'card',
        pending: 'Changing cards',
        done: 'changed',
        describe: ({ cardId }) => ({ label: cardId, href: cardUrl(cardId) }),
      }}
      getId={({ cardId }) => cardId}
      groupKey={getOwnerId}
      schema={CardStatusFields}
      defaults={{ reason: '' }}
      send={setCardStatuses}
      listPath={adminCardsPath}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => <StatusChoices radio={register('status')} error={errors.status?.message} />}
    </BulkDialog>
  );
}
