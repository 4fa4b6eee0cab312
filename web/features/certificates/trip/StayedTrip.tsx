import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { StayAnswer, StayOffer } from '#schema/stays/stay.ts';
import { answerStay, tripFailure } from '#web/features/certificates/trip/trip-api.ts';
import { dayRange } from '#web/lib/calendar-day.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit, FormTextArea, useFormContext } from '#web/ui/forms/form-inputs.tsx';

const AnswerInput = v.pipe(
  v.object({ tookPlace: v.nullish(v.string(), ''), comment: v.string() }),
  v.forward(
    v.check(
      ({ tookPlace }) => tookPlace !== '',
      () => t`Please choose yes or no`,
    ),
    ['tookPlace'],
  ),
  v.transform(({ tookPlace, comment }): StayAnswer => ({ tookPlace: tookPlace === 'yes', comment })),
);

interface StayedTripProps {
  certificate: VacationCertificate;
  offer: StayOffer;
  /** Whether the stay took place; null until the member has reported it. */
  tookPlace: boolean | null;
  isNoShow: boolean;
}

export function StayedTrip({ certificate, offer, tookPlace, isNoShow }: StayedTripProps) {
  return (
    <>
      <p>
        {tookPlace === null && `${offer.place}, `}
        {dayRange(offer.arrival, offer.departure)}
      </p>
      {isNoShow && tookPlace === null && (
        <p>{t`We heard that nobody checked in. If you were there, or the hotel turned you away, tell us below.`}</p>
      )}
      {tookPlace === null && <AnswerForm certificate={certificate} />}
      {tookPlace === true && (
        <p>
          {t`Thanks for telling us.`} <Link href={paths.stays}>{t`Where to next?`}</Link>
        </p>
      )}
      {tookPlace === false && <p>{t`Thanks for telling us. We’re looking into it and will email you.`}</p>}
    </>
  );
}

function AnswerForm({ certificate }: Pick<StayedTripProps, 'certificate'>) {
  return (
    <Form<v.InferInput<typeof AnswerInput>, StayAnswer>
      label={t`Your stay`}
      draft={`stayed-${certificate.number}`}
      className="stack gap-3"
      schema={AnswerInput}
      defaults={{ tookPlace: '', comment: '' }}
      send={async (answer) => {
        await answerStay(certificate, answer);
        showToast({ tone: 'success', title: t`Thanks for telling us` });
      }}
      failed={tripFailure(t`Couldn’t send your answer`)}
    >
      <TookPlace />
      <FormTextArea label={t`A note for our team`} name="comment" optional rows={2} maxLength={500} />
      <FormSubmit pendingLabel={t`Sending…`}>{t`Send answer`}</FormSubmit>
    </Form>
  );
}

function TookPlace() {
  const { error, ...input } = useFormContext().bind('tookPlace');
  return (
    <fieldset className="trip-answer" aria-describedby={error ? 'took-place-error' : undefined}>
      <legend>{t`Did the stay take place?`}</legend>
      <div className="cluster">
        {(['yes', 'no'] as const).map((answer) => (
          <label key={answer} className="trip-choice">
            <input {...input} type="radio" value={answer} aria-invalid={error ? true : undefined} />
            {answer === 'yes' ? t`Yes` : t`No`}
          </label>
        ))}
      </div>
      {error && (
        <p id="took-place-error" className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
