import type { RefObject } from 'react'
import type { TaskStatus } from '#api/projects/tasks.ts'
import type { BoardPosition } from './board.ts'

type Listeners = {
  onStart: () => void
  onOver: (place: BoardPosition) => void
  onEnd: (isDropped: boolean) => void
}

/** A press becomes a drag after this distance; before that it is a click. */
const SLACK_PX = 6

/** Follows one press until it ends. The position under the pointer is recomputed while the page scrolls. */
export function followPointer(
  { clientX: startX, clientY: startY, pointerId }: globalThis.PointerEvent,
  ghost: RefObject<HTMLElement | null>,
  { onStart, onOver, onEnd }: Listeners,
): void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const scroller = keepScrolling(look)
  let point = { x: startX, y: startY }
  let isDragging = false

  addEventListener('pointermove', follow, options)
  addEventListener('pointerup', (event) => event.pointerId === pointerId && end(true), options)
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(false), options)
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options)

  function follow(event: globalThis.PointerEvent) {
    if (event.pointerId !== pointerId) return
    point = { x: event.clientX, y: event.clientY }
    if (!isDragging && Math.hypot(point.x - startX, point.y - startY) < SLACK_PX) return

    if (!isDragging) {
      isDragging = true
      onStart()
    }
    look()
    scroller.at(point)
  }

  function look() {
    ghost.current?.style.setProperty('translate', `${point.x}px ${point.y}px`)
    const place = placeUnder(point)
    if (place) onOver(place)
  }

  function end(isDropped: boolean) {
    listening.abort()
    scroller.stop()
    if (!isDragging) return
    swallowNextClick()
    onEnd(isDropped)
  }
}

/** Browsers report the end of a drag as a click. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }

  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

/** The board position under a point of the window, or null. */
function placeUnder({ x, y }: { x: number; y: number }): BoardPosition | null {
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

type Point = { x: number; y: number }

const EDGE_PX = 56
const STEP_PX = 12

/** Holding a task at an edge scrolls the board sideways or the page vertically. */
function keepScrolling(onScrolled: () => void) {
  let point: Point | null = null
  let frame = 0

  return {
    at(next: Point) {
      point = next
      frame ||= requestAnimationFrame(scroll)
    },
    stop() {
      point = null
      cancelAnimationFrame(frame)
    },
  }

  function scroll() {
    frame = 0
    if (!point) return
    const sideways = pull(point.x, innerWidth)
    const upright = pull(point.y, innerHeight)
    if (!(sideways || upright)) return

    document.querySelector('[data-board]')?.scrollBy(sideways, 0)
    scrollBy(0, upright)
    onScrolled()
    frame = requestAnimationFrame(scroll)
  }
}

/** The speed and direction of scrolling at a point near an edge. */
function pull(at: number, length: number): number {
  if (at < EDGE_PX) return -STEP_PX
  return at > length - EDGE_PX ? STEP_PX : 0
}
