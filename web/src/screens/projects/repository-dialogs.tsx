import { lazy } from 'react'
import type { Link } from '#api/linked-projects.ts'
import { useRepositoryChoices } from './use-repository-choices.ts'

// A form with all its fields weighs as much as the whole list, and few come here to fill it in.
const LinkDialog = lazy(async () => ({
  default: (await import('#features/linked-projects/link-dialog.tsx')).LinkDialog,
}))
const NewProjectDialog = lazy(async () => ({
  default: (await import('#features/project-details/new-project-dialog.tsx')).NewProjectDialog,
}))

// Both propose the repositories that GitHub lists; members without a connection type the name.

export function LinkingDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  return <LinkDialog link={link} repositories={useRepositoryChoices()} onClose={onClose} />
}

export function StartingDialog({ onClose }: { onClose: () => void }) {
  return <NewProjectDialog repositories={useRepositoryChoices()} onClose={onClose} />
}
