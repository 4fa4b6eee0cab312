import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { type BulkLabels, BulkRunView } from '#web/features/admin/lists/BulkRunView.tsx';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { type BulkRunOptions, useBulkRun } from '#web/features/admin/lists/use-bulk-run.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

/** Rows chosen for a bulk action, for as long as its dialog is open. */
export interface BulkSelection<Row> {
  rows: Row[];
  clearSelection: () => void;
}

interface BulkDialogProps<Item, Values extends FieldValues, Payload> extends BulkRunOptions<Item> {
  selection: BulkSelection<Item>;
  /** Title and submit button, such as `Close 12 messages`. */
  action: string;
  labels: BulkLabels<Item>;
  isDanger?: boolean;
  schema?: GenericSchema<Values, Payload>;
  defaults?: DefaultValues<Values>;
  send: (chunk: Item[], payload: Payload) => Promise<BulkResponse>;
  /** List that the action changes. */
  listPath: string;
  onClose: () => void;
  /** What will happen, and inputs for `schema`. */
  children: ReactNode | ((form: UseFormReturn<Values, unknown, Payload>) => ReactNode);
}

/** Confirms a bulk action, runs it with progress, and lists what was rejected. */
export function BulkDialog<Item, Values extends FieldValues, Payload>(props: BulkDialogProps<Item, Values, Payload>) {
  const { selection, action, labels, isDanger = false, schema, defaults, send, listPath, onClose, children, ...options } = props;
  const run = useBulkRun(options);

  function close() {
    if (run.state) {
      selection.clearSelection();
      void reloadLists(listPath);
    }
    onClose();
  }

  return (
    <Dialog open onClose={close} title={action} size="medium">
      {run.state ? (
        <BulkRunView run={run} labels={labels} onClose={close} />
      ) : (
        <Form<Values, Payload>
          label={action}
          className="stack"
          {...(schema && { schema })}
          {...(defaults && { defaults })}
          send={(payload) => void run.start(selection.rows, (chunk) => send(chunk, payload))}
          failed="Couldn’t start"
        >
          {(form) => (
            <>
              {typeof children === 'function' ? children(form) : children}
              <FormActions
                pendingLabel={labels.pending}
                onCancel={onClose}
                data-autofocus={schema === undefined || undefined}
                {...(isDanger && { className: 'danger' })}
              >
                {action}
              </FormActions>
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
