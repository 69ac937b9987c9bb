import type { RefObject } from 'react'

/**
 * The position of a menu's button. It stays fixed during a press, so that the press ends on the same item even if the page moves.
 */
export function steadyAnchor(button: RefObject<HTMLElement | null>) {
  let held: DOMRect | null = null
  const here = () => button.current?.getBoundingClientRect() ?? new DOMRect()

  return {
    getBoundingClientRect: () => held ?? here(),
    get contextElement() {
      return button.current ?? undefined
    },
    /** Until the pointer is released, wherever that happens. */
    hold() {
      held = here()
      const ending = new AbortController()
      const release = () => {
        ending.abort()
        // The click comes after the release, and before the next frame.
        requestAnimationFrame(() => {
          held = null
        })
      }
      addEventListener('pointerup', release, { capture: true, signal: ending.signal })
      addEventListener('pointercancel', release, { capture: true, signal: ending.signal })
    },
  }
}
