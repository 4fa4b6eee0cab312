import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { isCardId, normalizeCardId } from '#schema/cards/card-id.ts';
import { reportMissing } from '#web/features/cards/api.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

const ReportForm = v.object({
  cardId: v.pipe(
    v.string(),
    v.transform(normalizeCardId),
    v.check(isCardId, () => t`A card ID is TC- followed by 7 digits, such as TC-0000001.`),
  ),
});

export function ReportCardForm({ onClose }: { onClose: () => void }) {
  const [sentReport, setSentReport] = useState<{ cardId: string; message: string }>();

  if (sentReport) return <ReportSent {...sentReport} onClose={onClose} />;
  return (
    <Form
      label={t`Report a missing card`}
      draft="report"
      className="stack"
      schema={ReportForm}
      defaults={{ cardId: '' }}
      send={async ({ cardId }) => {
        const { message } = await reportMissing(cardId);
        setSentReport({ cardId, message });
        showToast({ title: t`Report sent`, description: message, tone: 'success' });
      }}
      failed={(error, { setError }) => {
        const message = errorText(error, t`Please try again.`);
        if (!(error instanceof ApiError && error.status < 500)) return { title: t`Couldn’t send the report`, text: message };
        setError('cardId', { type: 'server', message }, { shouldFocus: true });
        return null;
      }}
    >
      <p>{t`Enter the ID of the card you couldn’t find.`}</p>
      <FormField
        label={t`Card ID`}
        name="cardId"
        placeholder={t`TC-0000000`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      <FormActions className="danger" pendingLabel={t`Sending…`} onCancel={onClose}>{t`Yes, it’s missing`}</FormActions>
    </Form>
  );
}

function ReportSent({ cardId, message, onClose }: { cardId: string; message: string; onClose: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        <Trans>
          Report of <span className="code">{cardId}</span> sent
        </Trans>
      </h3>
      <p>{message}</p>
      <button type="button" onClick={onClose}>{t`Done`}</button>
    </div>
  );
}
