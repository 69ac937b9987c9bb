import type { Link } from '#api/projects/linked-projects.ts'
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

type LinkingProps = {
  /** Null for a new one. */
  link: Link | null
  /** Pasted: fills in what it tells. */
  address?: string
  onClose: () => void
}

export function LinkingDialog(props: LinkingProps) {
  return <LinkDialog {...props} repositories={useRepositoryChoices()} />
}

export function StartingDialog({ onClose }: { onClose: () => void }) {
  return <NewProjectDialog repositories={useRepositoryChoices()} onClose={onClose} />
}
