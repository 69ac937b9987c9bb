import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { queryClientFor } from '#api/calls/query-client.ts'
import { useSession } from '#api/session/session.ts'
import { whenIdle } from '#browser/when-idle.ts'

export function QueryArea() {
  const session = useSession()
  const isMember = session.status === 'member'
  const Background = useBackground(isMember)

  return (
    <QueryClientProvider client={queryClientFor(isMember ? session.id : 'visitor')}>
      <Outlet />
      {isMember && Background && <Background />}
    </QueryClientProvider>
  )
}

/** Downloaded after the screen. The page works without it, so a failure is not reported. */
function useBackground(isMember: boolean): ComponentType | null {
  const [loaded, setLoaded] = useState<{ Part: ComponentType } | null>(null)

  useEffect(() => {
    if (!isMember) return
    return whenIdle(async () => {
      try {
        const { BackgroundParts } = await import('./background-parts.tsx')
        setLoaded({ Part: BackgroundParts })
      } catch {
        // The next screen tries again.
      }
    })
  }, [isMember])

  return loaded?.Part ?? null
}
