type Point = { x: number; y: number }

const EDGE_PX = 56
const STEP_PX = 12

/** While a task is held at an edge, the board scrolls sideways and the page up or down. */
export function keepScrolling(onScrolled: () => void) {
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

/** How far, and which way, an edge pulls at a point. */
function pull(at: number, length: number): number {
  if (at < EDGE_PX) return -STEP_PX
  return at > length - EDGE_PX ? STEP_PX : 0
}
