import type { RowAction } from '#web/ui/data-table/data-table.ts';
import { MoreIcon } from '#web/ui/data-table/table-icons.tsx';
import { Menu } from '#web/ui/Menu.tsx';

interface RowMenuProps<Row> {
  row: Row;
  label: string;
  actions: readonly RowAction<Row>[];
}

export function RowMenu<Row>({ row, label, actions }: RowMenuProps<Row>) {
  const items = actions
    .filter(({ isShown }) => isShown?.(row) ?? true)
    .map(({ label, onChoose, href }) => ({ label, ...(href ? { href: href(row) } : { onChoose: () => onChoose?.(row) }) }));
  if (items.length === 0) return null;
  return (
    <Menu label={`Actions for ${label}`} items={items}>
      <MoreIcon />
    </Menu>
  );
}
