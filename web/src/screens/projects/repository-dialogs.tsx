import { useQuery } from '@tanstack/react-query'
import type { Link } from '#api/projects/linked-projects.ts'
import { openProjectsQuery } from '#api/projects/open-projects.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { useRepositoryChoices } from './use-repository-choices.ts'

// The form is as large as the whole list, and few members open it.
const LinkDialog = onDemand(
  async () => (await import('#features/linked-projects/link-dialog.tsx')).LinkDialog,
)
export const NewProjectDialog = onDemand(
  async () => (await import('#features/project-details/new-project-dialog.tsx')).NewProjectDialog,
)

type LinkingProps = {
  /** Null for a new link. */
  link: Link | null
  /** A pasted URL that prefills the form. */
  address?: string
  onClose: () => void
}

/** Suggests the repositories that GitHub lists; members without a connection type the name. */
export function LinkingDialog(props: LinkingProps) {
  const repositories = useRepositoryChoices()
  const projects = useQuery({ ...openProjectsQuery, enabled: props.link === null }).data ?? []

  return <LinkDialog {...props} repositories={repositories} projects={projects} />
}
