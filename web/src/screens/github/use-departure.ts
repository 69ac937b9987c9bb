import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Specification, section 9: how long a result is shown before the redirect. */
const DELAY_MS = { success: 2000, error: 3000 }

/** Redirects automatically once the target is known. The page is replaced in the history, because going back would repeat it. */
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
