// A table whose rows become cards on narrow screens; it stays a table for screen readers.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One column. `head` also labels the cell on a narrow screen, unless `plain`. `align: 'end'` for figures. */
export type Column<Row> = {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Whether the cell is the row's header. */
  readonly isRowHead?: boolean;
  /** No label on narrow screens: for badges and buttons. As the last column it is placed beside the row there. */
  readonly plain?: boolean;
};

/** `caption` describes the table to screen readers. */
export type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly className?: string;
};

/** The table. Roles are explicit because browsers drop them from cells with another `display`. */
export function Table<Row>({ caption, columns, rows, rowKey, className }: TableProps<Row>) {
  return (
    <table {...{ role: 'table' }} className={classNames('table', className)}>
      <caption className="sr-only">{caption}</caption>
      {/* Reserves the columns while the head still loads. */}
      <colgroup>
        {columns.map(({ key }) => (
          <col key={key} />
        ))}
      </colgroup>
      <thead {...{ role: 'rowgroup' }}>
        <tr {...{ role: 'row' }}>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              {...{ role: 'columnheader' }}
              data-align={column.align}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...{ role: 'rowgroup' }}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...{ role: 'row' }}>
            {columns.map((column) => {
              const Cell = column.isRowHead ? 'th' : 'td';
              const semantics = column.isRowHead
                ? { scope: 'row', role: 'rowheader' }
                : { role: 'cell' };
              return (
                <Cell
                  key={column.key}
                  {...semantics}
                  data-align={column.align}
                  data-label={column.plain || column.isRowHead ? undefined : column.head}
                >
                  {column.cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
