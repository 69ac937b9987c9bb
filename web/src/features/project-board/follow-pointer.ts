import type { RefObject } from 'react'
import type { Place } from './board.ts'
import { keepScrolling } from './keep-scrolling.ts'
import { placeUnder } from './place-under.ts'

type Listeners = {
  onStart: () => void
  onOver: (place: Place) => void
  onEnd: (isDropped: boolean) => void
}

/** A press becomes a drag only after some way: until then it is a click. */
const SLACK_PX = 6

/** Follows one press until it ends. What lies under the pointer is found anew while the page scrolls beneath it. */
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

/** The browser takes the end of a drag for a click on whatever it began and ended on. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }

  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
