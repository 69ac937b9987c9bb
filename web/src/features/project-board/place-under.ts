import type { Place } from './board.ts'
import type { TaskStatus } from './task.ts'

/** Which place of the board lies under a point of the window; null where there is none. */
export function placeUnder({ x, y }: { x: number; y: number }): Place | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
  if (!column) return null

  const cards = [...column.querySelectorAll('[data-task]:not([data-lifted])')]
  const index = cards.filter((card) => middleOf(card) < y).length
  return { status: column.dataset.column as TaskStatus, index }
}

function middleOf(card: Element): number {
  const { top, height } = card.getBoundingClientRect()

  return top + height / 2
}
