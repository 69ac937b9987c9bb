import { useEffect, useState } from 'react'

const SIGNS_OF_USE = ['pointermove', 'touchstart', 'keydown', 'scroll']
const PATIENCE_MS = 3000

/** True from the first sign of use, or a moment later: until then the page only does what is read first. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)

  useEffect(() => {
    if (isSettled) return
    const listening = new AbortController()
    const settle = () => setSettled(true)
    const timer = setTimeout(settle, PATIENCE_MS)
    for (const sign of SIGNS_OF_USE) {
      addEventListener(sign, settle, { passive: true, signal: listening.signal })
    }
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [isSettled])

  return isSettled
}
