import { ChevronDownIcon } from './icons.tsx'

type Direction = 'ascending' | 'descending'

type Props = {
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

export function SortButton({ title, direction, onSort }: Props) {
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
