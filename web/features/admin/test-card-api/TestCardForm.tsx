import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { TestCardApiRequest, type TestCardApiResponse } from '#schema/admin/printing.ts';
import { cardSizes, printEnvironments } from '#schema/print.ts';
import { testPrintMinCards } from '#schema/rules.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { CardSizeField, EnvironmentField } from '#web/features/admin/printing/PrintChoices.tsx';
import { CardCountField } from '#web/features/admin/test-card-api/CardCountField.tsx';
import { placeTestOrder } from '#web/features/admin/test-card-api/test-card-api.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

interface TestCardFormProps {
  onAnswer: (request: TestCardApiRequest, answer: TestCardApiResponse) => void;
}

/** What is to be printed, how often, and whether in earnest. */
export function TestCardForm({ onAnswer }: TestCardFormProps) {
  const mayProduce = useIsSuperAdmin();
  const [failure, setFailure] = useState<string>();
  const { control, register, handleSubmit, setError, formState } = useForm({
    defaultValues: { numCards: testPrintMinCards, cardSize: cardSizes[0], designUrl: '', environment: printEnvironments[0] },
    resolver: valibotResolver(TestCardApiRequest),
  });
  const { errors, isSubmitting } = formState;

  async function submit(request: TestCardApiRequest) {
    setFailure(undefined);
    try {
      onAnswer(request, await placeTestOrder(request));
    } catch (error) {
      showToast({ tone: 'error', title: 'Error', description: errorText(error, 'Failed to submit request. Please try again.') });
      if (!applyFieldErrors(error, setError)) setFailure(errorText(error, 'Failed to submit request to the Cloudprinter API'));
    }
  }

  return (
    <form className="sheet stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Test card order">
      {failure !== undefined && (
        <Alert tone="error" title="Error">
          {failure}
        </Alert>
      )}
      <Controller
        control={control}
        name="numCards"
        render={({ field }) => <CardCountField value={field.value} onChange={field.onChange} error={errors.numCards?.message} />}
      />
      <CardSizeField error={errors.cardSize?.message} {...register('cardSize')} />
      <Field
        label="Design URL"
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        hint="A PDF on the public internet. Left blank, our default design is printed."
        error={errors.designUrl?.message}
        {...register('designUrl')}
      />
      <EnvironmentField mayProduce={mayProduce} error={errors.environment?.message} {...register('environment')} />
      <div>
        <SubmitButton pending={isSubmitting} pendingLabel="Processing...">
          Submit Request
        </SubmitButton>
      </div>
    </form>
  );
}
