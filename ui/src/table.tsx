import type { MouseEvent, ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'

export type SortOrder = { column: string; direction: 'ascending' | 'descending' }

export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Aligned right, so that digits line up. */
  isNumber?: boolean
  isSortable?: boolean
  /** Replaces the title, which still names the column for screen readers. */
  head?: ReactNode
  /** Omitted on phones, where the opened row shows it. */
  isSecondary?: boolean
}

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  sort?: SortOrder
  onSort?: (order: SortOrder) => void
  /** Whether the row is drawn as open. The link of a row that opens carries `data-row`. */
  isCurrent?: (row: Row) => boolean
}

/** Its corners fit inside the bordered frame. */
const SCROLLER = 'max-h-dvh overflow-auto rounded-[calc(var(--radius-lg)-1px)]'

/** A wide table scrolls in its container, which is focusable so that the keyboard can scroll it. */
export function Table<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, isCurrent } = props

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={caption} tabIndex={0} className={SCROLLER}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              onClick={pressRow}
              className={`transition-colors hover:bg-sunken has-[[data-row]]:cursor-pointer ${isCurrent?.(row) ? 'bg-accent-tint' : ''}`}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={`border-t border-line px-2 py-3 sm:px-3 ${alignment(column)}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const CONTROLS = 'a, button, input, label, select, textarea, summary, [role="button"]'

/** A press anywhere in a row follows its link, with a modifier key in a new tab. */
function pressRow(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  const link = currentTarget.querySelector<HTMLElement>('[data-row]')
  const isOnControl = target instanceof Element && target.closest(CONTROLS) !== null
  if (!link || isOnControl || !document.getSelection()?.isCollapsed) return

  const { ctrlKey, metaKey, shiftKey } = event
  link.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  )
}

function Heading<Row>(props: {
  column: Column<Row>
  sort: SortOrder | undefined
  onSort: ((order: SortOrder) => void) | undefined
}) {
  const { column, sort, onSort } = props
  const direction = sort?.column === column.id ? sort.direction : undefined

  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`sticky top-0 bg-surface px-2 py-2 sm:px-3 font-medium whitespace-nowrap text-ink-soft ${alignment(column)}`}
    >
      {column.isSortable && onSort ? (
        <SortButton
          title={column.title}
          direction={direction}
          onSort={(next) => onSort({ column: column.id, direction: next })}
        />
      ) : (
        (column.head ?? column.title)
      )}
    </th>
  )
}

const alignment = <Row,>({ isNumber, isSecondary }: Column<Row>) =>
  `${isNumber ? 'text-right tabular' : 'text-left'} ${isSecondary ? 'max-md:hidden' : ''}`

type Direction = 'ascending' | 'descending'

type SortProps = {
  title: string
  /** Undefined when the table is sorted by something else. */
  direction: Direction | undefined
  onSort: (direction: Direction) => void
}

const TURN: Record<Direction | 'none', string> = {
  ascending: 'rotate-180',
  descending: '',
  none: 'opacity-0 group-hover:opacity-60',
}

function SortButton({ title, direction, onSort }: SortProps) {
  const next = direction === 'ascending' ? 'descending' : 'ascending'

  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      className="group -mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 font-medium transition-colors hover:text-ink pointer-coarse:min-h-11"
    >
      {title}
      <ChevronDownIcon className={`size-4 ${TURN[direction ?? 'none']}`} />
    </button>
  )
}
