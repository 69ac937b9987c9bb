import { type RefObject, useEffect, useState } from 'react'

const DRAWN = 'svg, img, video, canvas'

const PRESSABLE = 'a, button, input, select, textarea, label, summary, [role="switch"]'

/** Whether text, an image or a control lies below a floating element, after scrolling or changes. */
export function useOverlap(floating: RefObject<HTMLElement | null>, content: string): boolean {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    const main = document.querySelector(content)
    const listening = new AbortController()
    const { signal } = listening
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setOver(overlaps(floating.current, main)))
    }
    const changes = new MutationObserver(look)
    // Answers that are shown by a style move what is below them.
    const sizes = new ResizeObserver(look)

    addEventListener('scroll', look, { passive: true, capture: true, signal })
    addEventListener('resize', look, { signal })
    if (main) {
      changes.observe(main, { childList: true, characterData: true, subtree: true })
      sizes.observe(main)
    }
    look()
    return () => {
      listening.abort()
      changes.disconnect()
      sizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [floating, content])

  return isOver
}

/** Steps smaller than the height of a text line. */
const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1]

function overlaps(floating: HTMLElement | null, main: Element | null): boolean {
  if (!floating || !main) return false
  const { offsetWidth: width, offsetHeight: height } = floating
  const right = document.documentElement.clientWidth - edgeOf(floating, 'right')
  const bottom = innerHeight - edgeOf(floating, 'bottom')
  const xs = STEPS.map((part) => right - 1 - part * (width - 1))
  const ys = STEPS.map((part) => bottom - 1 - part * (height - 1))

  return xs.some((x) =>
    ys.some((y) =>
      document.elementsFromPoint(x, y).some((one) => main.contains(one) && isContent(one)),
    ),
  )
}

/** Its position without the shift. */
const edgeOf = (element: HTMLElement, side: 'right' | 'bottom') =>
  Number.parseFloat(getComputedStyle(element)[side]) || 0

function isContent(element: Element): boolean {
  const hasText = [...element.childNodes].some(
    ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
  )

  return hasText || element.closest(`${PRESSABLE}, ${DRAWN}`) !== null
}
