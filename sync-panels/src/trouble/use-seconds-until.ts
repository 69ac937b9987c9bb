import { useEffect, useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'

/** Counts down to a time in whole seconds; 0 afterwards, or without one. */
export function useSecondsUntil(moment: number | null): number {
  const { host } = useSurroundings()
  const [now, setNow] = useState(() => host.now())

  useEffect(() => {
    if (moment === null) return
    const timer = setInterval(() => {
      setNow(host.now())
      if (host.now() >= moment) clearInterval(timer)
    }, 1000)
    setNow(host.now())
    return () => clearInterval(timer)
  }, [host, moment])

  return moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
}
