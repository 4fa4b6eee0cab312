import '#web/features/stays/admin/admin-stays.css';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type AdminStayDetails, OfferForm as OfferFormSchema, type StayPlace } from '#schema/stays/admin-stays.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { enterOffer, readStay, useStayPlaces } from '#web/features/stays/admin/admin-stays-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

const noCost = { name: '', chargedBy: 'the hotel', when: 'at check-in', dollars: '' };
const emptyOffer: OfferFormSchema = {
  destinationId: '',
  place: '',
  address: '',
  latitude: '',
  longitude: '',
  arrival: '',
  departure: '',
  room: '',
  costs: [noCost],
  cancellation: '',
  checkIn: '',
  contact: '',
  costCents: '',
};

const toDollars = (cents: number) => (cents / 100).toFixed(2);

/** Returns the form values for a hotel from an earlier offer, without the offer's dates. */
function placeInputs({ costs, costCents, latitude, longitude, destinationId, ...texts }: StayPlace) {
  return {
    ...texts,
    destinationId: destinationId ?? '',
    latitude: latitude === null ? '' : String(latitude),
    longitude: longitude === null ? '' : String(longitude),
    costs: costs.map(({ cents, ...cost }) => ({ ...cost, dollars: toDollars(cents) })),
    costCents: costCents === null ? '' : toDollars(costCents),
  };
}

export function OfferForm({ stay, onDone }: { stay: AdminStayDetails; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(stay, () => readStay(stay.id));
  return (
    <Form
      label="Offer"
      draft={`offer-${stay.id}`}
      className="stack"
      schema={OfferFormSchema}
      defaults={emptyOffer}
      send={async (offer) => {
        await enterOffer(stay.id, { ...offer, version: base.version });
        showToast({ tone: 'success', title: 'Offer sent', description: `${stay.user.email} has 7 days to respond.` });
        onDone();
      }}
      failed="Couldn’t send the offer"
      onFailure={refreshIfStale}
    >
      {(form) => <OfferInputs stay={stay} form={form as unknown as UseFormReturn<OfferFormSchema>} onDone={onDone} />}
    </Form>
  );
}

interface OfferInputsProps {
  stay: AdminStayDetails;
  form: UseFormReturn<OfferFormSchema>;
  onDone: () => void;
}

function OfferInputs({ stay, form, onDone }: OfferInputsProps) {
  const costs = form.watch('costs');
  const setCosts = (next: OfferFormSchema['costs']) => form.setValue('costs', next, { shouldDirty: true });
  return (
    <>
      <h3>New offer</h3>
      <EarlierPlaces
        onChoose={(place) => {
          for (const [name, value] of Object.entries(placeInputs(place)))
            form.setValue(name as keyof OfferFormSchema, value, { shouldDirty: true });
        }}
      />
      <div className="form-row">
        <FormField label="Place" name="place" hint="The hotel and town" />
        <FormSelectField label="Destination" name="destinationId">
          <option value="">Another one</option>
          {stay.destinations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelectField>
      </div>
      <FormField label="Address" name="address" />
      <div className="form-row">
        <FormField label="Arrival" name="arrival" type="date" />
        <FormField label="Departure" name="departure" type="date" />
      </div>
      <FormField label="Room" name="room" />
      <fieldset className="stack gap-3">
        <legend>Mandatory fees for the member</legend>
        {costs.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs are named by their index
          <div key={index} className="stack gap-2">
            <div className="offer-cost">
              <FormField label="Cost" name={`costs.${index}.name`} />
              <FormField label="Charged by" name={`costs.${index}.chargedBy`} />
              <FormField label="When" name={`costs.${index}.when`} />
              <FormField label="Dollars" name={`costs.${index}.dollars`} inputMode="decimal" autoComplete="off" />
            </div>
            {costs.length > 1 && (
              <div className="cluster">
                <button
                  type="button"
                  className="secondary"
                  aria-label={`Remove fee ${index + 1}`}
                  onClick={() => setCosts(form.getValues('costs').filter((__, other) => other !== index))}
                >
                  Remove
                </button>
              </div>
            )}
          </div>
        ))}
        <div className="cluster">
          <button type="button" className="secondary" onClick={() => setCosts([...form.getValues('costs'), noCost])}>
            Add a fee
          </button>
        </div>
      </fieldset>
      <FormTextArea label="Cancellation terms" name="cancellation" rows={2} />
      <FormTextArea label="Check-in" name="checkIn" rows={2} />
      <FormField label="Hotel contact" name="contact" hint="Name, phone or email" />
      <div className="form-row">
        <FormField label="Latitude" name="latitude" optional inputMode="decimal" autoComplete="off" />
        <FormField label="Longitude" name="longitude" optional inputMode="decimal" autoComplete="off" />
      </div>
      <FormField label="Our cost for the stay, in dollars" name="costCents" optional inputMode="decimal" autoComplete="off" />
      <FormActions pendingLabel="Sending…" onCancel={onDone} cancelLabel="Back">
        Send offer
      </FormActions>
    </>
  );
}

function EarlierPlaces({ onChoose }: { onChoose: (place: StayPlace) => void }) {
  const { data: places = [] } = useStayPlaces();
  const [chosen, setChosen] = useState('');
  if (places.length === 0) return null;
  return (
    <SelectField
      label="Copy a previous hotel"
      optional
      value={chosen}
      onChange={({ target }) => {
        setChosen(target.value);
        const place = places.find((candidate) => candidate.place === target.value);
        if (place) onChoose(place);
      }}
    >
      <option value="">None</option>
      {places.map(({ place }) => (
        <option key={place} value={place}>
          {place}
        </option>
      ))}
    </SelectField>
  );
}
