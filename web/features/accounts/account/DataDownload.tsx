import { readMyData } from '#web/features/accounts/account/preferences-api.ts';
import { saveFile } from '#web/lib/react/save-file.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function DataDownload() {
  async function download() {
    const { file, name } = await readMyData();
    saveFile(file, name);
    showToast({ title: 'Your data is downloaded', description: `Look for ${name} among your downloads.`, tone: 'success' });
  }

  return (
    <>
      <p>
        A file (JSON) with everything we keep about you: your profile, tokens, cards, finds, payments, certificates, invitations and the
        emails we sent you.
      </p>
      <ActionButton className="secondary" action={download} failed="Your data was not downloaded" pendingLabel="Gathering your data…">
        Download my data
      </ActionButton>
    </>
  );
}
