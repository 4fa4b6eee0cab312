import { useState } from 'react';
import { PrintFileForm } from '#schema/printing/print-file.ts';
import { downloadByLink } from '#web/lib/api/download.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';

/** Downloads a print file, which contains cards' secret codes. Throws if the API refuses. */
export function downloadPrintFile(path: string, reason: string): Promise<void> {
  return downloadByLink(`${path}${path.includes('?') ? '&' : '?'}reason=${encodeURIComponent(reason)}`);
}

interface PrintFileDialogProps {
  /** API path of the file. */
  path: string;
  onClose: () => void;
}

export function PrintFileDialog({ path, onClose }: PrintFileDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Print PDF">
      <Form
        label="Print PDF"
        className="stack"
        schema={PrintFileForm}
        defaults={{ reason: '' }}
        send={async ({ reason }) => {
          await downloadPrintFile(path, reason);
          onClose();
        }}
        failed="The PDF could not be created"
      >
        <p>
          The file contains the cards’ secret codes. We email the owners, unless the cards are still to be printed for their order, and
          reviewers see later finds of these cards.
        </p>
        <FormField label="Reason" name="reason" autoComplete="off" hint="For the audit log" data-autofocus />
        <FormActions pendingLabel="Preparing…" onCancel={onClose}>
          Download
        </FormActions>
      </Form>
    </Dialog>
  );
}

export function PrintFileButton({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="secondary" onClick={() => setOpen(true)}>
        <PrinterIcon />
        Print PDF
      </button>
      {isOpen && <PrintFileDialog path={path} onClose={() => setOpen(false)} />}
    </>
  );
}
