import { useQuery } from '@tanstack/react-query'
import type { Link } from '#api/projects/linked-projects.ts'
import { linkedRepositoriesQuery, openProjectsQuery } from '#api/projects/open-projects.ts'
import { LinkDialog } from '#features/linked-projects/link-dialog.tsx'
import { useRepositoryChoices } from './use-repository-choices.ts'

type Props = {
  /** Null for a new link. */
  link: Link | null
  /** A pasted URL that prefills the form. */
  address?: string
  onClose: () => void
}

/** Suggests the repositories that GitHub lists; members without a connection type the name. */
export function LinkingDialog(props: Props) {
  const repositories = useRepositoryChoices()
  const projects = useQuery({ ...openProjectsQuery, enabled: props.link === null })
  const linked = useQuery(linkedRepositoriesQuery)
  // Its hint would move what is below it.
  if (projects.isLoading) return null

  return (
    <LinkDialog
      {...props}
      repositories={repositories}
      linked={linked.data ?? []}
      projects={projects.data ?? []}
    />
  )
}
