import { Controller } from 'react-hook-form';
import { TestCardApiRequest, type TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { cardSizes, printEnvironments } from '#schema/printing/print.ts';
import { testPrintMinCards } from '#schema/rules.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { CardSizeField, EnvironmentField } from '#web/features/printing/admin/PrintChoices.tsx';
import { CardCountField } from '#web/features/printing/test-card-api/CardCountField.tsx';
import { placeTestOrder } from '#web/features/printing/test-card-api/test-card-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { bindInput, FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

const FormCardSizeField = bindInput(CardSizeField);
const FormEnvironmentField = bindInput(EnvironmentField);

export function TestCardForm({ onResponse }: { onResponse: (request: TestCardApiRequest, response: TestCardApiResponse) => void }) {
  const canUseProduction = useIsSuperAdmin();
  return (
    <Form
      label="Test card order"
      className="sheet stack"
      schema={TestCardApiRequest}
      defaults={{ numCards: testPrintMinCards, cardSize: cardSizes[0], designUrl: '', environment: printEnvironments[0] }}
      send={async (request) => onResponse(request, await placeTestOrder(request))}
      onFailure={(error) => {
        showToast({ tone: 'error', title: 'Error', description: errorText(error, 'Failed to submit request. Please try again.') });
      }}
      failed="Error"
      fallback="Failed to submit request to the Cloudprinter API"
    >
      {({ control, formState: { errors } }) => (
        <>
          <Controller
            control={control}
            name="numCards"
            render={({ field }) => <CardCountField value={field.value} onChange={field.onChange} error={errors.numCards?.message} />}
          />
          <FormCardSizeField name="cardSize" />
          <FormField
            label="Design URL"
            name="designUrl"
            optional
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            hint="A public PDF. Leave empty to print our default design."
          />
          <FormEnvironmentField canUseProduction={canUseProduction} name="environment" />
          <div>
            <FormSubmit pendingLabel="Processing...">Submit Request</FormSubmit>
          </div>
        </>
      )}
    </Form>
  );
}
