import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { DownloadIcon } from '#web/ui/data-table/table-icons.tsx';

export function ExportButton({ path }: { path: string }) {
  return (
    <DownloadButton path={path} failed="Export failed" isSmall>
      <DownloadIcon />
      <span className="table-button-words">Export CSV</span>
    </DownloadButton>
  );
}
