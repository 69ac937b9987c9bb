import type { Link } from '#api/linked-projects.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { useRepositoryChoices } from './use-repository-choices.ts'

// A form with all its fields weighs as much as the whole list, and few come here to fill it in.
const LinkDialog = onDemand(
  async () => (await import('#features/linked-projects/link-dialog.tsx')).LinkDialog,
)
const NewProjectDialog = onDemand(
  async () => (await import('#features/project-details/new-project-dialog.tsx')).NewProjectDialog,
)

// Both propose the repositories that GitHub lists; members without a connection type the name.

export function LinkingDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  return <LinkDialog link={link} repositories={useRepositoryChoices()} onClose={onClose} />
}

export function StartingDialog({ onClose }: { onClose: () => void }) {
  return <NewProjectDialog repositories={useRepositoryChoices()} onClose={onClose} />
}
