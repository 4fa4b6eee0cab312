export function SkeletonRows({ cells }: { cells: number }) {
  return numbered(8, 'row').map((row) => (
    <tr key={row} className="table-skeleton">
      {numbered(cells, 'cell').map((cell) => (
        <td key={cell}>
          <div className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ));
}

function numbered(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}
