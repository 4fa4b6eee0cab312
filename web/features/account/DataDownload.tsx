import { ActionButton } from '#web/components/ActionButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { readMyData } from '#web/features/account/preferences-api.ts';
import { errorText } from '#web/lib/api.ts';

/** Everything that is kept about the member, as a file. */
export function DataDownload() {
  const toast = useToast();

  async function download() {
    try {
      const { file, name } = await readMyData();
      save(file, name);
      toast({ title: 'Your data is downloaded', description: `Look for ${name} among your downloads.`, tone: 'success' });
    } catch (error) {
      toast({ title: 'Your data was not downloaded', description: errorText(error, 'Please try again.'), tone: 'error' });
    }
  }

  return (
    <>
      <p>
        A file (JSON) with everything we keep about you: your profile, tokens, cards, finds, payments, certificates, invitations and the
        emails we sent you.
      </p>
      <ActionButton className="secondary" action={download} pendingLabel="Gathering your data…">
        Download my data
      </ActionButton>
    </>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
