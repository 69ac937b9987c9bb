import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClientFor } from '#api/query-client.ts'
import { useSession } from '#api/session.ts'

export function QueryArea() {
  const session = useSession()
  const person = session.status === 'member' ? session.id : 'visitor'

  return (
    <QueryClientProvider client={queryClientFor(person)}>
      <Outlet />
    </QueryClientProvider>
  )
}
