import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Specification, section 9: how long an outcome can be read before the page moves on. */
const DELAY_MS = { success: 2000, error: 3000 }

/** Moves on by itself once there is somewhere to go. The page leaves no trace in the history: going back would repeat it. */
export function useDeparture(
  outcome: 'success' | 'error' | null,
  to: string,
  onLeave?: () => void,
) {
  const navigate = useNavigate()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => {
      onLeave?.()
      void navigate(to, { replace: true })
    }, DELAY_MS[outcome])
    return () => clearTimeout(timer)
  }, [outcome, to, onLeave, navigate])
}
