import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** Shown until then, in the final size. */
  placeholder: ReactNode
  children: ReactNode
}

/** Renders what is below the first screen when the user scrolls towards it; code and data are loaded then. */
export function WhenNearViewport({ placeholder, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!frame.current || isNear) return
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '0px 0px 50% 0px' },
    )
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [isNear])

  return <div ref={frame}>{isNear ? children : placeholder}</div>
}
