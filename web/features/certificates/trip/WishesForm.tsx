import { plural, t } from '@lingui/core/macro';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { maxStayWishes } from '#schema/rules.ts';
import type { StayTerms } from '#schema/stays/catalogue.ts';
import type { Stay, StayWish } from '#schema/stays/stay.ts';
import { makeWishes, tripFailure } from '#web/features/certificates/trip/trip-api.ts';
import { arrivalChoices, emptyWish, exactDay, toWishInput, WishesInput } from '#web/features/certificates/trip/wish-form.ts';
import { useStayCatalogue } from '#web/features/stays/stays-api.ts';
import { monthName } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { i18n } from '#web/lib/words/words.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField } from '#web/ui/forms/form-inputs.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface WishesFormProps {
  certificate: VacationCertificate;
  stay: Stay;
  onSaved?: () => void;
  onCancel?: () => void;
}

export function WishesForm(props: WishesFormProps) {
  return (
    <Loaded query={useStayCatalogue()} subject={t`Destinations`} blocks={['4rem', '4rem', '3rem']}>
      {({ terms }) => <LoadedForm {...props} terms={terms[props.certificate.type]} />}
    </Loaded>
  );
}

function LoadedForm({ certificate, stay, terms, onSaved, onCancel }: WishesFormProps & { terms: StayTerms }) {
  const defaultTravelers = Math.min(2, terms.maxTravelers);
  const wishes = stay.wishes.length > 0 ? stay.wishes.map(toWishInput) : [emptyWish(defaultTravelers)];
  return (
    <Form<WishesInput, { wishes: StayWish[] }>
      label={t`Your travel preferences`}
      draft={`wishes-${certificate.number}`}
      className="stack gap-4"
      schema={WishesInput}
      defaults={{ wishes }}
      send={async (request) => {
        await makeWishes(certificate, { ...request, version: stay.version });
        showToast({ tone: 'success', title: t`Preferences sent`, description: t`We’ll email you an offer.` });
        onSaved?.();
      }}
      failed={tripFailure(t`Couldn’t send your preferences`)}
    >
      {(form) => (
        <>
          <WishList form={form} terms={terms} certificate={certificate} newTravelers={defaultTravelers} />
          <FormActions className="treasure" pendingLabel={t`Sending…`} onCancel={onCancel}>
            {stay.wishes.length > 0 ? t`Save preferences` : t`Send preferences`}
          </FormActions>
        </>
      )}
    </Form>
  );
}

type FormMethods = UseFormReturn<WishesInput, unknown, { wishes: StayWish[] }>;

interface WishListProps {
  form: FormMethods;
  terms: StayTerms;
  certificate: VacationCertificate;
  newTravelers: number;
}

const choiceNames = () => [t`First choice`, t`Second choice`, t`Third choice`];
const removeLabels = () => [t`Remove first choice`, t`Remove second choice`, t`Remove third choice`];

function WishList({ form, terms, certificate, newTravelers }: WishListProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'wishes' });
  const choices = arrivalChoices(certificate, now());
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="stack gap-3 wish">
          <legend>{fields.length > 1 ? choiceNames()[index] : t`Your choice`}</legend>
          <WishFields form={form} index={index} terms={terms} choices={choices} />
          {fields.length > 1 && (
            <button type="button" className="link-button" onClick={() => remove(index)}>
              {removeLabels()[index]}
            </button>
          )}
        </fieldset>
      ))}
      {fields.length < maxStayWishes && (
        <button type="button" className="link-button wish-add" onClick={() => append(emptyWish(newTravelers))}>
          {t`+ Add another choice`}
        </button>
      )}
    </>
  );
}

interface WishFieldsProps {
  form: FormMethods;
  index: number;
  terms: StayTerms;
  choices: ReturnType<typeof arrivalChoices>;
}

function WishFields({ form, index, terms, choices }: WishFieldsProps) {
  const name = `wishes.${index}` as const;
  const month = useWatch({ control: form.control, name: `${name}.month` });
  return (
    <>
      <FormSelectField label={t`Destination`} name={`${name}.destinationId`}>
        <option value="">{t`Surprise me`}</option>
        {terms.destinations.map((destination) => (
          <option key={destination.id} value={destination.id}>
            {i18n._(destination.name)}, {i18n._(destination.country)}
          </option>
        ))}
      </FormSelectField>
      <div className="form-row">
        <FormSelectField label={t`When`} name={`${name}.month`}>
          <option value="" disabled>{t`Choose a month`}</option>
          {choices.months.map((choice) => (
            <option key={choice} value={choice}>
              {monthName(choice)}
            </option>
          ))}
          <option value={exactDay}>{t`On an exact date…`}</option>
        </FormSelectField>
        {month === exactDay && (
          <FormField label={t`Arrival date`} name={`${name}.arrival`} type="date" min={choices.first} max={choices.last} />
        )}
        <FormSelectField label={t`Travelers`} name={`${name}.travelers`} parseInput={Number} hint={t`Including children`}>
          {Array.from({ length: terms.maxTravelers }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {plural(count, { one: '# traveler', other: '# travelers' })}
            </option>
          ))}
        </FormSelectField>
      </div>
    </>
  );
}
