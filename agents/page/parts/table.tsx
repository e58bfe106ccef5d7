/** A table that says what it is of, and that scrolls by itself where it does not fit. */
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  /** The name in full, where a short one is shown. */
  readonly title?: string;
  /** Figures stand at the right, words at the left. */
  readonly isNumber?: boolean;
  /** The cell that names the row. */
  readonly isHead?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
  /** Left out first where the table is beside others. */
  readonly isLeast?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  readonly caption: string;
  /** The caption is for screen readers alone; absent: it is seen too. */
  readonly hideCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowClass?: (row: Row) => string;
}

/** The rows under the columns; order and choice are the caller's. */
export function Table<Row>({ caption, hideCaption = false, columns, rows, keyOf, rowClass }: TableProps<Row>) {
  return (
    <Scroller label={caption}>
      <table>
        <caption class={hideCaption ? 'for-ears' : ''}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)}>
                {column.title === undefined ? column.name : <abbr title={column.title}>{column.name}</abbr>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={rowClass?.(row) ?? ''}>
              {columns.map((column) =>
                column.isHead === true ? (
                  <th key={column.name} scope="row" class={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.name} class={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Something wide: scrolled by itself, also by keyboard. */
export function Scroller({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroller" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

function classOf<Row>({ isNumber, isExtra, isLeast }: Column<Row>): string {
  const classes = { number: isNumber, extra: isExtra, least: isLeast };
  return Object.entries(classes)
    .flatMap(([name, isSo]) => (isSo === true ? [name] : []))
    .join(' ');
}
