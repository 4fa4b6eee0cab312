import { t } from '@lingui/core/macro';
import { caseEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { readMyData } from '#web/features/accounts/account/preferences-api.ts';
import { saveFile } from '#web/lib/react/save-file.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function DataDownload() {
  async function download() {
    const { file, name } = await readMyData();
    saveFile(file, name);
    showToast({ title: t`Your data was downloaded`, description: t`Find ${name} in your downloads.`, tone: 'success' });
  }

  return (
    <>
      <p>{t`Everything we store about you, in one JSON file. If you delete your account, we keep only records without your name, and the evidence in an open certificate review until ${caseEvidenceRetentionSeconds / secondsPerDay} days after its decision.`}</p>
      <ActionButton className="secondary" action={download} failed={t`Couldn’t download your data`} pendingLabel={t`Preparing your data…`}>
        {t`Download my data`}
      </ActionButton>
    </>
  );
}
