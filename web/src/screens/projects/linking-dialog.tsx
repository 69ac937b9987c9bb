import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { repositoriesQuery } from '#api/github/queries.ts'
import type { Editing } from './editing.ts'

const LinkDialog = lazy(async () => ({
  default: (await import('#features/linked-projects/link-dialog.tsx')).LinkDialog,
}))

type Props = { editing: Editing; onClose: () => void }

/** Proposes the repositories that GitHub lists; members without a connection type the name. */
export function LinkingDialog({ editing, onClose }: Props) {
  const repositories = useQuery({ ...repositoriesQuery(1), enabled: editing !== null })
  const names = repositories.data?.repositories.map(({ full_name }) => full_name) ?? []
  if (editing === null) return null

  return (
    <Suspense>
      <LinkDialog
        project={editing === 'new' ? null : editing}
        suggestions={names}
        onClose={onClose}
      />
    </Suspense>
  )
}
