import { t } from '@lingui/core/macro';
import type { OwnCard } from '#schema/cards/card.ts';
import { PlacementRequest } from '#schema/cards/placement.ts';
import { defaultPlaceVisibility } from '#schema/finding/shown-place.ts';
import { placeCard } from '#web/features/cards/api.ts';
import { PlacementCoordinates } from '#web/features/cards/placement/PlacementCoordinates.tsx';
import { VisibilityChoice } from '#web/features/cards/placement/VisibilityChoice.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface PlacementFormProps {
  card: OwnCard;
  isFirst: boolean;
  onDone: () => void;
  onCancel: (() => void) | undefined;
}

export function PlacementForm({ card, isFirst, onDone, onCancel }: PlacementFormProps) {
  return (
    <Form
      label={t`Placement`}
      draft={`placement-${card.cardId}`}
      schema={PlacementRequest}
      defaults={{
        location: card.location ?? '',
        description: card.description ?? '',
        latitude: card.latitude,
        longitude: card.longitude,
        visibility: card.visibility ?? defaultPlaceVisibility,
      }}
      send={async (placement) => {
        await placeCard(card.cardId, toRequest(placement, card));
        showToast({ title: isFirst ? t`Card placed` : t`Placement updated`, tone: 'success' });
        onDone();
      }}
      failed={t`Couldn’t save the placement`}
      failsInToast
    >
      {(form) => (
        <>
          <PlacementCoordinates card={card} form={form} />
          <FormField label={t`Location`} name="location" hint={t`A familiar name, such as Riverside Park`} />
          <FormTextArea label={t`Description`} name="description" hint={t`How to find it, without giving it all away`} />
          <VisibilityChoice />
          <div className="placement-actions">
            <FormActions pendingLabel={t`Saving…`} cancelClass="ghost" onCancel={onCancel}>
              {isFirst ? t`Place this card` : t`Save placement`}
            </FormActions>
          </div>
        </>
      )}
    </Form>
  );
}

/** Omits the preselected visibility if the owner sets no coordinates. The card's page then asks for the visibility again. */
function toRequest({ visibility, ...placement }: PlacementRequest, card: OwnCard): PlacementRequest {
  const isAnswer = placement.latitude != null || card.visibility !== null || visibility === 'hidden';
  return { ...placement, ...(isAnswer && { visibility }) };
}
