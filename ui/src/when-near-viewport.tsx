import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** Holds the place until then, in its size. */
  placeholder: ReactNode
  children: ReactNode
}

/** What lies below the first screen is brought when somebody scrolls towards it, together with its code and its data. */
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
